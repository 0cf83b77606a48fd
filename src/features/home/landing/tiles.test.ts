import { expect, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { addedCard, card, heroSave, tilesOf } from '#test/sections.ts'

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

test('the hero has a button text of 50 characters at most; it, cards and tiles lead to a page of this site or to a secure address [CNT-07]', async () => {
  const me = await admin(app)
  const { content } = app.as(me)
  const [tile] = (await tilesOf(app, me)) as [string]
  const feature = await addedCard(app, me)
  const hero = { title: 'A house', subtitle: 'Under one roof', buttonText: 'Come in', buttonLink: '/join' }
  const saveHero = async (change: object) =>
    content.saveSection(await heroSave(app, me, { content: { ...hero, ...change } }))
  const refused = (field: string, message: string) => ({ code: 'INVALID_INPUT', message, data: { field } })
  for (const [buttonText, message] of [
    [' ', 'Button text is required'],
    ['a'.repeat(51), 'Button text has at most 50 characters'],
  ] as const)
    await expect(saveHero({ buttonText })).rejects.toMatchObject(refused('buttonText', message))
  await saveHero({ buttonText: 'a'.repeat(50) })
  await expect(saveHero({ buttonLink: ' ' })).rejects.toMatchObject(refused('buttonLink', 'Button link is required'))
  const words = 'Links lead to a page of this site, such as /membership, or to an address that begins with https://'
  for (const link of [
    ...['javascript:alert(1)', 'http://people.example', '//people.example', '/\\people.example'],
    ...['data:text/html,x', 'membership', 'https://people.example/a b'],
  ]) {
    await expect(saveHero({ buttonLink: link }), link).rejects.toMatchObject(refused('buttonLink', words))
    for (const call of [
      () => content.changeTile({ id: tile, linkUrl: link }),
      () => content.changeFeature({ id: feature, linkUrl: link }),
      () => content.addFeature({ ...card, linkUrl: link }),
    ])
      await expect(call(), link).rejects.toMatchObject(refused('linkUrl', words))
  }
  for (const link of ['/membership?tier=builder', 'https://people.example/desks?a=b']) {
    await saveHero({ buttonLink: link })
    await content.changeTile({ id: tile, linkUrl: link })
    await content.changeFeature({ id: feature, linkUrl: link })
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
