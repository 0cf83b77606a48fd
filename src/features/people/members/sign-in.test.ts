import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { admin, goodPassword, person } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from '#test/app.ts'
import { browser, newEmail, newIp, signUpBody } from '#test/browser.ts'
import { inboxOf } from '#test/mailbox.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on' } })

const someone = () => person(app, { password: goodPassword })
const minute = 60_000
const wrong = 'Wrong-Password-99'

describe('lock-out', () => {
  test('counts down, locks at the fifth failure for 15 minutes, and refuses the right password meanwhile [AUTH-10, AUTH-12, AUTH-13, AUTH-14]', async () => {
    const { email } = await someone()
    const visitor = browser(app)
    for (const left of [4, 3, 2, 1]) {
      expect(await visitor.signIn(email, wrong)).toMatchObject({
        status: 401,
        body: { title: 'Login Failed', message: `Invalid credentials. ${left} attempt(s) remaining` },
      })
    }
    expect(await visitor.signIn(email, wrong)).toMatchObject({
      body: { title: 'Account Locked', message: 'Too many failed attempts. Try again in 15 minutes.' },
    })
    app.clock.advance(14 * minute)
    // From another network, in another spelling: it is the account that is locked.
    expect(await browser(app).signIn(email.toUpperCase())).toMatchObject({
      status: 429,
      body: {
        title: 'Account Temporarily Locked',
        message: 'Too many failed attempts. Try again in 1 minute.',
      },
    })
    app.clock.advance(minute)
    expect((await browser(app).signIn(email)).status).toBe(200)
  })

  test('an attempt while locked does not prolong the lock', async () => {
    const { email } = await someone()
    for (let i = 0; i < 5; i++) await browser(app).signIn(email, wrong)
    app.clock.advance(10 * minute)
    expect((await browser(app).signIn(email, wrong)).status).toBe(429)
    app.clock.advance(5 * minute)
    expect((await browser(app).signIn(email)).status).toBe(200)
  })

  test('a success clears the count [AUTH-11]', async () => {
    const { email } = await someone()
    for (let i = 0; i < 4; i++) await browser(app).signIn(email, wrong)
    expect((await browser(app).signIn(email)).status).toBe(200)
    expect((await browser(app).signIn(email, wrong)).body.message).toBe('Invalid credentials. 4 attempt(s) remaining')
  })

  test('an address without an account counts down and locks alike [AUTH-10, AUTH-12]', async () => {
    const known = await someone()
    const unknown = newEmail()
    for (let i = 0; i < 6; i++) {
      const answers = await Promise.all([known.email, unknown].map(email => browser(app).signIn(email, wrong)))
      expect(answers[0]!.body).toEqual(answers[1]!.body)
      expect(answers[0]!.status).toBe(answers[1]!.status)
    }
  })

  test('of 20 guesses at once no more than five are looked at [AUTH-10]', async () => {
    const { email } = await someone()
    const ips = [newIp(), newIp()]
    await Promise.all(ips.map(ip => browser(app, ip).signIn(newEmail(), wrong)))
    // The right password is among the last ten: whether it is looked at is the server's choice, how many are is not.
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => browser(app, ips[i % 2]!).signIn(email, wrong)),
    )
    const looked = answers.filter(({ status }) => status === 401)
    expect(looked).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
    expect((await browser(app).signIn(email)).status).toBe(429)
    app.clock.advance(15 * minute)
    expect((await browser(app).signIn(email)).status).toBe(200)
  })

  test('guesses that the form would refuse cannot lock an account for ever', async () => {
    const { email } = await someone()
    for (let i = 0; i < 7; i++) await browser(app).signIn(email, 'x'.repeat(200))
    app.clock.advance(15 * minute)
    expect((await browser(app).signIn(email)).status).toBe(200)
  })

  test('one network is slowed whatever accounts it tries [AUTH-10]', async () => {
    const ip = newIp()
    const statuses = new Set<number>()
    for (let i = 0; i < 31; i++) statuses.add((await browser(app, ip).signIn(newEmail(), wrong)).status)
    expect([...statuses]).toEqual([401, 429])
  })
})

test.each([
  ['/sign-up/email', 10],
  ['/request-password-reset', 5],
  ['/sign-in/magic-link', 5],
  ['/magic-link/verify', 20],
  ['/send-verification-email', 5],
  ['/reset-password', 60],
  ['/change-password', 10],
  ['/change-email', 5],
  ['/two-factor/verify-totp', 20],
  ['/two-factor/verify-backup-code', 20],
])('one network asks %s no more than %i times a minute [AUTH-10]', async (path, most) => {
  const visitor = browser(app)
  const ask = async () => (await (path === '/magic-link/verify' ? visitor.get(path) : visitor.post(path))).status
  for (let turn = 0; turn < most; turn++) expect(await ask(), `${turn}`).toBeLessThan(429)
  expect(await ask()).toBe(429)
})

