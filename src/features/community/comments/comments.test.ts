import { beforeEach, expect, test } from 'vitest'
import { erasePerson } from '#features/house/privacy/model.ts'
import { comment, post } from '#seed/factories/community.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()
let [ada, ben, boss] = [null, null, null] as unknown as [Person, Person, Person]
let postId: string
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ;[ada, ben, boss] = [await member(app), await member(app, { firstName: 'Ben', lastName: 'Okri' }), await admin(app)]
  postId = (await post(app, ada.id)).id
})

const says = (who: Person, content: string) => app.as(who).community.comment({ postId, content })
const read = async (who: Person = ada, before?: string) =>
  app.as(who).community.comments({ postId, ...(before && { before }) })
const contents = async (who: Person = ada) => (await read(who)).rows.map(({ content }) => content)

test('members comment, in the order in which they wrote, and the post counts it', async () => {
  await says(ben, ' I have one. ')
  app.clock.set('2026-11-18T10:01:00Z')
  await says(ada, 'Thank you.\nI come on Friday.')
  expect((await read()).rows).toMatchObject([
    { author: 'Ben Okri', content: 'I have one.', isOwn: false, can: { remove: false, report: true } },
    { content: 'Thank you.\nI come on Friday.', isOwn: true, can: { remove: true, report: false } },
  ])
  expect(await app.as(ben).community.one({ id: postId })).toMatchObject({ commentCount: 2 })
})

test('a comment is not blank and not longer than 2,000 characters', async () => {
  await expect(says(ben, ' \n ')).rejects.toMatchObject({ message: 'Comment cannot be empty' })
  await expect(says(ben, 'a'.repeat(2_001))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await says(ben, 'a'.repeat(2_000))
  expect(await contents()).toHaveLength(1)
})

test('the last comments come first, and those before them on demand, without a gap', async () => {
  for (let minute = 0; minute < 120; minute++)
    await comment(app, postId, ben.id, {
      content: `${minute}`,
      createdAt: new Date(Date.UTC(2026, 10, 17, 9, minute % 59)),
    })
  const expected = await app.sql<{ content: string }>(
    'select content from community_post_comments where post_id = $1 order by created_at, id',
    [postId],
  )
  const found: string[] = []
  let before: string | undefined
  for (;;) {
    const page = await read(ada, before)
    found.unshift(...page.rows.map(({ content }) => content))
    if (page.before === null) break
    before = page.before
  }
  expect(found).toEqual(expected.map(({ content }) => content))
})

test('a comment is deleted by its author or an admin, and by nobody else', async () => {
  const [{ id: first }, { id: second }] = [await says(ben, 'One'), await says(ben, 'Two')]
  for (const who of [ada, boss])
    await expect(app.as(who).community.removeComment({ id: first })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(ada).community.deleteCommentByHouse({ id: first })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await app.as(ben).community.removeComment({ id: first })
  expect(await contents()).toEqual(['Two'])
  expect((await read(boss)).rows).toMatchObject([{ can: { remove: false, moderate: true } }])
  await app.as(boss).community.deleteCommentByHouse({ id: second })
  expect(await contents()).toEqual([])
  const { rows } = await app.as(boss).privacy.auditLog({ q: 'Comment in the community' })
  expect(rows[0]).toMatchObject({ action: 'delete', rowId: second })
})

test('nothing is said to a post that is gone or hidden, and what a hidden one was told only its authors read', async () => {
  await says(ben, 'One')
  await app.as(boss).community.hide({ postId, reason: 'An advertisement.' })
  await expect(says(ben, 'Two')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(says(ada, 'Two')).rejects.toMatchObject({ code: 'HIDDEN' })
  // Their own words alone, with which they may appeal; whoever said nothing to it finds nothing.
  expect(await contents(ben)).toEqual(['One'])
  await expect(contents(await member(app))).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Post not found' })
  expect(await contents(ada)).toEqual(['One'])
  await app.as(ada).community.remove({ id: postId })
  await expect(says(ada, 'Two')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('somebody is mentioned in a comment where its text has their name', async () => {
  const mentions = [ben.id, boss.id]
  await app.as(ada).community.comment({ postId, content: 'What says @Ben Okri?', mentions })
  expect((await read()).rows).toMatchObject([{ mentions: [{ userId: ben.id, name: 'Ben Okri' }] }])
})

test('whose post it is hears of a comment, and whoever is named in it that they are; nobody twice', async () => {
  const told = async (who: Person) =>
    (
      await app.sql<{ title: string }>('select title from notifications where user_id = $1 order by title desc', [
        who.id,
      ])
    ).map(({ title }) => title)
  await app.as(ada).community.comment({ postId, content: 'What says @Ben Okri?', mentions: [ben.id] })
  expect([await told(ada), await told(ben)]).toEqual([[], ['mentioned you in a comment']])
  const { firstName, lastName, id } = ada
  await app.as(ben).community.comment({ postId, content: `Ask @${firstName} ${lastName}.`, mentions: [id] })
  await says(ben, 'I have one.')
  expect(await told(ada)).toEqual(['mentioned you in a comment', 'commented on your post'])
})

test('who wants to hear of no mention hears of a comment on their post that names them', async () => {
  const titles = () => app.sql('select title from notifications where user_id = $1', [ada.id])
  for (const channel of ['house', 'mail', 'push'] as const)
    await app.as(ada).notifications.choose({ kind: 'mention', channel, isOn: false })
  const { firstName, lastName, id } = ada
  await app.as(ben).community.comment({ postId, content: `Ask @${firstName} ${lastName}.`, mentions: [id] })
  expect(await titles()).toEqual([{ title: 'commented on your post' }])
})

test('Ann King is not spoken to where Ann Kingsley is, and her erasure leaves the names of others', async () => {
  const named = (firstName: string, lastName: string) => member(app, { firstName, lastName })
  const [king, kingsley, prince] = [
    await named('Ann', 'King'),
    await named('Ann', 'Kingsley'),
    await named('Ann', 'King Prince (Ada)'),
  ]
  const says = (content: string, ids: Person[]) =>
    app.as(ben).community.comment({ postId, content, mentions: ids.map(({ id }) => id) })
  const textOf = async ({ id }: { id: string }) =>
    (await app.sql<{ content: string }>('select content from community_post_comments where id = $1', [id]))[0]!.content
  const told = async ({ id }: Person) => (await app.sql('select 1 from notifications where user_id = $1', [id])).length
  await says('Ask @Ann Kingsley or @Ann King Prince (Ada).', [king, kingsley, prince])
  expect([await told(king), await told(kingsley), await told(prince)]).toEqual([0, 1, 1])
  const comment = await says('@Ann King, @Ann Kingsley, @Ann King Prince (Ada)! And @Ann King’s saw; not @Ann Kingé.', [
    king,
    kingsley,
    prince,
  ])
  expect(await told(king)).toBe(1)
  // What was reported of it is kept as it was, but not with the name of somebody who is gone.
  await app.as(ada).community.report({ postId, commentId: comment.id, reason: 'Spam' })
  const kept = () => app.sql('select content from community_evidence where comment_id = $1', [comment.id])
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, king.id))
  const left = '@a former member, @Ann Kingsley, @Ann King Prince (Ada)! And @a former member’s saw; not @Ann Kingé.'
  expect(await textOf(comment)).toBe(left)
  expect(await kept()).toEqual([{ content: left }])
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, prince.id))
  expect(await textOf(comment)).toBe(
    '@a former member, @Ann Kingsley, @a former member! And @a former member’s saw; not @Ann Kingé.',
  )
})
