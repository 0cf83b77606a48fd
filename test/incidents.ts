import { randomUUID } from 'node:crypto'
import { incident } from '#seed/factories/incidents.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { newIp } from './browser.ts'
import { outboxOf } from './mailbox.ts'

/** An incident as the office's form sends it. */
export const incidentOf = (more: object = {}) => ({
  ...{
    incidentType: 'theft',
    severity: 'high',
    incidentOn: '2026-11-17',
    incidentTime: '18:30',
    location: 'Bike shed',
  },
  ...more,
})

/** What somebody answers. */
export const said = (more: object = {}) => ({
  ...{ respondentName: 'Ada Quill', respondentEmail: 'ada@people.example', respondentPhone: '07700 900123' },
  ...{ reasonForVisit: 'I had the podcast studio', responseText: 'I saw the lock on the floor.' },
  ...more,
})

/** What the link of the newest report to this address carries. */
export async function linkOf(app: TestApp, address: string) {
  const mail = (await outboxOf(app, address, 'incidents.report')).at(-1)
  const query = new URL(String(mail!.props.url)).searchParams
  const [id, email, uid, token] = ['id', 'email', 'uid', 'token'].map(name => query.get(name)!)
  return { id: id!, email: email!, uid: uid!, token: token! }
}

/** An incident whose report went to a member, and what their link carries. */
export async function reportedTo(app: TestApp, more: object = {}, who?: Person) {
  const person = who ?? (await member(app))
  const { id } = await incident(app, more)
  await app.as(await admin(app)).incidents.send({ id, userIds: [person.id], seenCount: 0 })
  return { id, person, link: await linkOf(app, person.email) }
}

/** Opens a link as its page does. */
export const opened = (app: TestApp, link: Awaited<ReturnType<typeof linkOf>>, ipAddress = newIp()) =>
  app.as(null, { ipAddress }).incidents.open({ ...link, opening: randomUUID() })
