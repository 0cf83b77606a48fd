import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { libraryImage } from '#test/sections.ts'
import { newsItem } from './inputs.ts'

const app = sharedTestApp()
let [ada, boss] = [null, null] as unknown as [Person, Person]
beforeAll(async () => {
  ;[ada, boss] = [await member(app), await admin(app)]
})

const item = (more: object = {}) => ({
  ...{ id: randomUUID(), title: 'A kiln', description: 'It is hot.', date: '2026-11-01', ...more },
})

async function publish(content: unknown) {
  const { version: basedOn } = await app.as(boss).content.section({ section: 'whats_new' })
  return app.as(boss).content.saveSection({ section: 'whats_new', content, basedOn, saving: 'publish' })
}

test('news are a list of items with title, description, type, date and picture, by admins only [CNT-14]', async () => {
  const imageUrl = await libraryImage(app, boss)
  const types = ['brand', 'product', 'event'] as const
  await publish(types.map((type, day) => item({ type, title: type, date: `2026-11-0${day + 1}`, imageUrl })))
  const [stored] = await app.sql<{ content: object[] }>(
    "select content from homepage_content where section_key = 'whats_new'",
  )
  expect(stored!.content.map(each => Object.keys(each).sort())).toEqual(
    types.map(() => ['date', 'description', 'id', 'imageUrl', 'title', 'type']),
  )
  const { rows } = await app.as(ada).content.news({})
  expect(rows).toMatchObject([{ type: 'event' }, { type: 'product' }, { type: 'brand' }])
  expect(rows[0]!.picture!.src).toContain('/files/')
  for (const wrong of [
    { title: '' },
    { description: ' ' },
    { type: 'rumour' },
    { date: '2026-02-30' },
    { imageUrl: 'https://x.example/a.png' },
  ])
    await expect(publish([item(wrong)])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(publish([item({ id: rows[0]!.id }), item({ id: rows[0]!.id })])).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expect(
    app.as(ada).content.saveSection({ section: 'whats_new', content: [], basedOn: 0, saving: 'publish' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a new item is of the type event unless it says otherwise', () => {
  expect(newsItem.parse(item()).type).toBe('event')
})

test('the newest come first, of one type or of all, twelve at a time, and one by its id', async () => {
  const days = Array.from({ length: 14 }, (_, day) =>
    item({
      title: `Day ${day + 1}`,
      date: `2026-10-${String(day + 1).padStart(2, '0')}`,
      type: day % 2 ? 'brand' : 'event',
    }),
  )
  await publish(days)
  const read = app.as(await person(app)).content
  const first = await read.news({})
  expect(first).toMatchObject({ total: 14 })
  expect(first.rows.map(({ title }) => title).slice(0, 2)).toEqual(['Day 14', 'Day 13'])
  expect(first.rows).toHaveLength(12)
  expect((await read.news({ page: 2 })).rows.map(({ title }) => title)).toEqual(['Day 2', 'Day 1'])
  expect((await read.news({ type: 'brand' })).total).toBe(7)
  expect(await read.newsItem({ id: days[1]!.id })).toMatchObject({
    title: 'Day 2',
    newer: { id: days[2]!.id },
    older: { id: days[0]!.id },
  })
  await expect(read.newsItem({ id: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'News item not found',
  })
  await expect(app.as(null).content.news({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a picture of the news says so where it is removed, also while the item is a draft', async () => {
  const imageUrl = await libraryImage(app, boss)
  const usedOn = async () => (await app.as(boss).images.list({})).rows.find(row => row.address === imageUrl)!.usedOn
  const { version } = await publish([item({ title: 'Now', imageUrl })])
  expect(await usedOn()).toEqual(['News “Now”'])
  const content = [item({ title: 'Soon', imageUrl })]
  await app.as(boss).content.saveSection({ section: 'whats_new', content, basedOn: version, saving: 'draft' })
  expect(await usedOn()).toEqual(['News “Now”', 'News “Soon”, draft'])
})
