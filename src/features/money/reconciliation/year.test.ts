import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { deliveryOrders } from '#simulators/frame/webhooks.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { isLong, seed } from '#test/long.ts'
import { agree } from '#test/money-model/agree.ts'
import { type House, settle, unknown } from '#test/money-model/house.ts'
import { memberSteps } from '#test/money-model/member-steps.ts'
import { messageSteps } from '#test/money-model/message-steps.ts'
import { officeSteps } from '#test/money-model/office-steps.ts'
import { control, tiers } from '#test/payments.ts'

// One member's money against the simulator's own books: what they paid, have, and were told always agree.
const app = sharedTestApp()
let boss: Person
let tier: Awaited<ReturnType<typeof tiers>>
beforeAll(async () => {
  tier = await tiers(app)
  boss = await admin(app)
  // Nothing arrives by itself: each sequence has its own order.
  await control(app, { hold: true })
})
afterAll(() => expectInvariants(app))

/** Steps in the order in which they are tried; those that are not possible are passed over. */
const sequences = (draws: { least: number; most: number }) =>
  fc.record({
    order: fc.constantFrom(...deliveryOrders),
    steps: fc.array(fc.oneof(...memberSteps, ...officeSteps, ...messageSteps), {
      ...{ minLength: draws.least, maxLength: draws.most, size: 'max' },
    }),
  })
type Sequence = ReturnType<typeof sequences> extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Plays a sequence with a new member, `most` possible steps of it, and compares after each. Returns the names of what was done. */
async function play({ order, steps }: Sequence, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  app.clock.set('2026-11-18T10:00:00Z')
  const house: House = { app, ada: await member(app), boss, tier, order }
  const known = unknown((await app.as(house.ada).memberships.mine()).can)
  const done: string[] = []
  for (const each of steps) {
    if (done.length === most) break
    if (!each.may(known)) continue
    done.push(each.name)
    try {
      await each.act(known, house)
      await settle(house)
      await agree(known, house)
    } catch (error) {
      throw new Error(`messages ${order}: ${done.join(' → ')}`, { cause: error })
    }
  }
  // The jobs of later sequences look at everybody who pays: whoever is done with is left out, or each step costs more than the last.
  await app.sql(
    `update profiles set account_status = 'suspended', blocked_at = now() where user_id = $1 and blocked_at is null`,
    [house.ada.id],
  )
  return done
}

test('a year of money: paid, had and told agree after every step', { timeout: 3_600_000 }, async () => {
  const lengths = isLong ? { least: 1, most: 150 } : { least: 110, most: 110 }
  await fc.assert(
    fc.asyncProperty(sequences(lengths), async sequence => {
      const done = await play(sequence)
      await expectInvariants(app)
      // A sequence of which nothing was possible would prove nothing.
      if (!isLong) expect(done.length).toBeGreaterThan(20)
    }),
    { numRuns: isLong ? 40 : 1, seed: isLong ? seed : 58, verbose: 1, endOnFailure: !isLong },
  )
})

/** A failure names its seed and its steps; the same seed fails again, and the long form looks for fewer steps that fail too. */
const short = { sequences: isLong ? 2_000 : 150, draws: { least: 1, most: 80 }, steps: 4 }

test(`${short.sequences} short sequences of money and tokens, each in its own order of messages`, {
  timeout: 7_200_000,
}, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(sequences(short.draws), async sequence => {
      count += (await play(sequence, short.steps)).length
    }),
    { numRuns: short.sequences, seed: isLong ? seed : 19, verbose: 1, endOnFailure: !isLong },
  )
  // Sequences of which little was possible would prove little.
  expect(count).toBeGreaterThan(short.sequences * 2.5)
})
