import { offerFreed } from '#features/spaces/waiting/model.ts'
import { facility } from '#seed/factories/facilities.ts'
import { type Person, paidMember } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { giveTokens } from './bookings.ts'

export const waitedOn = '2026-11-24'
const termsAccepted = true as const

/** Somebody with tokens enough for whatever they book. */
export async function withTokens(app: TestApp): Promise<Person> {
  const who = await paidMember(app)
  await giveTokens(app, who, 1_000)
  return who
}

/** Books a slot with tokens; the id of the booking. */
export async function books(app: TestApp, who: Person, facilityId: string, startsAt = '10:00', lengths = 1) {
  const place = { facilityId, on: waitedOn, startsAt, lengths, payWith: 'tokens', termsAccepted } as const
  const placed = await app.as(who).bookings.place(place)
  if (placed.outcome !== 'confirmed') throw new Error('expected a booking')
  return placed.bookingId
}

/** Puts a person in line for a slot; the id of their entry. */
export const waits = async (app: TestApp, who: Person, facilityId: string, startsAt = '10:00', lengths = 1) =>
  (await app.as(who).waiting.join({ facilityId, on: waitedOn, startsAt, lengths })).id

/** A slot that somebody has, and the person in line for it; the id of their entry. */
export async function inLine(app: TestApp, me: Person): Promise<string> {
  const room = await facility(app)
  await books(app, await withTokens(app), room.id)
  return waits(app, me, room.id)
}

/** One minute's round of the job, now by the clock of the house. */
export async function round(app: TestApp): Promise<void> {
  await app.write(tx => tx.enqueue(offerFreed, {}))
  await app.runJobs()
}
