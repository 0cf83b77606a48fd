import { member, type Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { uploadedFor } from './events.ts'

/** The address of a member who shows their work to everyone. */
export async function shownCreative(app: TestApp): Promise<string> {
  const me = await member(app)
  return (await app.as(me).creatives.save({ role: 'Printmaker', visibility: 'everyone' })).slug!
}

/** A work on somebody's profile; its id. */
export async function shownWork(app: TestApp, me: Person): Promise<string> {
  const fileId = await uploadedFor(app, me, 'creative-image')
  return (await app.as(me).creatives.addWork({ fileId, title: 'Night market' })).id
}
