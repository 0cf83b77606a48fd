import { beforeEach, expect, test } from 'vitest'
import { removeOutdated } from '#features/house/privacy/model.ts'
import { dataMap } from '#schema.ts'
import { comment, post } from '#seed/factories/community.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { uploadedFor } from '#test/community.ts'
import { sweepEvidence } from './jobs.ts'

const app = sharedTestApp()
let [ada, ben, boss] = [null, null, null] as unknown as [Person, Person, Person]
let postId: string
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  for (const table of ['community_reports', 'community_decisions', 'community_evidence', 'community_posts'])
    await app.sql(`delete from ${table}`)
  ;[ada, ben, boss] = [await member(app), await member(app), await admin(app)]
  postId = (await post(app, ada.id, { title: 'Prints for sale' })).id
})

const reason = 'This is an advertisement.'
const reports = async (input: Parameters<ReturnType<typeof app.as>['community']['reports']>[0] = {}) =>
  app.as(boss).community.reports(input)
const waiting = async () => (await reports({ state: 'waiting' })).rows
const hides = () => app.as(boss).community.hide({ postId, reason })
const own = (who: Person = ada, commentId?: string) =>
  app.as(who).community.ownDecision({ postId, ...(commentId && { commentId }) })
const isSeen = async (who: Person | null) =>
  app
    .as(who)
    .community.one({ id: postId })
    .then(({ status, hiddenReason }) => [status, hiddenReason])
    .catch(({ code }) => code)
const newsOf = async (who: Person) =>
  (
    await app.sql<{ title: string }>(
      `select payload->>'title' as title from live_events where audience = $1 and payload->>'title' is not null order by id`,
      [`user:${who.id}`],
    )
  ).map(({ title }) => title)