describe('known and unknown addresses', () => {
  const forms: [string, (email: string) => object][] = [
    ['/sign-up/email', signUpBody],
    ['/request-password-reset', email => ({ email })],
    ['/sign-in/magic-link', email => ({ email })],
    ['/send-verification-email', email => ({ email })],
    ['/sign-in/email', email => ({ email, password: wrong })],
  ]
  test.each(forms)('%s answers both alike [AUTH-16]', async (path, body) => {
    const known = await someone()
    const spelt = `${known.email.split('@')[0]!.toUpperCase()}+tag@people.example`
    const [first, second, third] = [
      await browser(app).post(path, body(known.email)),
      await browser(app).post(path, body(newEmail())),
      await browser(app).post(path, body(spelt)),
    ]
    const seen = ({ status, body, cookies }: typeof first) => ({
      status,
      body: { ...body, remaining: 0, message: '' },
      // A browser that signs up is given a number; which one says nothing.
      cookies: cookies.map(line => line.replace(/=[^;]*/, '=')),
    })
    expect(seen(second)).toEqual(seen(first))
    expect(seen(third)).toEqual(seen(first))
  })

  test('the same work is done for a password that cannot be right: it is hashed', async () => {
    // Medians of interleaved calls; a skipped hash would be an order of magnitude, not a factor of two.
    const known = await Promise.all(Array.from({ length: 4 }, () => someone()))
    const times = { known: [] as number[], unknown: [] as number[] }
    for (const { email } of known) {
      for (const [kind, address] of [
        ['known', email],
        ['unknown', newEmail()],
      ] as const) {
        const began = performance.now()
        await browser(app).signIn(address, wrong)
        times[kind].push(performance.now() - began)
      }
    }
    const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
    expect(middle(times.unknown)).toBeGreaterThan(middle(times.known) / 4)
  })

  test.each(forms.filter(([path]) => path !== '/sign-in/email'))(
    '%s takes both as long, whether or not it writes a mail [AUTH-16]',
    async (path, body) => {
      for (const email of [(await someone()).email, newEmail()]) {
        const began = performance.now()
        await browser(app).post(path, body(email))
        // At least so long, however slow the machine is. A timer may fire a moment early.
        expect(performance.now() - began, email).toBeGreaterThan(490)
      }
    },
  )

  test('a password is kept as argon2id with 19 MiB and two passes, and no two people’s alike', async () => {
    const emails = [newEmail(), newEmail()]
    for (const email of emails) await browser(app).post('/sign-up/email', signUpBody(email))
    const rows = await app.sql<{ password: string }>(
      'select a.password from account a join "user" u on u.id = a.user_id where u.email = any($1)',
      [emails],
    )
    expect(new Set(rows.map(({ password }) => password.split('$').at(-1))).size).toBe(emails.length)
    for (const { password } of rows)
      expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/)
  })

  test('mail goes to the known one only, and a mailbox cannot be flooded', async () => {
    const known = await someone()
    const unknown = newEmail()
    for (let i = 0; i < 12; i++)
      for (const email of [known.email, unknown]) {
        const { status } = await browser(app).post('/sign-in/magic-link', { email })
        expect(status).toBe(i < 10 ? 200 : 429)
      }
    expect(await inboxOf(app, known.email)).toHaveLength(10)
    expect(await inboxOf(app, unknown)).toHaveLength(0)
  })
})

test('addresses that no mail could reach are refused, not an error of ours', async () => {
  for (const email of [
    'a'.repeat(5_000),
    `${'a'.repeat(900)}@x.example`,
    'a\u0000@x.example',
    '',
    '@',
    42,
    null,
    ['a@b.example'],
    { $ne: 1 },
  ])
    for (const path of [
      '/sign-in/email',
      '/sign-up/email',
      '/request-password-reset',
      '/sign-in/magic-link',
      '/send-verification-email',
    ]) {
      const { status } = await browser(app).post(path, { ...signUpBody('x'), email })
      expect(status, `${path} ${JSON.stringify(email).slice(0, 40)}`).toBe(400)
    }
})

