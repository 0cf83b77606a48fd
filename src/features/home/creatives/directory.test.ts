import { beforeEach, expect, test } from 'vitest'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// The directory page by page, and what the house writes into it and takes out of it.
const app = sharedTestApp()
let [boss, eve] = [null, null] as unknown as [Person, Person]
beforeEach(async () => {
  for (const table of ['creative_profiles', 'homepage_content', 'content_versions'])
    await app.sql(`delete from ${table}`)
  ;[boss, eve] = [await admin(app), await member(app)]
})

const chosen = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ id: `chosen-${index + 1}`, name: `Chosen ${index + 1}`, ...more }))
async function chooses(creatives: object[]) {
  const { version: basedOn } = await app.as(boss).content.section({ section: 'creative_directory' })
  const content = { title: 'All of us', creatives }
  return app.as(boss).content.saveSection({ section: 'creative_directory', content, basedOn, saving: 'publish' })
}
/** Members who show themselves, the last by name first. */
async function show(count: number) {
  for (let number = count; number > 0; number--) {
    const who = await member(app, { firstName: 'Mo', lastName: `Park ${String(number).padStart(2, '0')}` })
    await app.as(who).creatives.save({ role: 'Printmaker', visibility: 'members' })
  }
}
const page = async (number: number) =>
  (await app.as(eve).content.directory({ page: number })).rows.map(({ name }) => name)
const members = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Mo Park ${String(from + index).padStart(2, '0')}`)

test('pages of twelve have whom the house chose and then members by name, each once', async () => {
  await chooses(chosen(14))
  await show(16)
  const names = chosen(14).map(({ name }) => name)
  expect(await page(1)).toEqual(names.slice(0, 12))
  expect(await page(2)).toEqual([...names.slice(12), ...members(1, 10)])
  expect(await page(3)).toEqual(members(11, 16))
  expect(await page(4)).toEqual([])
  expect(await app.as(eve).content.directory({})).toMatchObject({ total: 30 })
})

test('the work of whom the house chose is linked securely', async () => {
  for (const portfolio of ['javascript:alert(1)', 'http://mo.example', 'mo.example'])
    await expect(chooses(chosen(1, { portfolio }))).rejects.toMatchObject({
      data: { field: 'creatives.0.portfolio' },
    })
  await chooses(chosen(1, { portfolio: 'https://mo.example' }))
})

test('whose profile is taken down reads so among their notifications, with where to mend it', async () => {
  const ada = await member(app, { firstName: 'Anna', lastName: 'Lee' })
  const { slug } = await app.as(ada).creatives.save({ role: 'Printmaker', visibility: 'everyone' })
  await app.as(boss).creatives.takeDown({ id: slug! })
  await app.runJobs()
  expect((await app.as(ada).notifications.list({})).rows).toMatchObject([
    { kind: 'moderation', title: 'Your creative profile was taken down', path: '/account?tab=creative' },
  ])
})
