import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#features/house/settings/model.ts'
import { activateExplorer } from '#features/membership/memberships/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { admin, committee, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant, archive } from '#test/applications.ts'
import { browser, signUpBody } from '#test/browser.ts'
import { expectInvariants } from '#test/invariants.ts'
import { activeMembers, makeMember } from './model.ts'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})

let count = 0
const join = (email: string) =>
  app.as(null, { ipAddress: `10.0.0.${++count}` }).waitlist.join({ firstName: 'Ada', lastName: 'Lovelace', email })
const entry = async (email: string) =>
  (
    await app.sql<{ id: string; status: string; converted_at: Date | null }>(
      'select * from waiting_list where email = $1',
      [email],
    )
  )[0]!
const setStatus = async (email: string, status: 'pending' | 'contacted' | 'approved' | 'rejected') =>
  app.as(boss).waitlist.setStatus({ id: (await entry(email)).id, status })

test('a visitor joins; a second time, with an account or from the archive, the answer is the same and nothing is added [JOIN-41]', async () => {
  const first = await join('new@people.example')
  expect(await entry('new@people.example')).toMatchObject({ status: 'pending', created_at: app.clock.now() })
  const someone = await person(app)
  await archive(app, 'archived@people.example')
  for (const email of ['New+again@people.example', someone.email, 'archived@people.example'])
    expect(await join(email)).toEqual(first)
  expect(await app.sql('select email from waiting_list')).toEqual([{ email: 'new@people.example' }])
  expect(await app.sql(`select 1 from mails where template = 'waitlist.joined'`)).toHaveLength(1)
})

