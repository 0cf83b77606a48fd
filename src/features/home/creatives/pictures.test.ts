import { beforeEach, expect, test } from 'vitest'
import { member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { openSession } from '#test/browser.ts'
import { uploadedFor } from '#test/events.ts'
import { pngOf } from '#test/pictures.ts'
import { mostWorks } from './inputs.ts'

// Pictures of members and of their works: who puts them in, who reads them, and that they go.
const app = sharedTestApp()
let [ada, eve] = [null, null] as unknown as [Person, Person]
beforeEach(async () => {
  ;[ada, eve] = [await member(app), await member(app)]
  await app.as(ada).creatives.save({ role: 'Printmaker', visibility: 'everyone' })
})

const uploaded = () => uploadedFor(app, ada, 'creative-image')
const status = async (src: string) => (await app.fetch(src)).status
/** The address of the picture of oneself, which everybody reads. */
async function portrait() {
  await app.as(ada).creatives.setPicture({ fileId: await uploaded() })
  const { src } = (await app.as(ada).creatives.mine()).picture!
  expect(await status(src)).toBe(200)
  return src
}
/** No row leads to it, so that its bytes go as well. */
const isDropped = async (src: string) => {
  const [row] = await app.sql('select deleted_at is not null as "isGone" from files where id = $1', [
    src.slice('/files/'.length),
  ])
  expect([await status(src), row]).toEqual([404, { isGone: true }])
}

test('another picture of oneself takes the place of the former, which is gone', async () => {
  const former = await portrait()
  await portrait()
  await isDropped(former)
})

test('the picture of oneself that is taken away is gone', async () => {
  const src = await portrait()
  await app.as(ada).creatives.removePicture()
  await isDropped(src)
})

test('the picture of a work that is taken off is gone', async () => {
  const { id } = await app.as(ada).creatives.addWork({ fileId: await uploaded(), title: 'Night market' })
  const { src } = (await app.as(ada).creatives.mine()).works[0]!.picture!
  expect(await status(src)).toBe(200)
  await app.as(ada).creatives.removeWork({ id })
  await isDropped(src)
})

test('the picture as it was uploaded is for whoever uploaded it', async () => {
  const fileId = await uploaded()
  const statuses = [ada, eve].map(async who => {
    const cookie = await openSession(app.runtime, who.id)
    return (await app.fetch(`/files/${fileId}`, { headers: { cookie } })).status
  })
  expect(await Promise.all(statuses)).toEqual([200, 404])
})

test('members alone upload pictures of themselves and their works, in good standing', async () => {
  const uploads = async (who: Person) => {
    const headers = { cookie: await openSession(app.runtime, who.id), 'content-type': 'image/png', connection: 'close' }
    const body = new Uint8Array(pngOf(2, 2))
    return (await app.fetch('/files/creative-image', { method: 'POST', body, headers })).status
  }
  const onHold = await member(app, { status: 'suspended' })
  expect([await uploads(ada), await uploads(await person(app)), await uploads(onHold)]).toEqual([201, 404, 403])
})

test('among one’s own works, and under one’s name, are nobody else’s, and theirs are not counted', async () => {
  await app.as(eve).creatives.save({ role: 'Potter', visibility: 'members' })
  const add = async (who: Person, title: string) =>
    app.as(who).creatives.addWork({ fileId: await uploadedFor(app, who, 'creative-image'), title })
  for (let work = 1; work <= mostWorks; work++) await add(eve, `Test tiles ${work}`)
  await add(ada, 'Night market')
  const { works, slug, can } = await app.as(ada).creatives.mine()
  expect(works.map(({ title }) => title)).toEqual(['Night market'])
  expect(can.addWork).toBe(true)
  expect((await app.as(eve).creatives.one({ id: slug! })).works.map(({ title }) => title)).toEqual(['Night market'])
  expect((await app.as(eve).creatives.mine()).can.addWork).toBe(false)
})