test('whoever is signed in reports a post or a comment, once; their own they delete', async () => {
  const pending = await person(app)
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  await app.as(pending).community.report({ postId, reason })
  await Promise.all([1, 2].map(() => app.as(pending).community.report({ postId, reason: 'Once more' })))
  app.clock.set('2026-11-18T10:01:00Z')
  await app.as(pending).community.report({ postId, commentId, reason: 'This too' })
  expect((await waiting()).map(row => [row.reason, row.words])).toEqual([
    ['This too', 'Buy here'],
    [reason, 'Who has a mitre saw that I could use?'],
  ])
  expect(await reports()).toMatchObject({ waiting: 2 })
  await expect(app.as(ada).community.report({ postId, reason })).rejects.toMatchObject({ code: 'OWN' })
  await expect(app.as(ben).community.report({ postId, commentId, reason })).rejects.toMatchObject({ code: 'OWN' })
  await expect(app.as(ben).community.report({ postId, reason: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(app.as(null).community.report({ postId, reason })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('what is kept answers every report of it and stays as it was', async () => {
  for (const who of [ben, await member(app)]) await app.as(who).community.report({ postId, reason })
  const [first] = await waiting()
  await app.as(boss).community.decide({ id: first!.id, outcome: 'kept' })
  expect(await waiting()).toEqual([])
  expect(await isSeen(ben)).toEqual(['published', null])
  await expect(app.as(boss).community.decide({ id: first!.id, outcome: 'hidden', reason })).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
  })
  expect(await newsOf(ada)).toEqual([])
})

test('what is hidden its author and admins see, who read why, and nobody else', async () => {
  await app.as(ben).community.report({ postId, reason: 'Spam' })
  const [report] = await waiting()
  await expect(app.as(boss).community.decide({ id: report!.id, outcome: 'hidden' })).rejects.toMatchObject({
    message: 'Say why it is hidden',
  })
  await app.as(boss).community.decide({ id: report!.id, outcome: 'hidden', reason })
  expect(await isSeen(ada)).toEqual(['hidden', reason])
  expect(await isSeen(boss)).toEqual(['hidden', reason])
  expect(await isSeen(ben)).toBe('NOT_FOUND')
  expect((await app.as(ben).community.feed({})).rows).toEqual([])
  expect((await app.as(ada).community.feed({})).rows).toMatchObject([{ id: postId, can: { edit: false } }])
  expect(await newsOf(ada)).toEqual(['Your post was hidden'])
  expect(await own()).toMatchObject({ reason, can: { appeal: true } })
  await expect(own(ben)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(ada).community.edit({ id: postId, title: 'A', content: 'B' })).rejects.toMatchObject({
    code: 'HIDDEN',
  })
})

test.each(['restored', 'upheld'] as const)('an author appeals once, and the appeal is %s', async outcome => {
  await hides()
  const { id } = await own()
  await expect(app.as(ben).community.appeal({ id, words: 'No' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.as(ada).community.appeal({ id, words: 'I gave them away.' })
  await expect(app.as(ada).community.appeal({ id, words: 'Once more' })).rejects.toMatchObject({
    code: 'ALREADY_APPEALED',
  })
  expect(await own()).toMatchObject({ appeal: 'I gave them away.', appealOutcome: null, can: { appeal: false } })
  const list = await app.as(boss).community.decisions({ appeal: 'waiting' })
  expect(list).toMatchObject({ appeals: 1, rows: [{ id, appeal: 'I gave them away.', can: { decideAppeal: true } }] })
  await app.as(boss).community.decideAppeal({ id, outcome, answer: 'We looked again.' })
  await expect(app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'Again' })).rejects.toMatchObject(
    { code: 'ALREADY_DECIDED' },
  )
  expect(await isSeen(ben)).toEqual(outcome === 'restored' ? ['published', null] : 'NOT_FOUND')
  if (outcome === 'upheld') expect(await own()).toMatchObject({ appealAnswer: 'We looked again.' })
  expect((await newsOf(ada)).at(-1)).toBe(
    outcome === 'restored' ? 'Your post is shown again' : 'Your appeal was decided',
  )
})

test('an admin hides at their own sight and shows again, which answers an appeal', async () => {
  await hides()
  await expect(hides()).rejects.toMatchObject({ code: 'ALREADY_HIDDEN' })
  const { id } = await own()
  await app.as(ada).community.appeal({ id, words: 'I gave them away.' })
  await app.as(boss).community.show({ postId })
  await expect(app.as(boss).community.show({ postId })).rejects.toMatchObject({ code: 'NOT_HIDDEN' })
  expect(await isSeen(ben)).toEqual(['published', null])
  expect(await app.as(boss).community.decisions({})).toMatchObject({
    appeals: 0,
    rows: [{ appealOutcome: 'restored' }],
  })
  // An appeal is against what hides it now.
  app.clock.set('2026-11-18T10:01:00Z')
  await hides()
  await expect(app.as(ada).community.appeal({ id, words: 'Once more' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a comment is hidden for itself, and its author appeals beside it', async () => {
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  await app.as(boss).community.hide({ postId, commentId, reason })
  const read = async (who: Person) => (await app.as(who).community.comments({ postId })).rows
  expect(await read(ada)).toEqual([])
  expect(await read(ben)).toMatchObject([{ id: commentId, status: 'hidden', hiddenReason: reason }])
  expect(await isSeen(ada)).toEqual(['published', null])
  expect(await app.as(ada).community.one({ id: postId })).toMatchObject({ commentCount: 0 })
  const { id } = await own(ben, commentId)
  await app.as(ben).community.appeal({ id, words: 'It was a joke.' })
  await app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'A good one.' })
  expect(await read(ada)).toMatchObject([{ id: commentId }])
  const { id: elsewhere } = await post(app, ada.id)
  await expect(app.as(boss).community.hide({ postId: elsewhere, commentId, reason })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('what the house does is in the audit log, without the words', async () => {
  await app.as(ben).community.report({ postId, reason })
  const [report] = await waiting()
  await app.as(boss).community.decide({ id: report!.id, outcome: 'hidden', reason })
  const { id } = await own()
  await app.as(ada).community.appeal({ id, words: 'I gave them away.' })
  await app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'We looked again.' })
  await app.as(boss).community.pin({ id: postId, isPinned: true })
  await app.as(boss).community.editByHouse({ id: postId, title: 'Prints', content: 'For nothing.' })
  await app.as(boss).community.deleteByHouse({ id: postId })
  const found = await app.sql<{ what: string; entry: string }>(
    `select table_name || ' ' || action as what, l::text as entry from audit_log l
     where table_name like 'community%' and actor_id = $1 order by id`,
    [boss.id],
  )
  expect(new Set(found.map(({ what }) => what))).toEqual(
    new Set([
      'community_decisions insert',
      'community_decisions update',
      'community_evidence insert',
      'community_posts update',
      'community_posts delete',
      'community_reports update',
    ]),
  )
  const all = found.map(({ entry }) => entry).join('\n')
  for (const words of [reason, 'gave them', 'looked again', 'For nothing', 'Prints']) expect(all).not.toContain(words)
})

test('of an erased author the house keeps that it decided, and no words of it', async () => {
  await app.as(ben).community.report({ postId, reason: 'Ada sells things' })
  const [report] = await waiting()
  await app.as(boss).community.decide({ id: report!.id, outcome: 'hidden', reason })
  await app.as(ada).community.appeal({ id: (await own()).id, words: 'I gave them away.' })
  const mine = await app.as(ada).privacy.exportOwn()
  expect(mine.data.community_decisions?.rows).toMatchObject([{ reason, appeal: 'I gave them away.' }])
  const theirs = await app.as(ben).privacy.exportOwn()
  expect(theirs.data.community_reports?.rows).toMatchObject([{ reason: 'Ada sells things' }])
  const { id } = await app.as(ada).privacy.requestErasure({ reason: 'I am moving away' })
  await app.as(boss).privacy.erase({ id })
  const [decision] = await app.sql('select author_id, outcome, reason, appeal from community_decisions')
  expect(decision).toEqual({ author_id: null, outcome: 'hidden', reason: '', appeal: '' })
  expect(await app.sql('select reason from community_reports')).toEqual([{ reason: 'Erased' }])
  expect(await app.sql('select author_id, title, content, image from community_evidence')).toEqual([
    { author_id: null, title: 'A post of a former member', content: 'What was written here was erased.', image: null },
  ])
})

test('whoever reported hears what was decided, and its author why', async () => {
  await app.as(ben).community.report({ postId, reason: 'Spam' })
  const [report] = await waiting()
  await app.as(boss).community.decide({ id: report!.id, outcome: 'hidden', reason })
  await app.runJobs()
  const told = async (who: Person) =>
    await app.sql<{ title: string; text: string }>('select title, text from notifications where user_id = $1', [who.id])
  expect(await told(ada)).toEqual([{ title: 'Your post was hidden', text: reason }])
  expect(await told(ben)).toEqual([
    { title: 'The house decided about your report', text: 'What you reported is hidden now.' },
  ])
})

test('the answer to a report leads to what stays, and to nothing that is hidden or gone', async () => {
  const answered = async (outcome: 'kept' | 'hidden', isGone = false) => {
    const { id } = await post(app, ada.id)
    await app.as(ben).community.report({ postId: id, reason: 'Spam' })
    const report = (await waiting()).find(row => row.postId === id)!
    if (isGone) await app.as(ada).community.remove({ id })
    await app.as(boss).community.decide({ id: report.id, outcome, ...(outcome === 'hidden' && { reason }) })
    await app.runJobs()
    const [told] = await app.sql<{ text: string; path: string }>(
      'select text, path from notifications where user_id = $1 order by told_at desc, id desc limit 1',
      [ben.id],
    )
    await app.sql('delete from notifications where user_id = $1', [ben.id])
    return [told!.text, told!.path === `/community/${id}` ? 'its page' : told!.path]
  }
  expect(await answered('kept')).toEqual(['What you reported stays as it is.', 'its page'])
  expect(await answered('hidden')).toEqual(['What you reported is hidden now.', '/community'])
  expect(await answered('kept', true)).toEqual([
    'The house found nothing wrong with what you reported. Its author has deleted it.',
    '/community',
  ])
  expect(await answered('hidden', true)).toEqual([
    'The house agrees with you. Its author has deleted what you reported.',
    '/community',
  ])
})

test('the answer about a comment that stays does not lead to its post, where that is hidden', async () => {
  const { id: commentId } = await comment(app, postId, ada.id, { content: 'Buy here' })
  await app.as(ben).community.report({ postId, commentId, reason: 'Spam' })
  await hides()
  const [report] = await waiting()
  await app.as(boss).community.decide({ id: report!.id, outcome: 'kept' })
  await app.runJobs()
  expect(await app.sql('select text, path from notifications where user_id = $1', [ben.id])).toEqual([
    { text: 'What you reported stays as it is.', path: '/community' },
  ])
})

test('the house that deletes a post answers whoever reported what was said to it, and leaves what waits elsewhere', async () => {
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  const { id: elsewhere } = await post(app, ada.id)
  const [cleo, dora] = [await member(app), await member(app)]
  await app.as(cleo).community.report({ postId, commentId, reason: 'Spam' })
  await app.as(dora).community.report({ postId: elsewhere, reason: 'Something else' })
  await app.as(boss).community.deleteByHouse({ id: postId })
  await app.runJobs()
  expect(await waiting()).toMatchObject([{ postId: elsewhere, reason: 'Something else' }])
  const told = (who: Person) => app.sql('select title, text, path from notifications where user_id = $1', [who.id])
  expect(await told(cleo)).toEqual([
    {
      ...{ title: 'The house decided about your report', text: 'What you reported is deleted.' },
      path: '/community',
    },
  ])
  expect(await told(dora)).toEqual([])
})

test('what was decided can be reported anew, by the same person, as it may say something else by then', async () => {
  for (const outcome of ['kept', 'kept'] as const) {
    await app.as(ben).community.report({ postId, reason: `Spam, ${outcome}` })
    const [report, ...more] = await waiting()
    expect([report!.reason, more]).toEqual([`Spam, ${outcome}`, []])
    await app.as(boss).community.decide({ id: report!.id, outcome })
  }
  expect(await app.sql('select id from community_reports')).toHaveLength(2)
})

test('an appeal that is granted is answered in the words of the house', async () => {
  await hides()
  const { id } = await own()
  await app.as(ada).community.appeal({ id, words: 'It is no advertisement.' })
  await app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'You are right, we are sorry.' })
  await app.runJobs()
  const told = await app.sql('select title, text from notifications where user_id = $1 order by created_at desc', [
    ada.id,
  ])
  expect(told).toContainEqual({ title: 'Your post is shown again', text: 'You are right, we are sorry.' })
})

test('what the house hides or deletes goes from what others were told of it, and whoever reported hears of a deletion', async () => {
  await app.as(ben).community.comment({ postId, content: 'Buy my rotten pears 🍐' })
  await app.runJobs()
  const texts = () =>
    app.sql<{ text: string }>(`select text from notifications where user_id = $1 and kind = 'comment'`, [ada.id])
  expect(await texts()).toEqual([{ text: 'Buy my rotten pears 🍐' }])
  const [found] = await app.sql<{ id: string }>('select id from community_post_comments where post_id = $1', [postId])
  await app.as(boss).community.hide({ postId, commentId: found!.id, reason })
  expect(await texts()).toEqual([{ text: '' }])
  await app.as(ben).community.report({ postId, reason: 'Spam' })
  await app.as(boss).community.deleteByHouse({ id: postId })
  await app.runJobs()
  expect(
    await app.sql('select text from notifications where user_id = $1 and title like $2', [
      ben.id,
      '%about your report',
    ]),
  ).toEqual([{ text: 'What you reported is deleted.' }])
})

const pictured = async () =>
  app.as(ada).community.write({
    ...{ title: 'Prints for sale', content: 'Ten pounds each.', alt: 'A heap of prints' },
    fileId: await uploadedFor(app, ada),
  })

test('what was reported is judged as it was then, whatever its author makes of it afterwards', async () => {
  const { id } = await pictured()
  await app.as(ben).community.report({ postId: id, reason: 'Spam' })
  app.clock.set('2026-11-18T10:05:00Z')
  await app.as(ada).community.edit({ id, title: 'Prints', content: 'They are a gift.', isPictureKept: false })
  await app.as(await member(app)).community.report({ postId: id, reason: 'It was spam' })
  const [second, first] = await waiting()
  expect(first).toMatchObject({
    ...{ title: 'Prints for sale', words: 'Ten pounds each.', imageAlt: 'A heap of prints', now: 'They are a gift.' },
    ...{ picture: { src: expect.stringContaining('/files/') }, keptAt: new Date('2026-11-18T10:00:00Z') },
  })
  expect(second).toMatchObject({ title: 'Prints', words: 'They are a gift.', picture: null, now: null })
  await app.as(boss).community.decide({ id: first!.id, outcome: 'hidden', reason })
  expect((await app.as(boss).community.decisions({})).rows).toMatchObject([
    { words: 'Ten pounds each.', now: 'They are a gift.', status: 'hidden' },
  ])
  expect(await waiting()).toEqual([])
  const own = await app.as(ada).privacy.exportOwn()
  expect(own.data.community_evidence?.rows).toHaveLength(2)
})

test('what its author deletes nobody sees any more, and the case of it is decided', async () => {
  const { id } = await pictured()
  const { id: commentId } = await comment(app, id, ben.id, { content: 'Buy here' })
  const other = await member(app)
  await app.as(ben).community.report({ postId: id, reason: 'Spam' })
  await app.as(other).community.report({ postId: id, commentId, reason: 'This too' })
  await app.as(ada).community.remove({ id })
  await expect(app.as(boss).community.one({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const cases = await waiting()
  expect(cases).toMatchObject([
    { status: 'gone', now: null, can: { decide: true } },
    { status: 'gone', now: null, can: { decide: true } },
  ])
  const [onPost, onComment] = [cases.find(row => !row.commentId)!, cases.find(row => row.commentId)!]
  expect(onPost).toMatchObject({ words: 'Ten pounds each.', authorId: ada.id, picture: { width: 1 } })
  expect(onComment).toMatchObject({ words: 'Buy here', authorId: ben.id })
  await app.as(boss).community.decide({ id: onPost.id, outcome: 'hidden', reason })
  await app.as(boss).community.decide({ id: onComment.id, outcome: 'kept' })
  expect(await waiting()).toEqual([])
  await app.runJobs()
  const told = (who: Person) =>
    app.sql('select title, text, path from notifications where user_id = $1 and kind = $2', [who.id, 'moderation'])
  expect(await told(ada)).toEqual([
    { title: 'The house would have hidden what you deleted', text: reason, path: '/community' },
  ])
  expect(await told(ben)).toEqual([
    {
      ...{ title: 'The house decided about your report', path: '/community' },
      text: 'The house agrees with you. Its author has deleted what you reported.',
    },
  ])
})

test('an appeal is judged also when its author deletes what was hidden', async () => {
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  await app.as(boss).community.hide({ postId, commentId, reason })
  const { id } = await own(ben, commentId)
  await app.as(ben).community.appeal({ id, words: 'It was a joke.' })
  await app.as(ben).community.removeComment({ id: commentId })
  expect((await app.as(boss).community.decisions({ appeal: 'waiting' })).rows).toMatchObject([
    { id, words: 'Buy here', status: 'gone', can: { decideAppeal: true, show: false } },
  ])
  await app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'A good one.' })
  expect((await app.as(ada).community.comments({ postId })).rows).toEqual([])
  expect((await app.as(boss).community.decisions({})).rows).toMatchObject([{ appealOutcome: 'restored' }])
})

test('what is kept goes with its case after two years, with its picture', async () => {
  const { id } = await pictured()
  await app.as(ben).community.report({ postId: id, reason: 'Spam' })
  const { src } = (await app.as(ada).community.one({ id })).picture!
  await app.as(ada).community.remove({ id })
  const kept = () => app.sql('select id from community_evidence')
  const files = () => app.sql('select key from site_images where file_id = $1', [src.slice('/files/'.length)])
  const sweepAll = async () => {
    await app.write(tx => removeOutdated(tx, dataMap))
    await app.write(tx => removeOutdated(tx, dataMap))
    await app.write(tx => tx.enqueue(sweepEvidence, {}))
    await app.runJobs()
  }
  app.clock.set('2028-11-17T10:00:00Z')
  await sweepAll()
  expect([await kept(), await files()]).toMatchObject([{ length: 1 }, { length: 1 }])
  app.clock.set('2028-11-19T10:00:00Z')
  await sweepAll()
  expect([await kept(), await files()]).toEqual([[], []])
})

test('the house that deletes a comment tells its author and answers whoever reported it', async () => {
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  const other = await member(app)
  for (const who of [ada, other]) await app.as(who).community.report({ postId, commentId, reason: 'Spam' })
  await app.as(other).community.report({ postId, reason: 'Something else' })
  await app.as(boss).community.deleteCommentByHouse({ id: commentId })
  await app.runJobs()
  const told = async (who: Person) =>
    await app.sql('select title, text from notifications where user_id = $1 order by title', [who.id])
  for (const who of [ada, other])
    expect(await told(who)).toEqual([
      { title: 'The house decided about your report', text: 'What you reported is deleted.' },
    ])
  expect(await told(ben)).toEqual([{ title: 'The house deleted your comment', text: 'Buy here' }])
  expect((await app.as(boss).community.decisions({ outcome: 'deleted' })).rows).toMatchObject([
    { commentId, words: 'Buy here', status: 'gone' },
  ])
  // What waits about the post itself goes on waiting.
  expect(await waiting()).toMatchObject([{ reason: 'Something else', commentId: null }])
})

test('what the house tells of a comment leads to its post, as long as there is something to read for its author', async () => {
  const moderate = async (who: Person) => {
    const { id: commentId } = await comment(app, postId, who.id, { content: 'Buy here' })
    await app.as(boss).community.hide({ postId, commentId, reason })
    await app.as(boss).community.show({ postId, commentId })
    await app.runJobs()
    const told = () => app.as(who).notifications.list({ kind: 'moderation' })
    // While the comment is there, its author reads on its page what became of it.
    for (const { path, title } of (await told()).rows)
      if (title.includes('comment')) expect([title, path]).toEqual([title, `/community/${postId}`])
    await app.as(who).community.one({ id: postId })
    await app.as(boss).community.deleteCommentByHouse({ id: commentId })
    await app.runJobs()
    const said = (await told()).rows.filter(({ title }) => title.includes('comment'))
    expect(said.map(({ title }) => title).sort()).toEqual([
      'The house deleted your comment',
      'Your comment is shown again',
      'Your comment was hidden',
    ])
    await app.sql('delete from notifications')
    return said.find(({ title }) => title.includes('deleted'))!.path
  }
  expect(await moderate(ben)).toBe(`/community/${postId}`)
  await hides()
  expect(await moderate(ben)).toBe('/community')
  expect(await moderate(ada)).toBe(`/community/${postId}`)
})

test('under a hidden post somebody reads no word of it, but their own comment, why that is hidden, and appeals', async () => {
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  await comment(app, postId, ada.id, { content: 'They are gone' })
  const cleo = await member(app)
  await app.as(boss).community.hide({ postId, commentId, reason: 'The comment is an advertisement.' })
  await hides()
  const stub = await app.as(ben).community.one({ id: postId })
  expect(stub).toMatchObject({
    ...{ id: postId, isStub: true, status: 'hidden', isOwn: false, title: 'A hidden post', content: '', userId: null },
    ...{ hiddenReason: null, picture: null, imageAlt: '', mentions: [], likeCount: 0, commentCount: 0 },
    can: { edit: false, remove: false, moderate: false, comment: false, report: false },
  })
  const [{ title, content }] = (await app.sql<{ title: string; content: string }>(
    'select title, content from community_posts',
  )) as [{ title: string; content: string }]
  for (const words of [title, content, reason, ada.id]) expect(JSON.stringify(stub)).not.toContain(words)
  const mine = await app.as(ben).community.comments({ postId })
  expect(mine.rows).toMatchObject([
    { id: commentId, content: 'Buy here', status: 'hidden', hiddenReason: 'The comment is an advertisement.' },
  ])
  const { id, can } = await own(ben, commentId)
  expect(can).toEqual({ appeal: true })
  await app.as(ben).community.appeal({ id, words: 'It was a gift.' })
  // Who said nothing to it finds no post there, and nobody finds it in the feed or answers to it.
  for (const who of [cleo, null]) {
    expect(await isSeen(who)).toBe(who ? 'NOT_FOUND' : 'NOT_OPEN')
    if (who) await expect(app.as(who).community.comments({ postId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await app.as(ben).community.feed({})).rows).toEqual([])
  await expect(app.as(ben).community.like({ id: postId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(ben).community.comment({ postId, content: 'So?' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // Its author and the house read it as before.
  for (const who of [ada, boss])
    expect(await app.as(who).community.one({ id: postId })).toMatchObject({ isStub: false, title: 'Prints for sale' })
  expect((await app.as(boss).community.comments({ postId })).rows).toHaveLength(2)
  // Nothing of one's own is left to read there.
  await app.as(ben).community.removeComment({ id: commentId })
  expect(await isSeen(ben)).toBe('NOT_FOUND')
})
