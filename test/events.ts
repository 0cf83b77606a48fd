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
