import { expect, test } from 'vitest'
import { jobContext } from '#platform/jobs/runner.ts'
import { admin, member } from '#seed/factories/people.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { outboxOf } from '#test/mailbox.ts'
import { jobs } from './jobs.ts'
import { alarmsOf, dayInWords } from './rules.ts'

const quiet = { accountsLockedAgain: 0, addressesOnManyAccounts: 0, wrongSignatures: 0, adminsMade: 0, firstBad: null }
const run = async (app: TestApp, name: string) => {
  await app.runtime.securityEvents.flush()
  const job = jobs.find(each => each.name === name)!
  await job.run({}, jobContext(app.runtime, 'test'))
}
const alarmsTo = async (app: TestApp, { email }: { email: string }) =>
  (await outboxOf(app, email, 'security.alarm')).map(({ props }) => props.what)

/** With the real time: entries of the chain carry the database's own. */
const startedNow = () => testApp({ now: new Date().toISOString() })

test('every admin hears of a new admin, once in an hour however often the job runs', async () => {
  const app = await startedNow()
  const boss = await admin(app)
  await run(app, 'security.watch')
  expect(await alarmsTo(app, boss)).toEqual([])
  const other = await member(app)
  await app.as(boss).members.grantRole({ userId: other.id, role: 'admin' })
  for (let i = 0; i < 3; i++) await run(app, 'security.watch')
  expect(await alarmsTo(app, boss)).toEqual([['1 person became an admin.']])
  expect((await app.as(boss).security.lastDay()).newAdmins).toMatchObject([{ id: other.id, byId: boss.id }])
  app.clock.advance(61 * 60_000)
  await app.as(boss).members.grantRole({ userId: (await member(app)).id, role: 'door' })
  await run(app, 'security.watch')
  expect(await alarmsTo(app, boss)).toHaveLength(1)
})

test('one address that fails on many accounts, and a burst of wrong signatures, are told in one mail', async () => {
  const app = await startedNow()
  const boss = await admin(app)
  await run(app, 'security.watch')
  const people = await Promise.all(Array.from({ length: 5 }, () => member(app)))
  const from = { ipAddress: '203.0.113.5', requestId: 'r' }
  for (const { id } of people) app.runtime.securityEvents.note({ kind: 'sign-in-failed', personId: id, ...from })
  for (let i = 0; i < 10; i++) app.runtime.securityEvents.note({ kind: 'signature-wrong', ...from })
  await run(app, 'security.watch')
  expect((await alarmsTo(app, boss)).at(-1)?.toString()).toContain('1 address tried wrong passwords on many accounts.')
  expect((await alarmsTo(app, boss)).at(-1)).toHaveLength(2)
})

test('one address that tries twenty names of nobody is told; nineteen are not worth a mail', async () => {
  const app = await startedNow()
  const boss = await admin(app)
  const fail = (turn: number) =>
    app.runtime.securityEvents.note({
      kind: 'sign-in-failed',
      emailKey: `nobody${turn}@people.example`,
      ipAddress: '203.0.113.6',
      requestId: 'r',
    })
  for (let turn = 0; turn < 19; turn++) fail(turn)
  await app.runtime.securityEvents.flush()
  // What came after the first row is written when its minute is over.
  app.clock.advance(61_000)
  await run(app, 'security.watch')
  expect(await alarmsTo(app, boss)).toEqual([])
  fail(19)
  app.clock.advance(61_000)
  await run(app, 'security.watch')
  app.clock.advance(61_000)
  await run(app, 'security.watch')
  expect(await alarmsTo(app, boss)).toEqual([['1 address tried wrong passwords on many accounts.']])
})

test('an account that was locked in one quarter of an hour is told once it is locked in another', async () => {
  const app = await startedNow()
  const [boss, someone] = [await admin(app), await member(app)]
  const lock = (ipAddress: string) =>
    app.runtime.securityEvents.note({ kind: 'sign-in-locked', personId: someone.id, ipAddress, requestId: 'r' })
  lock('203.0.113.7')
  await run(app, 'security.watch')
  expect(await alarmsTo(app, boss)).toEqual([])
  await app.sql(`begin; set local session_replication_role = replica;
    update audit_log set created_at = created_at - interval '16 minutes' where action = 'security'; commit`)
  lock('203.0.113.8')
  await run(app, 'security.watch')
  expect(await alarmsTo(app, boss)).toEqual([['1 account locked again and again by wrong passwords.']])
})

test('an altered audit log is told, and a setting keeps everything quiet', async () => {
  const app = await startedNow()
  const boss = await admin(app)
  const alter = (action: string) =>
    app.sql(
      `begin; set local session_replication_role = replica; update audit_log set action = '${action}' where id = 1; commit`,
    )
  await run(app, 'security.check-chain')
  expect(await alarmsTo(app, boss)).toEqual([])
  await app.as(boss).venue.changeSettings({ securityAlarms: false })
  await alter('x')
  await run(app, 'security.check-chain')
  expect(await alarmsTo(app, boss)).toEqual([])
  await app.as(boss).venue.changeSettings({ securityAlarms: true })
  await app.settled()
  await run(app, 'security.check-chain')
  expect(await alarmsTo(app, boss)).toEqual([['The audit log was altered: entry 1 is the first that does not hold.']])
})

test('an account is locked again and again when that happened in two quarters of an hour', () => {
  expect(alarmsOf(quiet).size).toBe(0)
  expect(alarmsOf({ ...quiet, wrongSignatures: 9 }).size).toBe(0)
  expect([...alarmsOf({ ...quiet, accountsLockedAgain: 2 }).values()]).toEqual([
    '2 accounts locked again and again by wrong passwords.',
  ])
})

test('the last day is told truly, also of nothing and of one', () => {
  expect(dayInWords([])).toEqual({ isUnusual: false, sentences: ['Nothing unusual.', 'No failed sign-ins.'] })
  const one = { times: 1, people: 1, strangers: 0 }
  expect(dayInWords([{ kind: 'sign-in-failed', ...one }]).sentences).toEqual([
    'Nothing unusual.',
    '1 failed sign-in, for 1 account.',
  ])
  const some = dayInWords([
    { kind: 'sign-in-failed', times: 3, people: 2, strangers: 0 },
    { kind: 'sign-in-locked', ...one },
    { kind: 'document-read', times: 4, people: 1, strangers: 0 },
  ])
  expect(some.isUnusual).toBe(true)
  expect(some.sentences.join(' ')).toBe(
    'Worth a look. 3 failed sign-ins, for 2 accounts. Sign-in was locked 1 time. Documents opened 4 times by 1 person.',
  )
  expect(dayInWords([{ kind: 'sign-in-failed', times: 3, people: 0, strangers: 3 }]).sentences[1]).toBe(
    '3 failed sign-ins, 3 times for nobody’s account.',
  )
})
