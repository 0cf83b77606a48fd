import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { sessionCookie } from '#test/browser.ts'
import { expectInvariants } from '#test/invariants.ts'
import { seedDemo } from './demo.ts'
import { demoSignIns, isUntouched } from './first-start.ts'
import { nextMarketDays, seedHouse } from './house.ts'
import { seedScale } from './scale.ts'

const run = promisify(execFile)

test('the next four monthly Saturdays are market days', () => {
  expect(nextMarketDays('2026-11-18', 4)).toEqual(['2026-11-28', '2026-12-26', '2027-01-23', '2027-02-27'])
  expect(nextMarketDays('2026-11-28', 1)).toEqual(['2026-12-26'])
})

// Drawing some forty pictures takes its time on a busy machine.
const patience = { timeout: 300_000 }

test(
  'the demo venue: everybody can sign in with a password made here, and repeating it changes nothing',
  patience,
  async () => {
    const app = await testApp({ now: new Date().toISOString() })
    expect(await isUntouched(app.runtime)).toBe(true)
    const made = await seedDemo(app.runtime, { databaseUrl: app.databaseUrl, isSmall: true })
    expect(made.map(({ role }) => role)).toEqual([
      'admin',
      'committee',
      'committee2',
      'committee3',
      'door',
      'member',
      'freeMember',
      'applicant',
    ])
    expect(new Set(made.map(({ password }) => password)).size).toBe(made.length)
    for (const { email, password } of made) expect(await sessionCookie(app, email, password)).toContain('exchange')
    const file = join(app.runtime.env.dataDir, 'demo-sign-ins.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(made)

    const counts = async () =>
      app.sql(`select (select count(*) from "user") as people, (select count(*) from bookings) as bookings, (select count(*) from files) as files,
      (select count(*) from market_days) as days, (select count(*) from membership_applications) as applications, (select count(*) from our_spaces) as spaces`)
    const before = await counts()
    expect(before[0]).toMatchObject({ people: '8', bookings: '4', days: '5', applications: '1', spaces: '8' })
    expect(await seedDemo(app.runtime, { databaseUrl: app.databaseUrl, isSmall: true })).toEqual(made)
    expect(await demoSignIns(app.runtime.env.dataDir)).toEqual(made)
    expect(await counts()).toEqual(before)
    expect(await isUntouched(app.runtime)).toBe(false)
    await expectInvariants(app)
  },
)

test(
  'a year of bookings at scale keeps every rule, and the commands say so and name what breaks',
  patience,
  async () => {
    const app = await testApp({ now: new Date().toISOString() })
    await app.write(seedHouse)
    const scale = await seedScale(app.databaseUrl, 50, app.clock.now())
    expect(scale).toEqual({ members: 50, bookings: 1200 })
    expect((await seedScale(app.databaseUrl, 20, app.clock.now())).members).toBe(20)
    await expectInvariants(app)

    const command = async (name: string) =>
      run('node', ['--import', 'tsx', `src/commands/${name}.ts`], {
        env: { ...process.env, DATABASE_URL: app.databaseUrl, DATA_DIR: app.runtime.env.dataDir },
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
      )
    expect(await command('invariants')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^All \d+ invariants hold/),
    })
    expect(await command('ledger-verify')).toMatchObject({ code: 0, stdout: 'All balances agree.\n' })
    expect(await command('audit-verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('holds') })
    await app.sql(
      "begin; set local session_replication_role = replica; update audit_log set row_id = 'x' where id = 3; update tokens set used = used + 1 where ctid = (select min(ctid) from tokens); commit",
    )
    expect(await command('audit-verify')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('row 3 is the first'),
    })
    expect(await command('ledger-verify')).toMatchObject({ code: 1, stdout: expect.stringContaining('tokens: what') })
    const broken = await command('invariants')
    expect(broken.code).toBe(1)
    expect(broken.stdout).toContain('tokens: what the lots hold differs from what the ledger says: person')
    expect(broken.stdout).toContain('a gap or a change in the audit log: entry 3')
  },
)