test('joining is limited to five an hour per address', async () => {
  const ask = () =>
    app
      .as(null, { ipAddress: '10.9.9.9' })
      .waitlist.join({ firstName: 'A', lastName: 'B', email: 'limit@people.example' })
  for (let index = 0; index < 5; index++) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('pending, contacted and rejected are set as they are; contacted counts as pending; everything is the admins’ [OPS-33, OPS-31, OPS-37]', async () => {
  await join('moving@people.example')
  for (const status of ['contacted', 'rejected', 'pending'] as const) {
    await setStatus('moving@people.example', status)
    expect((await app.as(boss).waitlist.list({ status, q: 'moving' })).rows).toMatchObject([
      { email: 'moving@people.example', status },
    ])
  }
  await setStatus('moving@people.example', 'contacted')
  expect((await app.as(boss).waitlist.list({ status: 'pending', q: 'moving' })).total).toBe(1)
  await setStatus('moving@people.example', 'rejected')
  expect((await app.as(boss).waitlist.list({ status: 'pending', q: 'moving' })).total).toBe(0)
  const { id } = await entry('moving@people.example')
  const voter = await committee(app)
  await expect(app.as(voter).waitlist.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(app.as(voter).waitlist.setStatus({ id, status: 'approved' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await app.as(boss).waitlist.remove({ id })
  await expect(app.as(boss).waitlist.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('approving makes a member at once where there is room: account, membership, welcome mail, and off the list [OPS-34, OPS-35]', async () => {
  await join('lucky@people.example')
  expect(await setStatus('lucky@people.example', 'approved')).toEqual({ isConverted: true })
  const [account] = await app.sql<{ id: string }>(`select id from "user" where email = 'lucky@people.example'`)
  expect(await app.as(account!).members.me()).toMatchObject({
    approvalStatus: 'approved',
    tier: { isFree: true },
    firstName: 'Ada',
  })
  expect(
    await app.sql(`select 1 from mails where to_address = 'lucky@people.example' and template = 'waitlist.place-free'`),
  ).toHaveLength(1)
  for (const status of ['pending', 'contacted', 'approved', 'rejected'] as const)
    expect((await app.as(boss).waitlist.list({ status, q: 'lucky' })).rows).toEqual([])
})

test('a stranger’s sign-up with the address of somebody who waits neither keeps them off the list nor gets or takes away their membership', async () => {
  const email = 'typed@people.example'
  const signUp = () => browser(app).post('/sign-up/email', signUpBody(email, { firstName: 'Mallory' }))
  await signUp()
  await join(email)
  expect(await setStatus(email, 'approved')).toEqual({ isConverted: true })
  const accounts = () =>
    app.sql<{ id: string }>('select id, first_name, email_verified from "user" where email = $1', [email])
  const made = await accounts()
  expect(made).toMatchObject([{ first_name: 'Ada', email_verified: true }])
  await app.sql(`update "user" set created_at = created_at - interval '1 minute' where email = $1`, [email])
  await signUp()
  expect(await accounts()).toEqual(made)
  expect(await app.as(made[0]!).members.me()).toMatchObject({ approvalStatus: 'approved', tier: { isFree: true } })
})

test('without room it stays approved; the daily conversion gives places in order, one each [OPS-38, MBR-67]', async () => {
  const { places } = await app.as(boss).waitlist.list({})
  await app.as(boss).venue.changeSettings({ maxActiveMembers: places.taken })
  for (const name of ['w1', 'w2', 'w3']) {
    app.clock.advance(1_000)
    await join(`${name}@people.example`)
    expect(await setStatus(`${name}@people.example`, 'approved')).toEqual({ isConverted: false })
  }
  expect(await app.sql(`select 1 from "user" where email like 'w_@people.example'`)).toEqual([])
  await app.as(boss).venue.changeSettings({ maxActiveMembers: places.taken + 2 })
  for (let run = 0; run < 2; run++) {
    await Promise.all([1, 2].map(() => app.runtime.jobs.send('waitlist.convert', {})))
    await app.runJobs()
  }
  expect(await app.sql(`select email from "user" where email like 'w_@people.example' order by 1`)).toEqual([
    { email: 'w1@people.example' },
    { email: 'w2@people.example' },
  ])
  expect((await app.as(boss).waitlist.list({ status: 'approved' })).rows).toMatchObject([
    { email: 'w3@people.example' },
  ])
  await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
})

test('an archived address is not converted [ARC-07]', async () => {
  await join('later.archived@people.example')
  await archive(app, 'later.archived@people.example')
  await expect(setStatus('later.archived@people.example', 'approved')).rejects.toMatchObject({
    data: { title: 'Registration Not Allowed' },
  })
})

test('somebody who was archived while they waited is passed over, and those after them get their places', async () => {
  await member(app)
  const { places } = await app.as(boss).waitlist.list({})
  await app.as(boss).venue.changeSettings({ maxActiveMembers: places.taken })
  for (const name of ['archived-first', 'then-next']) {
    app.clock.advance(1_000)
    await join(`${name}@people.example`)
    await setStatus(`${name}@people.example`, 'approved')
  }
  await archive(app, 'archived-first@people.example')
  await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
  await app.runtime.jobs.send('waitlist.convert', {})
  await app.runJobs()
  expect(await entry('archived-first@people.example')).toMatchObject({ converted_at: null })
  expect(await entry('then-next@people.example')).toMatchObject({ converted_at: app.clock.now() })
})

test('the limit holds however many are approved at once; without the lock it does not [MBR-67]', async () => {
  const race = async (enter: (tx: Tx, userId: string) => Promise<unknown>) => {
    const people = await Promise.all(Array.from({ length: 8 }, () => person(app)))
    const { places: before } = await app.as(boss).waitlist.list({})
    await app.as(boss).venue.changeSettings({ maxActiveMembers: before.taken + 3 })
    await Promise.all(people.map(({ id }) => app.write(tx => enter(tx, id))))
    const added = (await app.as(boss).waitlist.list({})).places.taken - before.taken
    await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
    return added
  }
  expect(await race(makeMember)).toBe(3)
  await expectInvariants(app)
  // Positive control: look, then let in, without holding the others back.
  const careless = async (tx: Tx, userId: string) => {
    const [taken, { maxActiveMembers: limit }] = [await activeMembers(tx), await readSettings(tx)]
    await tx.execute(sql`select pg_sleep(0.2)`)
    if (taken < limit) await activateExplorer(tx, userId)
  }
  expect(await race(careless)).toBeGreaterThan(3)
})

test('an account that is approved at once is a member while there is room, and stands in line once the house is full [MBR-67]', async () => {
  const make = async (email: string) =>
    app.as(boss).members.createAccount({ firstName: 'Ida', lastName: 'Bell', email, isApproved: true })
  const first = await make('at.once@people.example')
  expect(first).toMatchObject({ isWaiting: false })
  expect(await app.as({ id: first.userId }).members.me()).toMatchObject({
    approvalStatus: 'approved',
    tier: { isFree: true },
  })
  const { places } = await app.as(boss).waitlist.list({})
  await app.as(boss).venue.changeSettings({ maxActiveMembers: places.taken })
  const second = await make('in.line@people.example')
  expect(second).toMatchObject({ isWaiting: true })
  expect(await app.as({ id: second.userId }).members.me()).toMatchObject({ approvalStatus: 'pending' })
  expect((await app.as(boss).waitlist.list({ q: 'in.line' })).rows).toMatchObject([{ status: 'approved' }])
  await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
  await app.runtime.jobs.send('waitlist.convert', {})
  await app.runJobs()
  expect(await app.as({ id: second.userId }).members.me()).toMatchObject({
    approvalStatus: 'approved',
    tier: { isFree: true },
  })
})

test('two hundred places, unless the venue says otherwise; who is archived or erased takes none [MBR-67]', async () => {
  expect((await app.as(boss).waitlist.list({})).places.limit).toBe(200)
  const [archived, erased] = [await member(app), await member(app)]
  const before = (await app.as(boss).waitlist.list({})).places.taken
  await archive(app, archived.email)
  expect((await app.as(boss).waitlist.list({})).places.taken).toBe(before - 1)
  const { id } = await app.as(erased).privacy.requestErasure({})
  await app.as(boss).privacy.erase({ id })
  expect((await app.as(boss).waitlist.list({})).places.taken).toBe(before - 2)
  await app.as(boss).venue.changeSettings({ maxActiveMembers: before - 1 })
  expect(await app.write(async tx => makeMember(tx, (await person(app)).id))).toBe(true)
  await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
})

test('whoever had left their address as a visitor leaves the list when their application is approved', async () => {
  await join('both.ways@people.example')
  const someone = await applicant(app, { email: 'both.ways+club@people.example' })
  await app.as(boss).applications.approve({ id: someone.applicationId })
  expect((await app.as(boss).waitlist.list({ q: 'both.ways' })).rows).toEqual([])
})

describe('somebody on the list who applies', () => {
  const stored = async (someone: { id: string }) =>
    (await app.sql('select status from membership_applications where user_id = $1', [someone.id]))[0]

  test('becomes a member by their application alone, which the list says; once, and with nothing left open', async () => {
    await join('applies@people.example')
    const someone = await applicant(app, { email: 'applies@people.example' })
    const { id } = await entry(someone.email)
    expect((await app.as(boss).waitlist.list({ q: someone.email })).rows).toMatchObject([
      { id, hasApplication: true, can: { remove: true, setStatus: ['pending', 'contacted', 'rejected'] } },
    ])
    await setStatus(someone.email, 'contacted')
    await expect(setStatus(someone.email, 'approved')).rejects.toMatchObject({
      code: 'HAS_APPLIED',
      message: 'This person has applied for membership. Decide on their application instead.',
    })
    expect((await app.as(someone).members.me())!.standing.kind).toBe('applying')
    await app.as(boss).applications.approve({ id: someone.applicationId })
    expect(await app.as(someone).members.me()).toMatchObject({ approvalStatus: 'approved' })
    expect(await stored(someone)).toEqual({ status: 'approved' })
    expect((await app.as(boss).waitlist.list({ q: someone.email })).rows).toEqual([])
  })

  test('is passed over by the daily conversion though they were in line, and waits no more once rejected', async () => {
    await member(app)
    const { places } = await app.as(boss).waitlist.list({})
    await app.as(boss).venue.changeSettings({ maxActiveMembers: places.taken })
    await join('then.applies@people.example')
    expect(await setStatus('then.applies@people.example', 'approved')).toEqual({ isConverted: false })
    const someone = await applicant(app, { email: 'then.applies@people.example' })
    await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
    const convert = async () => {
      await app.runtime.jobs.send('waitlist.convert', {})
      await app.runJobs()
      return (await app.as(someone).members.me())!.approvalStatus
    }
    expect(await convert()).toBe('pending')
    expect(await stored(someone)).toEqual({ status: 'pending' })
    const [reason] = await app.as(boss).applications.reasons()
    await app.as(boss).applications.reject({ id: someone.applicationId, reasonId: reason!.id })
    expect(await entry(someone.email)).toMatchObject({ status: 'rejected' })
    expect(await convert()).toBe('rejected')
    // From here it is an admin's to say so, as of anybody on the list.
    expect(await setStatus(someone.email, 'approved')).toEqual({ isConverted: true })
  })
})

test('an approved applicant keeps the place in line: nobody deletes the entry or sets it back [OPS-33, OPS-39]', async () => {
  const { places } = await app.as(boss).waitlist.list({})
  await app.as(boss).venue.changeSettings({ maxActiveMembers: places.taken })
  const someone = await applicant(app)
  await app.as(boss).applications.approve({ id: someone.applicationId })
  const { id } = await entry(someone.email)
  expect((await app.as(boss).waitlist.list({ q: someone.email })).rows).toMatchObject([
    { id, hasApplication: true, can: { remove: false, setStatus: ['approved'] } },
  ])
  await expect(app.as(boss).waitlist.remove({ id })).rejects.toMatchObject({ code: 'IN_LINE' })
  for (const status of ['pending', 'contacted', 'rejected'] as const)
    await expect(setStatus(someone.email, status)).rejects.toMatchObject({ code: 'IN_LINE' })
  await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
  expect(await setStatus(someone.email, 'approved')).toEqual({ isConverted: true })
  expect(await app.as(someone).members.me()).toMatchObject({ approvalStatus: 'approved' })
})

test('without a filter the list holds everybody who waits, whatever their status', async () => {
  const statuses = ['pending', 'contacted', 'rejected'] as const
  for (const status of statuses) {
    await join(`all.${status}@people.example`)
    await setStatus(`all.${status}@people.example`, status)
  }
  const { rows } = await app.as(boss).waitlist.list({ q: 'all.' })
  expect(rows.map(row => row.status).sort()).toEqual([...statuses].sort())
})
