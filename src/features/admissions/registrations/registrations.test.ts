import { beforeAll, describe, expect, test, vi } from 'vitest'
import { headFor } from '#heads.ts'
import { admin, committee, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { fullNumber, registrationInput } from './inputs.ts'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})

let count = 0
const form = (values: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  city: 'London',
  email: `ada${++count}@people.example`,
  phone: '020 7946 0000',
  ...values,
})
const register = (values: object = {}, ipAddress = `10.0.0.${count}`) =>
  app.as(null, { ipAddress }).registrations.register(form(values))
const idOf = async (email: string) =>
  (await app.sql<{ id: string }>('select id from registrations where email = $1', [email]))[0]!.id

test.each([
  ['firstName', '', 'First name is required'],
  ['lastName', '', 'Last name is required'],
  ['city', '', 'City is required'],
  ['firstName', 'x'.repeat(101), 'Use at most 100 characters'],
  ['lastName', 'x'.repeat(101), 'Use at most 100 characters'],
  ['city', 'x'.repeat(101), 'Use at most 100 characters'],
  ['email', 'ada', 'Invalid email'],
  ['email', `${'a'.repeat(250)}@b.example`, 'Use at most 255 characters'],
  ['phone', '', 'Phone number is required'],
  ['phone', '1'.repeat(21), 'Use at most 20 characters'],
])('%s = %j is refused: %s [JOIN-43]', async (field, value, message) => {
  expect(registrationInput.safeParse(form({ [field]: value })).error?.issues[0]).toMatchObject({
    message,
    path: [field],
  })
  await expect(register({ [field]: value })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('names and city of 100 characters, an address of 255 and a number of 20 are taken [JOIN-43]', () => {
  const long = 'x'.repeat(100)
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(59)}.example`
  expect(email.padEnd(255, 'e')).toHaveLength(255)
  const phone = '+44 20 - 7946 - 0000'
  expect(phone).toHaveLength(20)
  for (const change of [
    { firstName: long },
    { lastName: long },
    { city: long },
    { email: email.padEnd(255, 'e') },
    { phone },
  ])
    expect(registrationInput.safeParse(form(change)).error?.issues ?? [], Object.keys(change)[0]).toEqual([])
})

test('a visitor registers; the country of the number is GB unless chosen [JOIN-42, APPL-17]', async () => {
  await register({ email: 'first@people.example' })
  expect(
    await app.sql(
      `select id, first_name, last_name, email, city, phone_number, status, created_at from registrations where email = 'first@people.example'`,
    ),
  ).toEqual([
    {
      id: expect.any(String),
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'first@people.example',
      city: 'London',
      phone_number: '+442079460000',
      status: 'pending',
      created_at: app.clock.now(),
    },
  ])
  expect(fullNumber('FR', '01 23 45 67 89')).toBe('+33123456789')
  expect(fullNumber('GB', '+1 212 555 0100')).toBe('+12125550100')
  await expect(register({ phone: '0770' })).rejects.toMatchObject({
    data: { field: 'phone' },
    message: 'Phone must be in format +44XXXXXXXXXX',
  })
})

test('an address registers once, whatever its form, also in a race [JOIN-44]', async () => {
  const forms = ['twice@people.example', 'Twice@People.example', 'twice+show@people.example']
  const answers = await Promise.allSettled(
    [...forms, ...forms].map((email, index) => register({ email }, `10.1.0.${index}`)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ code: 'ALREADY_REGISTERED', message: 'Already registered' })
  await expectInvariants(app)
})

test('asking whether addresses are registered is limited per address [JOIN-44]', async () => {
  const ask = () =>
    register({ email: 'first@people.example' }, '10.2.0.1').catch((error: { code: string }) => error.code)
  const codes = []
  for (let index = 0; index < 11; index++) codes.push(await ask())
  expect(codes).toEqual([...Array(10).fill('ALREADY_REGISTERED'), 'RATE_LIMITED'])
})

test('an unexpected failure is told in the specified words [JOIN-45]', async () => {
  const log = app.runtime.log.level
  app.runtime.log.level = 'silent'
  await app.sql('alter table registrations add constraint broken check (city <> $$Nowhere$$)')
  await expect(register({ city: 'Nowhere' })).rejects.toMatchObject({
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Something went wrong. Please try again.',
  })
  await app.sql('alter table registrations drop constraint broken')
  app.runtime.log.level = log
})

describe('the Registrations list', () => {
  test('shows every status and counts the pending ones [APPL-18, APPL-24]', async () => {
    const { pending } = await app.as(boss).registrations.list({})
    const emails = ['one', 'two', 'three'].map(name => `${name}@list.example`)
    for (const email of emails) await register({ email })
    await app.as(boss).registrations.decide({ ids: [await idOf(emails[0]!)], status: 'approved' })
    await app.as(boss).registrations.decide({ ids: [await idOf(emails[1]!)], status: 'rejected' })
    const list = await app.as(boss).registrations.list({ q: 'list.example' })
    expect(list.rows.map(({ status, can }) => [status, can.decide]).sort()).toEqual([
      ['approved', false],
      ['pending', true],
      ['rejected', false],
    ])
    expect(list.pending).toBe(pending + 1)
  })

  test('decides many at once, only pending ones, and mails those it approves [APPL-19, APPL-23, APPL-24, APPL-25]', async () => {
    const emails = ['a', 'b', 'c'].map(name => `${name}@many.example`)
    for (const email of emails) await register({ email })
    const ids = await Promise.all(emails.map(idOf))
    await app.as(boss).registrations.decide({ ids: [ids[0]!], status: 'rejected' })
    expect(await app.as(boss).registrations.decide({ ids, status: 'approved' })).toEqual({ changed: 2 })
    expect(await app.sql('select email, status from registrations where id = any($1) order by email', [ids])).toEqual([
      { email: 'a@many.example', status: 'rejected' },
      { email: 'b@many.example', status: 'approved' },
      { email: 'c@many.example', status: 'approved' },
    ])
    expect(
      await app.sql(
        `select to_address from mails where template = 'registrations.approved' and to_address like '%@many.example' order by 1`,
      ),
    ).toEqual([{ to_address: 'b@many.example' }, { to_address: 'c@many.example' }])
    expect(
      await app.sql(`select actor_id from audit_log where table_name = 'registrations' and row_id = $1`, [ids[1]]),
    ).toEqual([{ actor_id: boss.id }])
  })

  test('names every pending registration of a search, and no other, on whatever page [APPL-21]', async () => {
    const emails = Array.from({ length: 5 }, (_, index) => `p${index}@pending.example`)
    for (const email of emails) await register({ email }, `10.7.0.${email.charCodeAt(1)}`)
    const ids = await Promise.all(emails.map(idOf))
    await app.as(boss).registrations.decide({ ids: [ids[0]!], status: 'rejected' })
    const pending = (await app.as(boss).registrations.pending({ q: 'pending.example' })).ids
    expect([...pending].sort()).toEqual(ids.slice(1).sort())
    expect((await app.as(boss).registrations.list({ q: 'pending.example', pageSize: 2 })).rows).toHaveLength(2)
    expect(await app.as(boss).registrations.decide({ ids: pending, status: 'approved' })).toEqual({ changed: 4 })
    expect((await app.as(boss).registrations.pending({ q: 'pending.example' })).ids).toEqual([])
  })

  test('stays approved when the mail fails; the failure is seen in the list and the mail is sent again [APPL-26]', async () => {
    await app.runJobs()
    await register({ email: 'unlucky@people.example' })
    const id = await idOf('unlucky@people.example')
    await app.as(boss).registrations.decide({ ids: [id], status: 'approved' })
    const unreachable = vi.spyOn(app.runtime.mailer, 'sendMail').mockRejectedValue(new Error('connection refused'))
    await app.runJobs()
    unreachable.mockRestore()
    const find = async () => (await app.as(boss).registrations.list({ q: 'unlucky' })).rows[0]!
    const failed = await find()
    expect(failed).toMatchObject({ status: 'approved', approvalMail: { status: 'failed' } })
    await app.as(boss).mailings.resend({ id: failed.approvalMail!.id })
    await app.runJobs()
    expect((await find()).approvalMail).toMatchObject({ status: 'sent' })
    await expect(app.as(boss).mailings.resend({ id: failed.approvalMail!.id })).rejects.toMatchObject({
      code: 'NOT_FAILED',
    })
  })

  test('refuses an empty selection and everybody but admins [APPL-22, APPL-41]', async () => {
    await expect(app.as(boss).registrations.decide({ ids: [], status: 'approved' })).rejects.toMatchObject({
      message: 'Please select members to update',
      data: { title: 'No members selected' },
    })
    const voter = await committee(app)
    await expect(app.as(voter).registrations.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(app.as(voter).registrations.decide({ ids: [], status: 'approved' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(app.as(voter).mailings.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('the page of the launch show says its day once the house has fixed it, and until then that it is not fixed', async () => {
  const said = async () => {
    const { head } = await headFor(app.runtime, '/launch')
    return [head!.html, head!.description, (await app.as(null).content.contact()).launchOn]
  }
  const unknown = 'The day is not fixed yet: it will stand here. Register here; places are limited.'
  expect(await said()).toEqual([expect.stringContaining(unknown), expect.stringContaining(unknown), null])
  await app.as(boss).venue.changeSettings({ launchOn: '2027-02-05' })
  const known = 'Fri 5 Feb 2027. Register here; places are limited.'
  expect(await said()).toEqual([expect.stringContaining(known), expect.stringContaining(known), '2027-02-05'])
  await app.as(boss).venue.changeSettings({ launchOn: null })
  expect((await said())[0]).toContain(unknown)
})
