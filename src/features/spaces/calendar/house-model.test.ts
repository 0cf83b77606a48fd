import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offerFreed } from '#features/spaces/waiting/model.ts'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { agree, shown } from '#test/house-model/agree.ts'
import { anyDeed, type Deed } from '#test/house-model/deeds.ts'
import { type House, openHouse } from '#test/house-model/house.ts'
import { expectInvariants } from '#test/invariants.ts'
import { isLong, seed } from '#test/long.ts'
import { expireDue, untilQuiet } from '#test/payments.ts'

// The calendar of the house against what people were told: several of them at once, on two servers, around a clock change.
const app = sharedTestApp({ env: { DATABASE_POOL: '16' } })
const beside = sharedTestApp({ beside: app, env: { DATABASE_POOL: '16' } })
beforeAll(async () => {
  await app.as(await admin(app)).venue.changeSettings({
    ...{ opensAt: '00:00', closesAt: '23:59', firstSlotAt: '00:00', lastSlotAt: '23:30' },
    ...{ freeMembersFacilities: 'card', unpaidHolds: 5 },
  })
})
afterAll(() => expectInvariants(app))

/** With nothing done: the house said no, and why. */
const refusals = [
  ...[
    'SLOT_TAKEN',
    'HALL_TAKEN',
    'WAITED_FOR',
    'SLOT_NOT_OFFERED',
    'DATE_PAST',
    'TOKENS_NOT_AVAILABLE',
    'INSUFFICIENT_TOKENS',
  ],
  ...[
    'TOO_MANY_HOLDS',
    'TOO_MANY_UNPAID',
    'CART_EMPTY',
    'PRICE_CHANGED',
    'REFUND_CHANGED',
    'CANNOT_CANCEL',
    'CANNOT_MOVE',
    'CANNOT_REPEAT',
  ],
  ...[
    'ROOM_TAKEN',
    'CHANGED_MEANWHILE',
    'CLOSURE_OVER',
    'MARKET_DAY_EXISTS',
    'MARKET_OVER',
    'MARKET_CANCELLED',
    'RENTAL_ENDED',
    'NOT_FOUND',
  ],
  ...[
    'SLOT_FREE',
    'OWN_TIME',
    'TOO_LATE_TO_WAIT',
    'TOO_MANY_WAITED_FOR',
    'NOTHING_DUE',
    'ORDER_CLOSED',
    'INVALID_TIME',
  ],
  ...['DAILY_LIMIT', 'WEEKLY_LIMIT', 'BUSY', 'PAYMENT_UNDER_WAY'],
]

interface Round {
  deeds: Deed[]
  /** Minutes that go by after it. */
  later: number
}
const rounds = fc.array(
  fc.record<Round>({
    deeds: fc.array(anyDeed, { minLength: 4, maxLength: 7, size: 'max' }),
    later: fc.constantFrom(0, 0, 0, 10, 31, 61, 600),
  }),
  { minLength: isLong ? 1 : 14, maxLength: isLong ? 60 : 14, size: 'max' },
)

let turn = 0

async function play(each: readonly Round[]): Promise<House> {
  const house = await openHouse(app, beside, turn++)
  const done: string[] = []
  try {
    for (const { deeds, later } of each) {
      done.push(deeds.map(({ name }) => name).join(' + ') + (later ? `, ${later} minutes later` : ''))
      await Promise.all(deeds.map(deed => deed.act(house).catch(refused(house))))
      app.clock.advance(later * 60_000)
      if (later > 0) await expireDue(app)
      await app.write(tx => tx.enqueue(offerFreed, {}))
      await untilQuiet(app)
      await agree(house)
    }
    await shown(house)
  } catch (error) {
    throw new Error(`around ${house.days[1]}:\n${done.join('\n')}`, { cause: error })
  }
  return house
}

const refused =
  ({ known }: House) =>
  (error: { code?: string }) => {
    if (!error.code || !refusals.includes(error.code)) throw error
    known.refusals.set(error.code, (known.refusals.get(error.code) ?? 0) + 1)
  }

test(`whatever several people do at once, nobody is where somebody else is, no token is lost and no card booking stands unpaid (seed ${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const all: House[] = []
  await fc.assert(
    fc.asyncProperty(rounds, async each => void all.push(await play(each))),
    // Both clock changes of a year, and one of each after the other.
    { numRuns: isLong ? 60 : 2, seed, verbose: 1, endOnFailure: !isLong },
  )
  // Rounds of which little was possible would prove little.
  const made = all.reduce((sum, { known }) => sum + known.bookings.size, 0)
  expect(made).toBeGreaterThan(isLong ? 300 : 20)
})
