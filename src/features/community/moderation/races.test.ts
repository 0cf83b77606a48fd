import { beforeEach, expect, test } from 'vitest'
import { comment, liked, post } from '#seed/factories/community.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { during as atOnce } from '#test/at-once.ts'

// What happens at once: each call begins while somebody else holds the post, so that none of them has seen what the others do.

const app = sharedTestApp()
let [ada, ben, boss, chief] = [null, null, null, null] as unknown as [Person, Person, Person, Person]
let id: string
beforeEach(async () => {
  ;[ada, ben, boss, chief] = [await member(app), await member(app), await admin(app), await admin(app)]
  id = (await post(app, ada.id, { title: 'Lamps' })).id
})

const reason = 'This is an advertisement.'
const [held, deleted] = [
  'select from community_posts where id = $1 for update',
  'delete from community_posts where id = $1',
]

/** What becomes of calls that begin while this statement about the post, or about something else, is under way. */
const during = (statement: string, calls: (() => Promise<unknown>)[], of = id) => atOnce(app, statement, of, calls)

test('who likes a post twice at once likes it once, and its author is told once', async () => {
  const like = () => app.as(ben).community.like({ id })
  const answers = await during(held, [like, like, like])
  expect(answers).toEqual([1, 2, 3].map(() => ({ id, isLiked: true })))
  expect(await app.as(ben).community.one({ id })).toMatchObject({ likeCount: 1 })
  const told = await app.sql(`select 1 from live_events where audience = $1 and payload->>'title' = 'New Like'`, [
    `user:${ada.id}`,
  ])
  expect(told).toHaveLength(1)
})

test('who likes, comments on, reports or pins what is deleted at that moment reads that it is gone', async () => {
  const answers = await during(deleted, [
    () => app.as(ben).community.like({ id }),
    () => app.as(ben).community.comment({ postId: id, content: 'Mine?' }),
    () => app.as(ben).community.report({ postId: id, reason }),
    () => app.as(boss).community.pin({ id, isPinned: true }),
  ])
  expect(answers).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
})

test('what is deleted while it is being liked goes with its likes', async () => {
  await liked(app, id, ben.id)
  const [removed] = await during(held, [
    () => app.as(ada).community.remove({ id }),
    () => app.as(boss).community.like({ id }),
  ])
  expect(removed).toEqual({ id })
  expect(await app.sql('select 1 from community_post_likes where post_id = $1', [id])).toEqual([])
})

test('of two who decide about a report at once one reads that it is decided', async () => {
  await app.as(ben).community.report({ postId: id, reason })
  const { rows } = await app.as(boss).community.reports({ state: 'waiting' })
  const report = rows.find(({ postId }) => postId === id)!
  const decides = (who: Person) => () => app.as(who).community.decide({ id: report.id, outcome: 'hidden', reason })
  const answers = await during(held, [decides(boss), decides(chief)])
  expect(answers).toEqual([{ id: report.id, outcome: 'hidden' }, 'ALREADY_DECIDED'])
  expect(await app.sql('select 1 from community_decisions where post_id = $1', [id])).toHaveLength(1)
})

test('who reports a post twice at once has reported it once', async () => {
  const reports = () => app.as(ben).community.report({ postId: id, reason })
  expect(await during(held, [reports, reports])).toEqual([{ isReported: true }, { isReported: true }])
  expect(await app.sql('select 1 from community_reports where post_id = $1', [id])).toHaveLength(1)
})

const heldComment = 'select from community_post_comments where id = $1 for update'

test('what its author deletes while the house hides or deletes it is gone, and nobody is told of it', async () => {
  for (const decides of [
    (commentId: string) => app.as(boss).community.hide({ postId: id, commentId, reason }),
    (commentId: string) => app.as(boss).community.deleteCommentByHouse({ id: commentId }),
  ]) {
    const { id: commentId } = await comment(app, id, ben.id, { content: 'Buy here' })
    const removes = () => app.as(ben).community.removeComment({ id: commentId })
    const answers = await during(heldComment, [removes, () => decides(commentId)], commentId)
    expect(answers).toEqual([{ id: commentId }, 'NOT_FOUND'])
    expect(await app.sql('select 1 from community_decisions where comment_id = $1', [commentId])).toEqual([])
  }
  await app.runJobs()
  expect(await app.sql('select title from notifications where user_id = $1', [ben.id])).toEqual([])
})

