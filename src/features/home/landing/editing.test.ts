import { expect, test } from 'vitest'
import { admin, committee } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { card, tilesOf } from '#test/sections.ts'
import { moved } from './rules.ts'

const app = sharedTestApp()

const shown = async () => (await app.as(null).content.landing()).features.map(({ title }) => title)

test('a new feature has the icon Star and the link text "Learn More →", and stands at the end [CNT-25]', async () => {
  const boss = app.as(await admin(app)).content
  await boss.addFeature({ ...card, title: 'The first' })
  await boss.addFeature({ ...card, title: 'The second' })
  const rows = await boss.features()
  expect(rows.slice(-2)).toMatchObject([
    { title: 'The first', iconName: 'Star', linkText: 'Learn More →', linkUrl: '', isActive: true },
    { title: 'The second' },
  ])
  expect((await shown()).slice(-2)).toEqual(['The first', 'The second'])
})

test('features are read by their order, added, changed, turned off and deleted by admins alone [CNT-24, CNT-26]', async () => {
  const boss = app.as(await admin(app)).content
  const { id } = await boss.addFeature({
    ...card,
    title: 'A kiln',
    iconName: 'Heart',
    linkUrl: '/join',
    linkText: 'Come',
  })
  const mine = async () => (await boss.features()).find(row => row.id === id)
  expect(await mine()).toEqual({
    ...{ id, title: 'A kiln', description: card.description, iconName: 'Heart', linkUrl: '/join', linkText: 'Come' },
    ...{ displayOrder: expect.any(Number), isActive: true },
  })
  await boss.changeFeature({ id, title: 'Two kilns', was: { title: 'A kiln' } })
  expect(await shown()).toContain('Two kilns')
  await expect(boss.changeFeature({ id, title: 'Three kilns', was: { title: 'A kiln' } })).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { is: 'Two kilns' },
  })
  await boss.changeFeature({ id, isActive: false })
  expect(await shown()).not.toContain('Two kilns')
  await boss.deleteFeature({ id })
  expect(await mine()).toBeUndefined()
  await expect(boss.deleteFeature({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const linkUrl of ['http://people.example', '//people.example', 'javascript:alert(1)'])
    await expect(boss.addFeature({ ...card, linkUrl })).rejects.toMatchObject({ data: { field: 'linkUrl' } })
  const other = app.as(await committee(app)).content
  await expect(other.features()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(other.addFeature(card)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const audited = await app.sql(
    `select action from audit_log where table_name = 'landing_features' and row_id = $1 order by id`,
    [id],
  )
  expect(audited.map(({ action }) => action)).toEqual(['insert', 'update', 'update', 'delete'])
})

test('an order names every row once; one that was made of another list is refused and nothing moves', async () => {
  const boss = app.as(await admin(app)).content
  await boss.addFeature({ ...card, title: 'One' })
  await boss.addFeature({ ...card, title: 'Two' })
  const ids = (await boss.features()).map(({ id }) => id)
  const turned = ids.toReversed()
  await boss.orderFeatures({ ids: turned })
  expect((await boss.features()).map(({ id }) => id)).toEqual(turned)
  for (const wrong of [ids.slice(1), [...ids, crypto.randomUUID()], [...ids.slice(1), ids.at(-1)!]])
    await expect(boss.orderFeatures({ ids: wrong })).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect((await boss.features()).map(({ id }) => id)).toEqual(turned)
})

test('the page holds 24 cards, also when several are added in the same moment', async () => {
  const boss = app.as(await admin(app)).content
  const there = (await boss.features()).length
  const added = await Promise.allSettled(Array.from({ length: 27 - there }, () => boss.addFeature(card)))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(24 - there)
  expect(await boss.features()).toHaveLength(24)
})

test('tiles of Our Spaces are changed, turned off and put in another order by admins [CNT-29, CNT-30]', async () => {
  const me = await admin(app)
  const boss = app.as(me).content
  const ids = await tilesOf(app, me)
  const [first] = await boss.tiles()
  expect(first).toMatchObject({ id: ids[0], imageKey: 'coworking-space', isActive: true, displayOrder: 0 })
  await boss.changeTile({ id: ids[0]!, title: 'Desks', linkUrl: 'https://people.example/desks' })
  await boss.changeTile({ id: ids[1]!, isActive: false })
  const seen = async () => (await app.as(null).content.landing()).spaces.map(({ id }) => id)
  expect(await seen()).toEqual(ids.filter((_, index) => index !== 1))
  const turned = [ids[2]!, ids[0]!, ids[1]!, ...ids.slice(3)]
  await boss.orderTiles({ ids: turned })
  expect(await seen()).toEqual(turned.filter(id => id !== ids[1]))
  await expect(boss.orderTiles({ ids: ids.slice(1) })).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  await expect(app.as(await committee(app)).content.orderTiles({ ids })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a row moves by one place and stays at the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})
