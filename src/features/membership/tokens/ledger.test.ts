import fc from 'fast-check'
import { expect, test } from 'vitest'
import { member, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { isLong } from '#test/long.ts'
import { grantTokens, returnTokens, spendTokens, tokenBalance } from './model.ts'

const app = sharedTestApp({ env: { DATABASE_POOL: '60' } })

const grant = (userId: string, amount: number, ref: string) =>
  app.write(tx => grantTokens(tx, { userId, amount, type: 'purchase', description: 'Test', ref }))
const spend = (userId: string, amount: number, ref: string) =>
  app.write(tx => spendTokens(tx, userId, [{ amount, description: 'Test', ref }]))

/** Fills the pool with open connections, so that a race is not decided by who connects first. */
const warm = () => Promise.all(Array.from({ length: 60 }, () => app.db.execute('select pg_sleep(0.05)')))

test('the oldest lot is spent first, across lots, and nothing is overdrawn [TOK-15] [TOK-07]', async () => {
  const { id } = await paidMember(app)
  await grant(id, 3, `${id}:a`)
  app.clock.advance(1000)
  await grant(id, 4, `${id}:b`)
  await spend(id, 5, `${id}:s`)
  const lots = await app.sql('select amount, used from tokens where user_id = $1 order by allocated_at', [id])
  expect(lots).toEqual([
    { amount: 3, used: 3 },
    { amount: 4, used: 2 },
  ])
  await expect(spend(id, 3, `${id}:t`)).rejects.toMatchObject({
    code: 'INSUFFICIENT_TOKENS',
    message: 'You need 3 tokens but only have 2',
  })
  expect(await tokenBalance(app.db, id)).toBe(2)
})

test('several spends at once are one round trip, all or none, with the balance after each', async () => {
  const { id } = await paidMember(app)
  await grant(id, 3, `${id}:a`)
  await grant(id, 4, `${id}:b`)
  const several = (...amounts: number[]) =>
    app.write(tx =>
      spendTokens(
        tx,
        id,
        amounts.map((amount, i) => ({ amount, description: 'Test', ref: `${id}:s${i}` })),
      ),
    )
  await expect(several(4, 4)).rejects.toMatchObject({ data: { needed: 8, balance: 7 } })
  expect(await tokenBalance(app.db, id)).toBe(7)
  await several(4, 2)
  const moves = await app.sql(
    `select amount, balance_after from token_transactions where user_id = $1 and type = 'debit' order by seq`,
    [id],
  )
  expect(moves).toEqual([
    { amount: -4, balance_after: 3 },
    { amount: -2, balance_after: 1 },
  ])
  expect(await app.write(tx => returnTokens(tx, [`${id}:s0`, `${id}:s1`, `${id}:s0`], 'Back'))).toBe(6)
  expect(await app.write(tx => returnTokens(tx, [`${id}:s1`], 'Back'))).toBe(0)
  await expectInvariants(app)
})

test('tokens do not expire [TOK-08]', async () => {
  const { id } = await paidMember(app)
  await grant(id, 3, `${id}:a`)
  app.clock.advance(10 * 365 * 86_400_000)
  await spend(id, 3, `${id}:s`)
  expect(await tokenBalance(app.db, id)).toBe(0)
  app.clock.set('2026-11-18T10:00:00Z')
})

test('500 people-sized spends of one token at once: one succeeds', async () => {
  const { id } = await member(app)
  await grant(id, 1, `${id}:one`)
  await warm()
  const count = isLong ? 500 : 120
  const done = await Promise.allSettled(Array.from({ length: count }, (_, i) => spend(id, 1, `${id}:spend:${i}`)))
  const refused = done.filter(one => one.status === 'rejected').map(one => (one as PromiseRejectedResult).reason.code)
  expect(done.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  // On a slow machine the last in line give up waiting for the lock, cleanly.
  expect(refused.filter(code => !['INSUFFICIENT_TOKENS', 'BUSY'].includes(code))).toEqual([])
  expect(await tokenBalance(app.db, id)).toBe(0)
  await expectInvariants(app)
})

test('the same race without the lock and the check overspends (positive control)', async () => {
  const bare = await testApp({ env: { DATABASE_POOL: '60' } })
  const { id } = await member(bare)
  await bare.write(tx => grantTokens(tx, { userId: id, amount: 1, type: 'purchase', description: 'Test', ref: id }))
  await bare.sql('alter table tokens drop constraint tokens_not_overspent')
  await Promise.all(Array.from({ length: 60 }, () => bare.db.execute('select pg_sleep(0.05)')))
  const naive = async () => {
    if ((await tokenBalance(bare.db, id)) < 1) return false
    await bare.sql('update tokens set used = used + 1 where user_id = $1', [id])
    return true
  }
  const done = await Promise.all(Array.from({ length: 60 }, naive))
  expect(done.filter(Boolean).length).toBeGreaterThan(1)
})

type Command =
  | { do: 'grant'; amount: number; cause: number }
  | { do: 'spend'; amount: number; cause: number }
  | { do: 'return'; cause: number }

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('grant' as const),
      amount: fc.integer({ min: 1, max: 20 }),
      cause: fc.nat({ max: 15 }),
    }),
    fc.record({
      do: fc.constant('spend' as const),
      amount: fc.integer({ min: 1, max: 25 }),
      cause: fc.nat({ max: 15 }),
    }),
    fc.record({ do: fc.constant('return' as const), cause: fc.nat({ max: 15 }) }),
  ),
  { minLength: 1, maxLength: isLong ? 1_000 : 100, size: 'max' },
)

