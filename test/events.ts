import { randomBytes, randomUUID } from 'node:crypto'
import { pictureUpload } from '#features/events/pictures/inputs.ts'
import { files } from '#platform/db/tables.ts'
import { begins, event } from '#seed/factories/events.ts'
import { member, type Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'

/** An event for one, which somebody has, and the person in line for it; the id of their entry. */
export async function fullEvent(app: TestApp, me: Person): Promise<string> {
  const { id } = await event(app, { capacity: 1 })
  await app.as(await member(app)).events.register({ id })
  return (await app.as(me).events.wait({ id })).id
}

/** The person goes to an event; the id of their registration. */
export async function goesTo(app: TestApp, me: Person, more: Parameters<typeof event>[1] = {}): Promise<string> {
  const { id } = await event(app, more)
  return (await app.as(me).events.register({ id })).id
}

/** The same of an event that is on at this moment. */
export async function isAt(app: TestApp, me: Person, more: Parameters<typeof event>[1] = {}): Promise<string> {
  const { id } = await event(app, more)
  const { id: registrationId } = await app.as(me).events.register({ id })
  await begins(app, id)
  return registrationId
}

/** The smallest PNG there is, as `POST /files/event-image` keeps it for this person; its id. */
export const uploadedPicture = (app: TestApp, owner: Person) => uploadedFor(app, owner, pictureUpload.purpose)

/** A picture that somebody has uploaded for this purpose and not used yet; its id. */
export async function uploadedFor(app: TestApp, owner: Person, purpose: string): Promise<string> {
  const storageKey = randomBytes(24).toString('hex')
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  await app.runtime.storage.put(storageKey, bytes, 'image/png')
  const [row] = await app.write(tx =>
    tx
      .insert(files)
      .values({
        ...{ ownerId: owner.id, purpose, name: 'poster.png', mime: 'image/png', storageKey },
        ...{ bytes: bytes.length, sha256: 'a'.repeat(64), createdAt: tx.now },
      })
      .returning({ id: files.id }),
  )
  return row!.id
}

/** A draft of somebody's that has a picture; its id. */
export async function picturedEvent(app: TestApp, host: Person): Promise<string> {
  const { id } = await app.as(host).hosting.save({ id: randomUUID(), name: 'Linocut' })
  await app.as(host).events.setPicture({ id, fileId: await uploadedPicture(app, host), alt: 'A press' })
  return id
}
