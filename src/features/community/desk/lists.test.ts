import { beforeEach, expect, test } from 'vitest'
import { post } from '#seed/factories/community.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// What the office finds in its lists of posts, reports and decisions.
const app = sharedTestApp()
let [ada, ben, boss] = [null, null, null] as unknown as [Person, Person, Person]
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  for (const table of ['community_reports', 'community_decisions', 'community_evidence', 'community_posts'])
    await app.sql(`delete from ${table}`)
  ;[ada, ben, boss] = [await member(app), await member(app), await admin(app)]
})

const desk = () => app.as(boss).community
const reason = 'This is an advertisement.'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 9, minute))
const titles = (page: { rows: { title: string }[] }) => page.rows.map(({ title }) => title)
/** A post of Ada's that Ben reports; the id of the post. */
async function reported(title: string, why = 'Spam') {
  const { id: postId } = await post(app, ada.id, { title })
  app.clock.advance(1_000)
  await app.as(ben).community.report({ postId, reason: why })
  return postId
}
async function decides(postId: string, outcome: 'kept' | 'hidden') {
  const { id } = (await desk().reports({ state: 'waiting' })).rows.find(row => row.postId === postId)!
  await desk().decide({ id, outcome, reason })
}
async function appeals(postId: string, outcome?: 'restored' | 'upheld') {
  const { id } = await app.as(ada).community.ownDecision({ postId })
  await app.as(ada).community.appeal({ id, words: 'I gave them away.' })
  if (outcome) await desk().decideAppeal({ id, outcome, answer: 'We looked again.' })
}

test('pinned posts come first, then the newest', async () => {
  await post(app, ada.id, { title: 'Pinned', createdAt: at(0), isPinned: true })
  for (const minute of [1, 2]) await post(app, ada.id, { title: `At ${minute}`, createdAt: at(minute) })
  expect(titles(await desk().posts({}))).toEqual(['Pinned', 'At 2', 'At 1'])
})

test('posts are found by whether they are shown', async () => {
  await post(app, ada.id, { title: 'Shown' })
  await post(app, ada.id, { title: 'Hidden', status: 'hidden', hiddenReason: reason })
  expect(titles(await desk().posts({ status: 'hidden' }))).toEqual(['Hidden'])
  expect(titles(await desk().posts({ status: 'published' }))).toEqual(['Shown'])
})

test('posts are found by whether they are pinned', async () => {
  await post(app, ada.id, { title: 'Pinned', isPinned: true })
  await post(app, ada.id, { title: 'Not pinned' })
  expect(titles(await desk().posts({ pinned: 'yes' }))).toEqual(['Pinned'])
  expect(titles(await desk().posts({ pinned: 'no' }))).toEqual(['Not pinned'])
})

test('reports are found by what is wrong and by the title of the post', async () => {
  await reported('Prints for sale')
  await reported('A mitre saw', 'It is mine')
  expect(titles(await desk().reports({ q: 'prints' }))).toEqual(['Prints for sale'])
  expect(titles(await desk().reports({ q: 'is mine' }))).toEqual(['A mitre saw'])
  expect(titles(await desk().reports({ q: 'kiln' }))).toEqual([])
})

test('of reports it is counted what waits, and decided once', async () => {
  const first = await reported('Prints for sale')
  await reported('A mitre saw')
  expect(await desk().reports({})).toMatchObject({ total: 2, waiting: 2 })
  await decides(first, 'kept')
  const { rows, total, waiting } = await desk().reports({})
  expect({ total, waiting }).toEqual({ total: 2, waiting: 1 })
  expect(rows.map(({ title, can }) => [title, can.decide])).toEqual([
    ['A mitre saw', true],
    ['Prints for sale', false],
  ])
  expect(await desk().reports({ state: 'decided' })).toMatchObject({ total: 1, waiting: 1 })
  expect(await desk().reports({ q: 'kiln' })).toMatchObject({ total: 0, waiting: 1 })
})

test('decisions are found by what was decided', async () => {
  await decides(await reported('Prints for sale'), 'hidden')
  await decides(await reported('A mitre saw'), 'kept')
  expect(titles(await desk().decisions({ outcome: 'hidden' }))).toEqual(['Prints for sale'])
  expect(titles(await desk().decisions({ outcome: 'kept' }))).toEqual(['A mitre saw'])
})

test('appeals are found by what was answered to them', async () => {
  for (const [title, outcome] of [
    ['Stays hidden', 'upheld'],
    ['Shown again', 'restored'],
    ['Not answered', undefined],
  ] as const) {
    const postId = await reported(title)
    await decides(postId, 'hidden')
    await appeals(postId, outcome)
  }
  const found = async (appeal: 'waiting' | 'upheld' | 'restored') => titles(await desk().decisions({ appeal }))
  expect([await found('upheld'), await found('restored'), await found('waiting')]).toEqual([
    ['Stays hidden'],
    ['Shown again'],
    ['Not answered'],
  ])
  expect(await desk().decisions({})).toMatchObject({ total: 3, appeals: 1 })
})