/** What the ledger should say after these commands, in three maps. */
function model() {
  const grants = new Map<number, number>()
  const spends = new Map<number, number>()
  const returned = new Set<number>()
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
  const balance = () =>
    sum(grants.values()) - sum(spends.values()) + sum([...returned].map(cause => spends.get(cause)!))
  return { grants, spends, returned, balance }
}

test('random sequences of grants, spends and returns agree with the model', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async list => {
      const { id } = await member(app)
      const expected = model()
      for (const command of list) {
        const ref = `${id}:${command.do === 'grant' ? 'g' : 's'}${command.cause}`
        if (command.do === 'grant') {
          expect(await grant(id, command.amount, ref)).toBe(!expected.grants.has(command.cause))
          if (!expected.grants.has(command.cause)) expected.grants.set(command.cause, command.amount)
        } else if (command.do === 'spend') {
          const isPossible = !expected.spends.has(command.cause) && expected.balance() >= command.amount
          const done = await spend(id, command.amount, ref).then(
            () => true,
            () => false,
          )
          expect(done).toBe(isPossible)
          if (isPossible) expected.spends.set(command.cause, command.amount)
        } else {
          const due =
            expected.spends.has(command.cause) && !expected.returned.has(command.cause)
              ? expected.spends.get(command.cause)!
              : 0
          expect(await app.write(tx => returnTokens(tx, [ref], 'Back'))).toBe(due)
          if (due > 0) expected.returned.add(command.cause)
        }
      }
      expect(await tokenBalance(app.db, id)).toBe(expected.balance())
      await expectInvariants(app)
    }),
    { numRuns: isLong ? 20 : 4, verbose: 1 },
  )
})

test('a repeated cause is refused by the database, and the ledger cannot be rewritten', async () => {
  const { id } = await member(app)
  await grant(id, 5, `${id}:g`)
  await spend(id, 1, `${id}:same`)
  await expect(spend(id, 1, `${id}:same`)).rejects.toThrow()
  expect(await tokenBalance(app.db, id)).toBe(4)
  await expect(app.sql('update token_transactions set amount = 100 where user_id = $1', [id])).rejects.toThrow(
    'append-only',
  )
})