describe('session', () => {
  test('its cookie is out of reach of scripts and other sites', async () => {
    const { email } = await someone()
    const { cookies } = await browser(app).signIn(email)
    const line = cookies.find(each => each.startsWith('exchange.session_token='))
    expect(line).toMatch(/; HttpOnly/i)
    expect(line).toMatch(/; SameSite=Lax/i)
    expect(line).toMatch(/; Path=\//i)
    expect(line).not.toMatch(/Domain=/i)
  })

  test('under https every cookie is bound to the host and to https', async () => {
    const secure = await testApp({ env: { PUBLIC_URL: 'https://exchange.example', TRUST_PROXY: 'on' } })
    const { email } = await person(secure, { password: goodPassword })
    const visitor = browser(secure)
    const { cookies } = await visitor.signIn(email)
    expect(cookies.length).toBeGreaterThan(0)
    for (const line of cookies) {
      expect(line).toMatch(/^__Host-exchange\./)
      expect(line).toMatch(/; Secure/i)
      expect(line).toMatch(/; Path=\/(;|$)/i)
    }
    expect(await visitor.me()).toMatchObject({ email })
    // And every later visit is under https, also one that somebody on the way would like to be without.
    const lasts = async (of: typeof app) => (await of.fetch('/healthz')).headers.get('strict-transport-security')
    expect(await lasts(secure)).toBe('max-age=63072000; includeSubDomains')
    expect(await lasts(app)).toBeNull()
  })

  test('ends with signing out, here and everywhere [AUTH-45, AUTH-46]', async () => {
    const { email } = await someone()
    const [one, two, three] = [browser(app), browser(app), browser(app)]
    for (const each of [one, two, three]) await each.signIn(email)
    expect((await one.post('/sign-out')).status).toBe(200)
    expect(await one.me()).toBeNull()
    expect(await two.me()).toMatchObject({ email })
    expect((await two.get('/list-sessions')).body).toHaveLength(2)
    await two.post('/revoke-other-sessions')
    expect(await three.me()).toBeNull()
    await two.post('/revoke-sessions')
    expect(await two.me()).toBeNull()
  })

  test('one device is signed out by its owner and by nobody else', async () => {
    const { email } = await someone()
    const [mine, lost, stranger] = [browser(app), browser(app), browser(app)]
    await mine.signIn(email)
    await lost.signIn(email)
    await stranger.signIn((await someone()).email)
    const sessions = (await mine.get('/list-sessions')).body as { token: string }[]
    const { token: own } = (await mine.get('/get-session')).body.session
    const { token } = sessions.find(each => each.token !== own)!
    await stranger.post('/revoke-session', { token })
    expect(await lost.me()).toMatchObject({ email })
    await mine.post('/revoke-session', { token })
    expect(await lost.me()).toBeNull()
    expect(await mine.me()).toMatchObject({ email })
  })

  test('that has expired is none [AUTH-46]', async () => {
    const someoneElse = await someone()
    const visitor = browser(app)
    await visitor.signIn(someoneElse.email)
    await app.sql(`update session set expires_at = now() - interval '1 minute' where user_id = $1`, [someoneElse.id])
    expect(await visitor.me()).toBeNull()
  })
})

test('who is an admin shows after the sign-in that every door shares [AUTH-43, AUTH-44]', async () => {
  const boss = await admin(app, { password: goodPassword })
  const other = await someone()
  const [bossBrowser, otherBrowser] = [browser(app), browser(app)]
  await bossBrowser.signIn(boss.email)
  await otherBrowser.signIn(other.email)
  expect(await bossBrowser.me()).toMatchObject({
    roles: ['admin'],
    can: { openAdmin: true, openAdminOnly: true },
  })
  expect(await otherBrowser.me()).toMatchObject({
    roles: [],
    can: { openAdmin: false, openAdminOnly: false },
  })
})

test('what this venue does not use of the sign-in library is not there', async () => {
  const { email } = await someone()
  const visitor = browser(app)
  await visitor.signIn(email)
  for (const path of [
    '/update-user',
    '/delete-user',
    '/sign-in/social',
    '/two-factor/send-otp',
    '/verify-password',
    '/set-password',
  ])
    expect(
      (await visitor.post(path, { name: 'x', password: goodPassword, newPassword: 'Other-Orchard-77' })).status,
      path,
    ).toBe(404)
  expect((await browser(app).signIn(email)).status).toBe(200)
})

test('a password that is changed while somebody signs in with it lets nobody in', async () => {
  const [{ id, email }, other] = [await someone(), await person(app, { password: 'Teapot-Harbour-88' })]
  const visitor = browser(app)
  const waits = async () => {
    const rows = await app.sql(`select 1 from pg_locks where relation = 'session'::regclass and not granted`)
    return rows.length > 0
  }
  const { signedIn } = await app.write(async tx => {
    // The password has been looked at and was right; the session is not there yet.
    await tx.execute(sql`lock table session in share mode`)
    const signedIn = visitor.signIn(email)
    while (!(await waits()));
    await app.sql(
      'update account set password = (select a.password from account a where a.user_id = $2) where user_id = $1',
      [id, other.id],
    )
    return { signedIn }
  })
  expect(await signedIn).toMatchObject({ status: 401, body: { code: 'PASSWORD_CHANGED' } })
  expect(await visitor.me()).toBeNull()
  expect(await app.sql('select 1 from session where user_id = $1', [id])).toEqual([])
})
