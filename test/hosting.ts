import { randomUUID } from 'node:crypto'
import type { HostApplication } from '#features/events/hosting/inputs.ts'
import { addDays } from '#platform/dates.ts'
import { committee, member, type Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'

let count = 0

/** An application as the form sends it; each has a day of its own, more than a month after the usual days of the tests. */
export const applicationOf = (more: Partial<HostApplication> = {}): HostApplication => ({
  ...{
    id: randomUUID(),
    name: 'An evening of linocut',
    eventType: 'workshop',
    eventDate: addDays('2027-01-11', count++),
  },
  ...{ description: 'We cut, ink and print a small block each, and take two prints home.', spacePreference: 'Lounge' },
  ...{ startTime: '18:00', endTime: '20:00', setUpMinutes: 30, clearMinutes: 30, expectedAttendance: 12 },
  applicationNotes: 'I have taught this for six years and bring presses, ink, blocks and aprons for twelve.',
  ...{ pointsReward: 2, ...more },
})

/** An application that waits for a decision; its id. */
export async function appliedToHost(app: TestApp, who?: Person, more: Partial<HostApplication> = {}): Promise<string> {
  const { id } = await app.as(who ?? (await member(app))).hosting.submit(applicationOf(more))
  return id
}

/** A draft with nothing but a name; its id. */
export async function drafted(app: TestApp, who: Person, more: object = {}): Promise<string> {
  return (await app.as(who).hosting.save({ id: randomUUID(), name: 'Linocut', ...more })).id
}

/** What a decision is on: the text as it stands. */
export async function readBy(app: TestApp, reviewer: Person, id: string) {
  const { version, draft, capacity } = await app.as(reviewer).hosting.application({ id })
  return { ref: { id, version }, approval: { id, version, capacity, pointsReward: draft.pointsReward, tokensCost: 0 } }
}

/** An application that somebody of the committee has approved; its id. */
export async function approvedEvent(app: TestApp, host?: Person, more: Partial<HostApplication> = {}): Promise<string> {
  const [id, reviewer] = [await appliedToHost(app, host, more), await committee(app)]
  await app.as(reviewer).hosting.approve((await readBy(app, reviewer, id)).approval)
  return id
}

/** Somebody who is registered for an event. */
export async function guestOf(app: TestApp, id: string, who?: Person) {
  const person = who ?? (await member(app))
  const { id: registrationId } = await app.as(person).events.register({ id })
  return { person, registrationId, ref: { id } }
}
