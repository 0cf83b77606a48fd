import type { TestApp } from './app.ts'
import { newEmail, newIp } from './browser.ts'
import { marketDay } from './market.ts'
import { pay } from './payments.ts'

/** Saturday 28 November 2026. */
export const ticketDay = '2026-11-28'

/** A wish for guests' tickets for a market that is planned, as the page sends it. */
export async function ticketWish(app: TestApp, more: { quantity?: number; guestEmail?: string; on?: string } = {}) {
  await marketDay(app, more.on ?? ticketDay)
  return { on: ticketDay, quantity: 2, guestName: 'Gus Holm', guestEmail: newEmail(), seenPence: 100, ...more }
}

/** Tickets that somebody without an account has bought and paid for. */
export async function boughtTickets(app: TestApp, more: Parameters<typeof ticketWish>[1] = {}): Promise<string> {
  const { id, url } = await app.as(null, { ipAddress: newIp() }).guestTickets.buy(await ticketWish(app, more))
  await pay(app, url)
  return id
}
