import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '#platform/jobs/cleanup.ts'
import { admin, committee, doorStaff, goodPassword, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { sessionCookie } from '#test/browser.ts'
import { pngOf } from '#test/pictures.ts'

const app = sharedTestApp()
let boss: Person
let cookie: string
beforeAll(async () => {
  boss = await admin(app, { password: goodPassword })
  cookie = await sessionCookie(app, boss.email)
})
beforeEach(() => app.sql('delete from limit_counters'))

const painted = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d13b1e' } })
    .jpeg()
    .toBuffer()

const send = (purpose: string, body: Uint8Array, as = cookie, name = 'my secret name.jpg') =>
  app.fetch(`/files/${purpose}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { cookie: as, 'content-type': 'image/jpeg', 'x-file-name': encodeURIComponent(name), connection: 'close' },
  })

async function uploaded(purpose = 'admin-uploads', body?: Uint8Array): Promise<string> {
  const answer = await send(purpose, body ?? (await painted(1200, 800)))
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

const added = async (more: object = {}, body?: Uint8Array) =>
  app
    .as(boss)
    .images.add({ fileId: await uploaded('admin-uploads', body), bucket: 'admin-uploads', alt: 'A press', ...more })

const oneOf = async (id: string) => (await app.as(boss).images.list({})).rows.find(row => row.id === id)

test('admin uploads go to their bucket and pictures of the home page to theirs, where only admins write, and what a file is called is made here [CNT-64]', async () => {
  const others = [
    await member(app, { password: goodPassword }),
    await committee(app, { password: goodPassword }),
    await doorStaff(app, { password: goodPassword }),
  ]
  const someone = others[0]!
  for (const purpose of ['admin-uploads', 'homepage-images'] as const) {
    for (const other of others)
      expect((await send(purpose, await painted(8, 8), await sessionCookie(app, other.email))).status).toBe(404)
    expect((await send(purpose, await painted(8, 8), '')).status).toBeGreaterThanOrEqual(401)
    const answer = await send(purpose, await painted(8, 8))
    expect(answer.status).toBe(201)
    const { id: fileId, name } = (await answer.json()) as { id: string; name: string }
    expect(name).toMatch(new RegExp(`^${purpose}-[0-9a-f]{12}\\.jpg$`))
    // What was uploaded to one bucket does not come into the other.
    const foreign = purpose === 'admin-uploads' ? 'homepage-images' : 'admin-uploads'
    const { images } = app.as(boss)
    await expect(images.add({ fileId, bucket: foreign, alt: 'A press' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { id } = await images.add({ fileId, bucket: purpose, alt: 'A press' })
    expect((await oneOf(id))!.bucket).toBe(purpose)
    expect((await images.list({ bucket: foreign })).rows.map(row => row.id)).not.toContain(id)
  }
  expect((await send('site-image', await painted(8, 8))).status).toBe(404)
  await expect(app.as(someone).images.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('pictures of the home page are kept in a folder named by the user id of who uploads them, with random names, and are served and removed', async () => {
  const fileId = await uploaded('homepage-images')
  const [file] = await app.sql<{ key: string }>('select storage_key as key from files where id = $1', [fileId])
  expect(file!.key).toMatch(new RegExp(`^homepage-images/${boss.id}/[0-9a-f]{48}$`))
  const { address, id } = await app.as(boss).images.add({ fileId, bucket: 'homepage-images', alt: 'A press' })
  expect((await app.fetch(address)).status).toBe(200)
  await app.as(boss).images.remove({ id })
  await app.write(tx => tx.enqueue(sweep, {}))
  await app.runJobs()
  expect(await app.runtime.storage.get(file!.key)).toBeNull()
  expect(await app.sql('select 1 from files where id = $1', [fileId])).toEqual([])
})

test('what is too large, or no picture by its content, is refused in the specified words', async () => {
  const large = await send('admin-uploads', Buffer.alloc(5 * 1_048_576 + 1, 1))
  expect(large.status).toBe(413)
  expect(JSON.stringify(await large.json())).toContain('File too large')
  const disguised = await send('admin-uploads', Buffer.from('%PDF-1.7 no picture'))
  expect(disguised.status).toBe(415)
  expect(JSON.stringify(await disguised.json())).toContain('Invalid file type')
})

test('a picture is listed with its address, by bucket, words and use, and everybody may see it', async () => {
  const { id, address } = await added({ alt: 'Two people at a printing press' })
  const row = await oneOf(id)
  expect(row).toMatchObject({ address, width: 1200, height: 800, usedOn: [], bucket: 'admin-uploads' })
  expect(row!.picture!.sources[0]!.srcSet.split(', ')).toHaveLength(3)
  expect((await app.fetch(address)).status).toBe(200)
  const found = async (input: object) => (await app.as(boss).images.list(input)).rows.map(each => each.id)
  expect(await found({ q: 'printing' })).toEqual([id])
  expect(await found({ bucket: 'homepage-images' })).not.toContain(id)
  expect(await found({ use: 'used' })).not.toContain(id)
  expect(await found({ use: 'unused', sort: 'alt' })).toContain(id)
  // What is kept stays, although nobody owns it any more.
  app.clock.set('2026-11-21T10:00:00Z')
  await app.write(tx => tx.enqueue(sweep, {}))
  await app.runJobs()
  expect((await app.fetch(address)).status).toBe(200)
})

test('a crop is cut around the focal point from the whole, and the address stays', async () => {
  const halves = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#000000' } })
    .composite([{ input: await painted(200, 200), left: 200, top: 0 }])
    .jpeg()
    .toBuffer()
  const { id, address } = await added({ focusLeft: 100, cropShape: 'square' }, halves)
  const redOf = async () => {
    const { picture } = (await oneOf(id))!
    const { width, height } = picture!
    const bytes = Buffer.from(await (await app.fetch(picture!.src)).arrayBuffer())
    const { channels } = await sharp(bytes).stats()
    return { width, height, isRed: channels[0]!.mean > 100, focus: picture!.focus }
  }
  expect(await redOf()).toEqual({ width: 200, height: 200, isRed: true, focus: [100, 50] })
  const first = (await oneOf(id))!.picture!.src
  await app.as(boss).images.change({ id, focusLeft: 0, was: { focusLeft: 100 } })
  expect(await redOf()).toEqual({ width: 200, height: 200, isRed: false, focus: [0, 50] })
  expect((await app.fetch(first)).status).toBe(404)
  await app.as(boss).images.change({ id, cropShape: 'whole', was: { cropShape: 'square' } })
  expect(await redOf()).toMatchObject({ width: 400, height: 200 })
  expect((await oneOf(id))!.address).toBe(address)
  await expect(
    app.as(boss).images.change({ id, alt: 'Another', was: { alt: 'What it never said' } }),
  ).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', data: { field: 'alt', is: 'A press' } })
  await expect(app.as(boss).images.change({ id, alt: ' ', was: {} })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('pictures of the directory fit into 400 by 400 as JPEG at quality 0.9, keep their proportions, and the directory shows no others [CNT-22]', async () => {
  const sizeOf = async (body: Uint8Array) => {
    const { id, address } = await added({ isSmall: true }, body)
    const { picture } = (await oneOf(id))!
    expect(picture!.sources).toHaveLength(1)
    const bytes = Buffer.from(await (await app.fetch(picture!.src)).arrayBuffer())
    const { format, width, height } = await sharp(bytes).metadata()
    return { address, bytes, is: { format, width, height, mime: picture!.sources[0]!.mime } }
  }
  const wide = await sizeOf(await painted(1200, 800))
  expect(wide.is).toEqual({ format: 'jpeg', width: 400, height: 267, mime: 'image/jpeg' })
  expect((await sizeOf(await painted(300, 600))).is).toMatchObject({ width: 200, height: 400 })
  expect((await sizeOf(pngOf(50, 20))).is).toMatchObject({ format: 'jpeg', width: 50, height: 20 })
  // The quality of a JPEG is in the table by which it was rounded.
  const ofQuality = (quality: number) => sharp(pngOf(64, 64)).jpeg({ quality }).toBuffer()
  expect(roundedBy(wide.bytes)).toEqual(roundedBy(await ofQuality(90)))
  expect(roundedBy(wide.bytes)).not.toEqual(roundedBy(await ofQuality(89)))

  const list = async (input: object) => (await app.as(boss).images.list(input)).rows.map(row => row.address)
  const { address: large } = await added()
  expect(await list({})).toEqual(expect.arrayContaining([wide.address, large]))
  expect(await list({ size: 'small' })).toContain(wide.address)
  expect(await list({ size: 'small' })).not.toContain(large)
  const saves = async (imageUrl: string) => {
    const section = 'creative_directory'
    const { version: basedOn } = await app.as(boss).content.section({ section })
    const creatives = [{ id: 'bo', name: 'Bo', imageUrl }]
    const content = { title: 'Directory', creatives }
    return app.as(boss).content.saveSection({ section, content, basedOn, saving: 'publish' })
  }
  await expect(saves(large)).rejects.toMatchObject({
    ...{
      code: 'INVALID_INPUT',
      message: 'There is no such picture that fits 400 by 400. Please choose another, or add it here.',
    },
    data: { field: 'creatives.0.imageUrl' },
  })
  await saves(wide.address)
})

/** The first table of a JPEG by which its colours were rounded. */
function roundedBy(jpeg: Buffer): number[] {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]))
  return [...jpeg.subarray(at + 5, at + 5 + 64)]
}

test('a facility shows the chosen picture at once, and it is not removed by somebody who was not told', async () => {
  const { id, address } = await added()
  const list = async () => (await app.as(boss).facilities.images()).find(row => row.facilityKey === 'sauna')!
  const sauna = await list()
  expect(sauna).toMatchObject({ facilityName: 'Sauna', imageUrl: '', picture: null })
  await app.as(boss).facilities.changeImage({ id: sauna.id, imageUrl: address, was: { imageUrl: '' } })
  expect((await list()).picture).toMatchObject({ alt: 'A press', focus: [50, 50] })
  expect((await oneOf(id))!.usedOn).toEqual(['Facility Sauna'])
  const { images } = app.as(boss)
  await expect(images.remove({ id })).rejects.toMatchObject({ code: 'IN_USE' })
  await images.remove({ id, known: ['Facility Sauna'] })
  expect(await oneOf(id)).toBeUndefined()
  expect((await app.fetch(address)).status).toBe(404)
  expect((await list()).picture).toBeNull()
  await expect(
    app.as(boss).facilities.changeImage({ id: sauna.id, imageUrl: address, was: { imageUrl: address } }),
  ).rejects.toMatchObject({ code: 'NO_IMAGE' })
})

test('facility images come by name, and of one nothing changes but its image_url [CNT-55]', async () => {
  const { address } = await added()
  const { facilities } = app.as(boss)
  const stored = () => app.sql<{ id: string; image_url: string }>('select * from facility_images order by id')
  const listed = await facilities.images()
  const names = listed.map(row => row.facilityName)
  expect(names.length).toBeGreaterThan(3)
  expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : 1)))
  const before = await stored()
  const { id } = listed.at(-1)!
  await facilities.changeImage({ id, imageUrl: address })
  expect(await stored()).toEqual(before.map(row => (row.id === id ? { ...row, image_url: address } : row)))
  for (const more of [{ facilityName: 'Attic' }, { facilityKey: 'attic' }])
    await expect(facilities.changeImage({ id, imageUrl: '', ...more })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  expect((await facilities.images()).map(row => row.facilityName)).toEqual(names)
})