test('who is erased while somebody writes to them is not spoken to by their name', async () => {
  const { id: request } = await app.as(ben).privacy.requestErasure({ reason: 'I am moving away' })
  const content = `Ask @${ben.firstName} ${ben.lastName}.`
  const [, written] = await during(
    'select from "user" where id = $1 for update',
    [
      () => app.as(boss).privacy.erase({ id: request }),
      () => app.as(ada).community.write({ title: 'A saw', content, mentions: [ben.id] }),
    ],
    ben.id,
  )
  expect((await app.as(ada).community.one(written as { id: string })).mentions).toEqual([])
  expect(await app.sql('select name from community_mentions where user_id = $1', [ben.id])).toEqual([])
})

test('of two who decide about an appeal at once one reads that it is decided', async () => {
  await app.as(boss).community.hide({ postId: id, reason })
  const { id: decision } = await app.as(ada).community.ownDecision({ postId: id })
  await app.as(ada).community.appeal({ id: decision, words: 'It is a gift.' })
  const decides = (who: Person, outcome: 'restored' | 'upheld') => () =>
    app.as(who).community.decideAppeal({ id: decision, outcome, answer: 'We looked again.' })
  const answers = await during(held, [decides(boss, 'upheld'), decides(chief, 'restored')])
  expect(answers).toEqual([{ id: decision, outcome: 'upheld' }, 'ALREADY_DECIDED'])
  expect(await app.as(ada).community.one({ id })).toMatchObject({ status: 'hidden' })
})

test('nobody appeals against what is shown again at that moment, and an appeal that came first is answered', async () => {
  await app.as(boss).community.hide({ postId: id, reason })
  const { id: decision } = await app.as(ada).community.ownDecision({ postId: id })
  const shows = () => app.as(boss).community.show({ postId: id })
  const appeals = () => app.as(ada).community.appeal({ id: decision, words: 'It is a gift.' })
  expect(await during(held, [shows, appeals])).toEqual([{ postId: id, commentId: null }, 'NOT_HIDDEN'])
  await app.as(boss).community.hide({ postId: id, reason })
  const again = (await app.as(ada).community.ownDecision({ postId: id })).id
  const appealsAgain = () => app.as(ada).community.appeal({ id: again, words: 'It is a gift.' })
  expect(await during(held, [appealsAgain, shows])).toEqual([{ id: again }, { postId: id, commentId: null }])
  const open = await app.sql(
    'select 1 from community_decisions where post_id = $1 and appealed_at is not null and appeal_outcome is null',
    [id],
  )
  expect(open).toEqual([])
})

test('of two who pin and unpin at once each reads what they did, and what the last did stands', async () => {
  const pins = (who: Person, isPinned: boolean) => () => app.as(who).community.pin({ id, isPinned })
  expect(await during(held, [pins(boss, true), pins(chief, true)])).toEqual([1, 2].map(() => ({ id, isPinned: true })))
  expect(await app.as(ben).community.one({ id })).toMatchObject({ isPinned: true })
  await during(held, [pins(boss, true), pins(chief, false)])
  expect(await app.as(ben).community.one({ id })).toMatchObject({ isPinned: false })
})

test('of two who change a post at once one reads what the other made of it', async () => {
  const was = { title: 'Lamps' }
  const answers = await during(held, [
    () => app.as(boss).community.editByHouse({ id, title: 'A lamp', was }),
    () => app.as(ada).community.edit({ id, title: 'Two lamps', was }),
  ])
  expect(answers).toEqual([{ id }, 'CHANGED_MEANWHILE'])
})

test('of two who decide about what its author has deleted one reads that it is decided', async () => {
  for (const who of [ben, await member(app)]) await app.as(who).community.report({ postId: id, reason })
  const { rows } = await app.as(boss).community.reports({ state: 'waiting' })
  const reports = rows.filter(({ postId }) => postId === id)
  await app.as(ada).community.remove({ id })
  const answers = await during(
    'select from community_evidence where post_id = $1 for update',
    [boss, chief].map((who, at) => () => app.as(who).community.decide({ id: reports[at]!.id, outcome: 'kept' })),
  )
  expect(answers).toEqual([{ id: reports[0]!.id, outcome: 'kept' }, 'ALREADY_DECIDED'])
  expect(await app.sql('select 1 from community_decisions where post_id = $1', [id])).toHaveLength(1)
})
