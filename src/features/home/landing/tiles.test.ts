import { expect, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { addedCard, card, tilesOf } from '#test/sections.ts'

// What rules the words and links of cards and tiles have.
const app = sharedTestApp()

test('of two who change a tile the second is told what the first wrote', async () => {
  const [me, other] = [await admin(app), await admin(app)]
  const [id] = (await tilesOf(app, me)) as [string]
  const { title } = (await app.as(me).content.tiles())[0]!
  await app.as(me).content.changeTile({ id, title: 'Desks', was: { title } })
  await expect(app.as(other).content.changeTile({ id, title: 'Tables', was: { title } })).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { field: 'title', is: 'Desks' },
  })
  expect((await app.as(me).content.tiles())[0]).toMatchObject({ title: 'Desks' })
})

test('tiles and cards lead to a page of this site or to a secure address', async () => {
  const me = await admin(app)
  const { content } = app.as(me)
  const [tile] = (await tilesOf(app, me)) as [string]
  const feature = await addedCard(app, me)
  const refused = { code: 'INVALID_INPUT', data: { field: 'linkUrl' } }
  for (const linkUrl of [
    ...['javascript:alert(1)', 'http://people.example', '//people.example', '/\\people.example'],
    ...['data:text/html,x', 'membership'],
  ]) {
    await expect(content.changeTile({ id: tile, linkUrl }), linkUrl).rejects.toMatchObject(refused)
    await expect(content.changeFeature({ id: feature, linkUrl }), linkUrl).rejects.toMatchObject(refused)
    await expect(content.addFeature({ ...card, linkUrl }), linkUrl).rejects.toMatchObject(refused)
  }
  for (const linkUrl of ['', '/membership', 'https://people.example/desks']) {
    await content.changeTile({ id: tile, linkUrl })
    await content.changeFeature({ id: feature, linkUrl })
  }
})

test('the words of cards and tiles are there and have their lengths', async () => {
  const me = await admin(app)
  const { content } = app.as(me)
  const [tile] = (await tilesOf(app, me)) as [string]
  const feature = await addedCard(app, me)
  for (const [field, most] of [
    ['title', 100],
    ['description', 500],
    ['linkText', 50],
  ] as const)
    for (const [words, isFine] of [
      [' ', false],
      ['a'.repeat(most + 1), false],
      ['a'.repeat(most), true],
    ] as const) {
      const calls = [() => content.changeFeature({ id: feature, [field]: words })]
      if (field !== 'linkText') calls.push(() => content.changeTile({ id: tile, [field]: words }))
      for (const call of calls)
        if (isFine) await call()
        else await expect(call(), field).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field } })
    }
})
