import { admin } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { newEmail, newIp } from './browser.ts'

/** A tour that an admin offers; its id. */
export async function tourSlot(app: TestApp, more: object = {}): Promise<string> {
  const slot = { tourDate: '2026-12-05', startTime: '11:00', endTime: '12:00', ...more }
  const { ids } = await app.as(await admin(app)).tours.addSlots(slot)
  return ids[0]!
}

export const partyFor = (slotId: string, more: object = {}) => ({
  ...{ slotId, partySize: 2, guestName: 'Tess Moor', guestEmail: newEmail(), guestPhone: '' },
  ...more,
})

/** A party of a visitor without an account; its id, which only its mails carry. */
export async function bookedTour(app: TestApp, slotId?: string, more: object = {}): Promise<string> {
  const party = partyFor(slotId ?? (await tourSlot(app)), more)
  return (await app.as(null, { ipAddress: newIp() }).tours.book(party)).id
}
