import { expect, test } from 'vitest'
import { post } from '#seed/factories/community.ts'
import { member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// How much one person writes in a day, and how long it may be.
const app = sharedTestApp()

/** What this call counts is brought to one before its end; then once more is fine, and no more. */
async function endsAfter(points: number, call: () => Promise<unknown>) {
  const keys = () => app.sql<{ key: string }>('select key from limit_counters')
  const before = await keys()
  await call()
  const [counter, ...more] = (await keys()).filter(({ key }) => !before.some(each => each.key === key))
  expect(more).toEqual([])
  await app.sql('update limit_counters set points = $1 where key = $2', [points - 1, counter!.key])
  await call()
  await expect(call()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
}

test('in a day a person says 200 things to posts and reports 50', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  const { id: postId } = await post(app, ada.id)
  await endsAfter(200, () => app.as(ben).community.comment({ postId, content: 'I have one.' }))
  await endsAfter(50, () => app.as(ben).community.report({ postId, reason: 'Spam' }))
})

test('one post or comment speaks to 20 people, and a reason has 1,000 characters', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  const { id: postId } = await post(app, ada.id)
  const people = (count: number) => Array.from({ length: count }, (_, index) => `person-${index}`)
  const says = (mentions: string[]) => app.as(ben).community.comment({ postId, content: 'Hello', mentions })
  const writes = (mentions: string[]) => app.as(ben).community.write({ title: 'Hello', content: 'All', mentions })
  const reports = (who: Person, length: number) => app.as(who).community.report({ postId, reason: 'a'.repeat(length) })
  for (const call of [() => says(people(21)), () => writes(people(21)), () => reports(ben, 1_001)])
    await expect(call()).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  for (const call of [() => says(people(20)), () => writes(people(20)), () => reports(ben, 1_000)]) await call()
})
