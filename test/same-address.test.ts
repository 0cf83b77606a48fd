import { expect, test } from 'vitest'
import { sharedTestApp } from './app.ts'
import { browser, signUpBody } from './browser.ts'
import { expectInvariants } from './invariants.ts'

// A hundred people (or one impatient one) and one address, however it is written.
const app = sharedTestApp({ env: { TRUST_PROXY: 'on', DATABASE_POOL: '40' } })

const spellings = (local: string) =>
  Array.from(
    { length: 100 },
    (_, i) =>
      [`${local}@people.example`, `${local.toUpperCase()}@People.Example`, `${local}+tag${i}@people.example`][i % 3]!,
  )

const register = (email: string, i: number) =>
  app.as(null, { ipAddress: `10.1.0.${i}` }).registrations.register({
    firstName: 'Ada',
    lastName: 'Lovelace',
    city: 'London',
    email,
    phone: '020 7946 0000',
  })
const registered = async (like: string) =>
  Number((await app.sql<{ n: string }>('select count(*) as n from registrations where email ilike $1', [like]))[0]!.n)

test('a hundred launch registrations of one address at once: one row, one mail, 99 clear refusals', async () => {
  const outcomes = await Promise.allSettled(spellings('launch').map(register))
  const refused = outcomes
    .filter(outcome => outcome.status === 'rejected')
    .map(outcome => (outcome.reason as { code: string }).code)
  expect(outcomes.length - refused.length).toBe(1)
  expect(new Set(refused)).toEqual(new Set(['ALREADY_REGISTERED']))
  expect(await registered('launch%')).toBe(1)
  expect(await app.sql(`select 1 from mails where to_address ilike 'launch%'`)).toHaveLength(1)
})

test('a hundred sign-ups with one address at once: one account, and nobody is told who was first', async () => {
  const answers = await Promise.all(
    spellings('signup').map(email => browser(app).post('/sign-up/email', signUpBody(email))),
  )
  const accounts = await app.sql(`select id from "user" where email_key = 'signup@people.example'`)
  expect(accounts).toHaveLength(1)
  const busy = answers.filter(answer => answer.status === 503 || answer.status === 429)
  for (const answer of answers) if (!busy.includes(answer)) expect(answer.status).toBe(200)
  expect(busy.length).toBeLessThan(100)
  await expectInvariants(app)
})

test('positive control: without the unique key the same registrations make more than one row', async () => {
  await app.sql('drop index registrations_one_per_email')
  await Promise.allSettled(spellings('control').map(register))
  expect(await registered('control%')).toBeGreaterThan(1)
})
