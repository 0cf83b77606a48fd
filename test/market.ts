import { randomUUID } from 'node:crypto'
import { currentSigner } from '#features/door/passes/model.ts'
import type { Claims } from '#features/door/passes/rules.ts'
import { dayRow } from '#features/market/days/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { memberTicket } from '#features/market/tickets/model.ts'
import { marketPass } from '#features/market/tickets/rules.ts'
import type { Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'

/** Saturday 21 November 2026, 11:00 at the venue. */
export const marketMorning = '2026-11-21T11:00:00Z'
export const marketSaturday = '2026-11-21'

/** A market on this weekend day, 10:00–17:00. */
export async function marketDay(app: TestApp, on = marketSaturday) {
  const [row] = await app.write(tx => tx.insert(marketDays).values(dayRow({ on })).onConflictDoNothing().returning())
  return row
}

/** What a scanner sends: a new scan unless it says otherwise. */
export function scanOf(
  code: string,
  more: {
    scanId?: string
    scannedAt?: string
    isOffline?: boolean
    wasAdmitted?: boolean
    deviceId?: string
    isByHand?: boolean
    isUnchecked?: boolean
  } = {},
) {
  return { kind: marketPass.name, code, scanId: randomUUID(), scannedAt: '2026-11-21T11:00:00.000Z', ...more }
}

/** A code signed by the venue's own key, saying whatever the test wants. */
export async function signedCode(app: TestApp, person: { id: string }, more: Partial<Claims> = {}): Promise<string> {
  const signer = await currentSigner(app.db, app.runtime.env, app.clock.now())
  const now = app.clock.now().getTime()
  return signer.pass({
    kind: marketPass.name,
    passId: randomUUID(),
    personId: person.id,
    generation: 1,
    issuedAt: now,
    validUntil: now + 15 * 60_000,
    ...more,
  })
}

/** A fresh code that was signed for the ticket of another day: shown today, today's ticket is made by the scan. */
export async function codeOfOtherDay(app: TestApp, person: Person, on: string): Promise<string> {
  await marketDay(app, on)
  const { id } = await app.write(tx => memberTicket(tx, { userId: person.id, on, pricePence: 0 }))
  return signedCode(app, person, { passId: id })
}

/** A member's own fresh code. */
export const codeOf = async (app: TestApp, person: Person) => (await app.as(person).market.ticket()).code
