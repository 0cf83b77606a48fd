import { randomUUID } from 'node:crypto'
import type { InferRouterInputs } from '@orpc/server'
import type { Router } from '#api.ts'
import { installTexts } from '#features/home/landing/model.ts'
import type { ContactInfo } from '#features/home/pages/inputs.ts'
import { admin, type Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { uploadedFor } from './events.ts'

type Save = InferRouterInputs<Router>['content']['saveSection']

/** What an admin sends to save the hero, based on what is there. */
export async function heroSave(app: TestApp, me: Person, save: Partial<Save> = {}): Promise<Save> {
  const { content, version } = await app.as(me).content.section({ section: 'hero' })
  return { section: 'hero', content, basedOn: version, saving: 'publish', ...save }
}

/** A version of the hero that an admin has just saved; its number. */
export async function savedHero(app: TestApp, me: Person, save: Partial<Save> = {}): Promise<number> {
  const { version } = await app.as(me).content.saveSection(await heroSave(app, me, save))
  return version
}

/** How the house is reached from now on, as the office publishes it. */
export async function publishedReach(app: TestApp, me: Person, reach: Partial<ContactInfo>): Promise<void> {
  const office = app.as(me).content
  const { content, version } = await office.section({ section: 'contact_info' })
  const changed = { ...(content as ContactInfo), ...reach }
  await office.saveSection({ section: 'contact_info', content: changed, basedOn: version, saving: 'publish' })
}

/** A card for the landing page. */
export const card = { title: 'A roof', description: 'To look at the sky from.' }

/** A card that an admin has put on the landing page; its id. */
export const addedCard = async (app: TestApp, me: Person) => (await app.as(me).content.addFeature(card)).id

/** Ids of the tiles of Our Spaces, with which the house comes, in their order. */
export async function tilesOf(app: TestApp, me: Person): Promise<string[]> {
  await app.write(installTexts)
  return (await app.as(me).content.tiles()).map(({ id }) => id)
}

/** A picture that the house has, fitted for the directory if `isSmall`; its address. */
export async function libraryImage(app: TestApp, me: Person, isSmall = false): Promise<string> {
  const fileId = await uploadedFor(app, me, 'admin-uploads')
  return (await app.as(me).images.add({ fileId, bucket: 'admin-uploads', alt: 'A press and two prints', isSmall }))
    .address
}

/** The same; its id. */
export async function libraryId(app: TestApp, me: Person): Promise<string> {
  const address = await libraryImage(app, me)
  return (await app.as(me).images.list({})).rows.find(row => row.address === address)!.id
}

/** A news item that everybody reads; its id. */
export async function publishedNews(app: TestApp): Promise<string> {
  const office = app.as(await admin(app)).content
  const [section, id] = ['whats_new', randomUUID()]
  const { version: basedOn } = await office.section({ section })
  const content = [{ id, title: 'A kiln', description: 'It is hot.', type: 'event', date: '2026-11-01' }]
  await office.saveSection({ section, content, basedOn, saving: 'publish' })
  return id
}
