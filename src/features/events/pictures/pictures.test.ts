import { beforeEach, expect, test } from 'vitest'
import { event } from '#seed/factories/events.ts'
import { admin, committee, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { uploadedPicture } from '#test/events.ts'
import { appliedToHost, approvedEvent, drafted, readBy } from '#test/hosting.ts'
import { houseEvent } from '#test/house-events.ts'

const app = sharedTestApp()
let [ada, boss] = [null, null] as unknown as [Person, Person]
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ;[ada, boss] = [await member(app), await admin(app)]
})

const shows = async (who: Person, id: string) =>
  app
    .as(who)
    .events.setPicture({ id, fileId: await uploadedPicture(app, who), alt: 'A press and two prints', focus: 'top' })
const seen = async (id: string) => (await app.as(ada).events.one({ id })).picture
const bytesOf = async (src: string) => (await app.fetch(src)).status

test('the host gives an application a picture, and it is on the card and the page once it is approved', async () => {
  const id = await approvedEvent(app, ada)
  await shows(ada, id)
  const picture = await seen(id)
  expect(picture).toMatchObject({ alt: 'A press and two prints', focus: [50, 0], width: 1, height: 1 })
  expect(picture!.sources.map(({ mime }) => mime)).toEqual(['image/webp'])
  expect(await bytesOf(picture!.src)).toBe(200)
  const { rows } = await app.as(boss).events.list({})
  expect(rows.find(row => row.id === id)?.picture).toEqual(picture)
})

test('a picture belongs to what is decided: who read the application without it reads it again', async () => {
  const id = await appliedToHost(app, ada)
  const reviewer = await committee(app)
  const { approval } = await readBy(app, reviewer, id)
  app.clock.set('2026-11-18T10:01:00Z')
  await shows(ada, id)
  await expect(app.as(reviewer).hosting.approve(approval)).rejects.toMatchObject({ code: 'APPLICATION_CHANGED' })
  expect(await app.as(reviewer).events.picture({ id })).toMatchObject({ alt: 'A press and two prints' })
})

test('another picture takes the place of the first, which goes; and without one a poster is drawn', async () => {
  const { id } = await event(app)
  await shows(boss, id)
  const first = (await seen(id))!.src
  await shows(boss, id)
  expect((await seen(id))!.src).not.toBe(first)
  expect(await bytesOf(first)).toBe(404)
  await app.as(boss).events.setPicture({ id, alt: 'Only a press' })
  const { src, alt } = (await seen(id))!
  expect(alt).toBe('Only a press')
  await app.as(boss).events.removePicture({ id })
  expect(await seen(id)).toBeNull()
  expect(await bytesOf(src)).toBe(404)
})

test('dates of a series share a picture until the last of them has another', async () => {
  const { ids } = await app
    .as(boss)
    .events.add(houseEvent({ eventDate: '2027-03-02', repeat: 'weekly', until: '2027-03-16' }))
  const [one, two, three] = ids as [string, string, string]
  const fileId = await uploadedPicture(app, boss)
  await app.as(boss).events.setPicture({ id: two, fileId, alt: 'A model', isForLater: true })
  expect(await seen(one)).toBeNull()
  const { src } = (await seen(three))!
  expect((await seen(two))!.src).toBe(src)
  await app.as(boss).events.removePicture({ id: two })
  expect(await bytesOf(src)).toBe(200)
  await app.as(boss).events.removePicture({ id: three })
  expect(await bytesOf(src)).toBe(404)
})

test('a picture of a draft goes with it, unless a copy shows it', async () => {
  const id = await drafted(app, ada)
  await shows(ada, id)
  const { id: copy } = await app.as(ada).hosting.copy({ id })
  const { picture } = (await app.as(ada).events.picture({ id: copy }))!
  await app.as(ada).hosting.discard({ id })
  expect(await bytesOf(picture!.src)).toBe(200)
  await app.as(ada).hosting.discard({ id: copy })
  expect(await bytesOf(picture!.src)).toBe(404)
})

test('nobody gives a picture to an event of somebody else, to one that is over, or one that somebody else uploaded', async () => {
  const { id } = await event(app)
  const [fileId, theirs] = [await uploadedPicture(app, ada), await uploadedPicture(app, boss)]
  const set = (who: Person, more: object) => app.as(who).events.setPicture({ id, fileId, alt: 'A press', ...more })
  await expect(set(ada, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(ada).events.picture({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const own = await drafted(app, ada)
  await expect(set(ada, { id: own, fileId: theirs })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(set(ada, { id: own, fileId: '' })).rejects.toMatchObject({ code: 'NO_PICTURE' })
  await set(ada, { id: own })
  await expect(set(ada, { id: own })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  app.clock.set('2026-12-18T10:00:00Z')
  await expect(set(boss, { fileId: theirs })).rejects.toMatchObject({ code: 'CLOSED' })
})

test('a picture is taken away by the host and the office whatever became of its event, and by nobody else', async () => {
  const called = await approvedEvent(app, ada)
  const { id: past } = await event(app)
  await shows(ada, called)
  await shows(boss, past)
  await app.as(boss).hosting.cancelByStaff({ id: called, reason: 'The lounge is painted.', seen: 0 })
  app.clock.set('2027-12-18T10:00:00Z')
  expect(await app.as(ada).events.picture({ id: called })).toMatchObject({ can: { change: false, remove: true } })
  await expect(app.as(ada).events.removePicture({ id: past })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const [who, id] of [
    [ada, called],
    [boss, past],
  ] as const) {
    const { picture } = await app.as(boss).events.picture({ id })
    await app.as(who).events.removePicture({ id })
    expect(await bytesOf(picture!.src)).toBe(404)
    expect(await app.as(boss).events.picture({ id })).toMatchObject({ picture: null, can: { remove: false } })
  }
})

test('with an erased host the picture of an application goes; that of an event stays', async () => {
  const [shown, refused] = [await approvedEvent(app, ada), await drafted(app, ada)]
  await shows(ada, shown)
  await shows(ada, refused)
  const pictureOf = (id: string) => app.as(boss).events.picture({ id })
  const [kept, gone] = [(await pictureOf(shown)).picture!.src, (await pictureOf(refused)).picture!.src]
  // It was: an event ahead keeps its host from being erased.
  app.clock.set('2027-06-01T10:00:00Z')
  const { id } = await app.as(ada).privacy.requestErasure({ reason: 'I am moving away' })
  await app.as(boss).privacy.erase({ id })
  await app.runJobs()
  expect([await bytesOf(kept), await bytesOf(gone)]).toEqual([200, 404])
  expect(await pictureOf(shown)).toMatchObject({ alt: 'A press and two prints' })
  expect(await pictureOf(refused)).toMatchObject({ picture: null, alt: '' })
})
