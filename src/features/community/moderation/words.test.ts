import { beforeEach, expect, test } from 'vitest'
import { comment } from '#seed/factories/community.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// What people are told of what others wrote, and what is left of it once that is gone.
const app = sharedTestApp()
let [ada, ben, eve, boss] = [null, null, null, null] as unknown as [Person, Person, Person, Person]
let postId: string
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  for (const table of ['community_reports', 'community_decisions', 'community_evidence', 'community_posts'])
    await app.sql(`delete from ${table}`)
  ;[ada, ben, eve, boss] = [
    await member(app),
    await member(app, { firstName: 'Ben', lastName: 'Okri' }),
    await member(app),
    await admin(app),
  ]
  const words = { title: 'Rotten pears', content: 'Who wants them, @Ben Okri?', mentions: [ben.id] }
  postId = (await app.as(ada).community.write(words)).id
})

const reason = 'This is an advertisement.'
const quoted = async (who: Person) =>
  (
    await app.sql<{ kind: string; text: string }>(
      `select kind, text from notifications where user_id = $1 and kind in ('mention', 'comment', 'like') order by kind`,
      [who.id],
    )
  ).map(({ kind, text }) => `${kind} ${text}`.trim())
const answers = async (who: Person) => {
  await app.runJobs()
  return (await app.as(who).notifications.list({ kind: 'moderation' })).rows.map(
    ({ title, text }) => `${title}: ${text}`,
  )
}
const reports = (who: Person, commentId?: string) =>
  app.as(who).community.report({ postId, reason: 'Spam', ...(commentId && { commentId }) })
const waiting = async () => (await app.as(boss).community.reports({ state: 'waiting' })).rows
const decides = async (outcome: 'kept' | 'hidden', about: string | null = null) => {
  const { id } = (await waiting()).find(({ commentId }) => commentId === about)!
  await app.as(boss).community.decide({ id, outcome, reason })
}

test('a comment that its author deletes is quoted to nobody any more', async () => {
  const { id } = await app.as(ben).community.comment({ postId, content: 'Yuck' })
  expect(await quoted(ada)).toEqual(['comment Yuck'])
  await app.as(ben).community.removeComment({ id })
  expect(await quoted(ada)).toEqual(['comment'])
})

test('a post that its author deletes is quoted to nobody any more', async () => {
  expect(await quoted(ben)).toEqual(['mention Who wants them, @Ben Okri?'])
  await app.as(ada).community.remove({ id: postId })
  expect(await quoted(ben)).toEqual(['mention'])
})

test('of a post that the house hides the words go from mentions, comments and likes', async () => {
  await app.as(ben).community.comment({ postId, content: 'Yuck' })
  await app.as(eve).community.like({ id: postId })
  expect(await quoted(ada)).toEqual(['comment Yuck', 'like Rotten pears'])
  await app.as(boss).community.hide({ postId, reason })
  expect([await quoted(ada), await quoted(ben)]).toEqual([['comment', 'like'], ['mention']])
})

test('a decision about a post is none about what was said to it', async () => {
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  await reports(ben)
  await reports(eve, commentId)
  await decides('kept')
  expect(await waiting()).toMatchObject([{ commentId }])
  expect(await answers(eve)).toEqual([])
  await decides('hidden', commentId)
  await expect(app.as(ada).community.ownDecision({ postId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('whoever reported it hears that it stays', async () => {
  await reports(eve)
  await decides('kept')
  expect(await answers(eve)).toEqual(['The house decided about your report: What you reported stays as it is.'])
})

test('whoever had their answer is not told again when somebody else reports it, or the house deletes it', async () => {
  await reports(ben)
  await decides('kept')
  expect(await answers(ben)).toHaveLength(1)
  await app.as(ben).notifications.markAllRead({})
  await reports(eve)
  await decides('kept')
  expect([await answers(ben), await answers(eve)]).toMatchObject([{ length: 1 }, { length: 1 }])
  await app.as(boss).community.deleteByHouse({ id: postId })
  expect([await answers(ben), await answers(eve)]).toMatchObject([{ length: 1 }, { length: 1 }])
})

test('an author is told of each hiding, also of the second within the hour', async () => {
  const hidings = async () => (await answers(ada)).filter(line => line.startsWith('Your post was hidden')).length
  await app.as(boss).community.hide({ postId, reason })
  expect(await hidings()).toBe(1)
  await app.as(ada).notifications.markAllRead({})
  await app.as(boss).community.show({ postId })
  await app.as(boss).community.hide({ postId, reason })
  expect(await hidings()).toBe(2)
})
