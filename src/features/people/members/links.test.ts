import { describe, expect, test } from 'vitest'
import { waysInOf } from '#platform/auth/ways-in.ts'
import { sweep } from '#platform/jobs/cleanup.ts'
import { jobContext } from '#platform/jobs/runner.ts'
import { admin, goodPassword, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { archive } from '#test/applications.ts'
import { type Answer, type Browser, browser, newEmail, signUpBody } from '#test/browser.ts'
import { inboxOf, tokenFor } from '#test/mailbox.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on', DATABASE_POOL: '20' } })

const other = 'Teapot-Harbour-88'

const someone = () => person(app, { password: goodPassword })

describe('sign-up', () => {
  test('confirms the address by mail and signs in [AUTH-03, AUTH-04]', async () => {
    const email = newEmail()
    const visitor = browser(app)
    expect(await visitor.post('/sign-up/email', signUpBody(email.toUpperCase()))).toMatchObject({
      status: 200,
      body: { status: true },
    })
    expect(await visitor.me()).toBeNull()
    expect(await visitor.signIn(email)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
    const token = await tokenFor(app, email, '/confirm-signup')
    expect((await visitor.get(`/verify-email?token=${token}`)).status).toBe(200)
    expect(await visitor.me()).toMatchObject({
      email,
      firstName: 'Ada',
      approvalStatus: 'pending',
      mustChangePassword: false,
    })
  })

  test('makes the profile with its defaults [MEM-14, ROLE-04]', async () => {
    const email = newEmail()
    await browser(app).post('/sign-up/email', signUpBody(email))
    const rows = await app.sql(
      `select p.first_name, p.last_name, p.phone, p.approval_status, p.country, p.address_line1, p.address_line2, p.city, p.postal_code
       from profiles p join "user" u on u.id = p.user_id where u.email = $1`,
      [email],
    )
    expect(rows).toEqual([
      {
        first_name: 'Ada',
        last_name: 'Okafor',
        phone: '+447700900123',
        approval_status: 'pending',
        country: 'United Kingdom',
        address_line1: '',
        address_line2: '',
        city: '',
        postal_code: '',
      },
    ])
  })

  test.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ email: 'nobody' }, 'Enter a valid email address'],
    [{ phone: '0770090' }, 'Phone must be in format +44XXXXXXXXXX'],
    [{ phone: '+4477009001234' }, 'Phone must be in format +44XXXXXXXXXX'],
    [
      { password: 'alllowercase1' },
      'Password must be at least 8 characters with an uppercase letter, a lowercase letter and a digit',
    ],
    [{ password: 'Password1' }, 'This password is too easy to guess. Please choose another.'],
    [
      { firstName: 'Zebedee', lastName: 'Wintergreen', password: 'Wintergreen1' },
      'This password is too easy to guess. Please choose another.',
    ],
  ])('%o is refused by the server: %s [AUTH-06, AUTH-07, AUTH-24]', async (more, message) => {
    const answer = await browser(app).post('/sign-up/email', signUpBody(newEmail(), more))
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })

  test('nobody makes themselves more than a visitor by what they send', async () => {
    const email = newEmail()
    const sent = {
      role: 'admin',
      emailVerified: true,
      approvalStatus: 'approved',
      emailKey: 'x',
      twoFactorEnabled: false,
      id: 'me',
      image: 'https://elsewhere.example/x.png',
    }
    await browser(app).post('/sign-up/email', signUpBody(email, sent))
    const [row] = await app.sql(`select id, email_verified, image, email_key from "user" where email = $1`, [email])
    if (row) {
      expect(row).toMatchObject({ email_verified: false, image: null, email_key: email })
      expect(row.id).not.toBe('me')
      expect(await app.sql('select 1 from user_roles where user_id = $1', [row.id])).toEqual([])
    }
  })

  test('an address in another spelling is the same account, and its owner is told', async () => {
    const { email } = await someone()
    const [local, domain] = email.split('@')
    await browser(app).post('/sign-up/email', signUpBody(`${local}+again@${domain!.toUpperCase()}`))
    expect((await inboxOf(app, email)).map(({ subject }) => subject)).toEqual(['You already have an account'])
    expect(await app.sql('select count(*)::int as n from "user" where email_key = $1', [email])).toEqual([{ n: 1 }])
  })

  test('an archived address makes no account in any of its forms, also once it is erased, and nobody else learns why [ARC-07]', async () => {
    await archive(app, 'former@people.example')
    const [gone] = await app.sql<{ key: string }>(
      `select 'erased:' || encode(sha256(convert_to('erased@people.example', 'UTF8')), 'hex') as key`,
    )
    await app.sql(`insert into archived_members (email, email_key) values ('erased', $1)`, [gone!.key])
    const fresh = newEmail()
    const usual = await browser(app).post('/sign-up/email', signUpBody(fresh))
    const seen = ({ status, body, cookies }: Answer) => ({
      status,
      body,
      cookies: cookies.map(line => line.split('=')[0]),
    })
    for (const email of ['former@people.example', 'Former+again@PEOPLE.example', 'Erased+again@people.example']) {
      const began = performance.now()
      expect(seen(await browser(app).post('/sign-up/email', signUpBody(email)))).toEqual(seen(usual))
      // As long as any answer that may have written a mail (`evenMs`).
      expect(performance.now() - began).toBeGreaterThan(490)
      expect((await inboxOf(app, email.toLowerCase())).map(({ subject }) => subject)).toEqual([
        'We could not make an account',
      ])
    }
    expect(
      await app.sql(`select 1 from "user" where email_key in ('former@people.example', 'erased@people.example')`),
    ).toEqual([])
  })

  test('an account does not move to an archived address; only that address reads why [ARC-07]', async () => {
    await archive(app, 'was.here@people.example')
    const { email } = await someone()
    const owner = browser(app)
    await owner.signIn(email)
    await owner.post('/change-email', { newEmail: 'Was.Here+me@people.example' })
    await owner.get(`/verify-email?token=${await tokenFor(app, email, '/change-email')}`)
    expect((await inboxOf(app, 'was.here+me@people.example')).map(({ subject }) => subject)).toEqual([
      'We could not make an account',
    ])
    expect(await app.sql('select 1 from "user" where email = $1', [email])).toHaveLength(1)
  })

  test('[H4] a password counts only in the browser that chose it: who signed up as a stranger does not own the account', async () => {
    const email = newEmail()
    const victim = browser(app)
    await victim.post('/sign-up/email', signUpBody(email))
    const early = await tokenFor(app, email, '/confirm-signup')
    await app.sql(`update "user" set created_at = created_at - interval '1 minute' where email = $1`, [email])
    const attacker = browser(app)
    await attacker.post('/sign-up/email', signUpBody(email, { password: other }))
    expect((await victim.get(`/verify-email?token=${early}`)).status).toBe(401)
    const token = await tokenFor(app, email, '/confirm-signup')
    expect((await victim.get(`/verify-email?token=${token}`)).body).toEqual({ status: false, choosePassword: true })
    expect(await victim.me()).toBeNull()
    expect((await attacker.signIn(email, other)).body.code).toBe('EMAIL_NOT_VERIFIED')
    const own = 'Lantern-Quarry-31'
    expect((await victim.post('/sign-up/confirm', { token, newPassword: 'Password1' })).body.code).toBe(
      'PASSWORD_COMPROMISED',
    )
    expect((await victim.post('/sign-up/confirm', { token, newPassword: own })).status).toBe(200)
    expect(await victim.me()).toMatchObject({ email })
    expect((await attacker.signIn(email, other)).status).toBe(401)
    expect((await browser(app).signIn(email, own)).status).toBe(200)
    expect((await browser(app).post('/sign-up/confirm', { token, newPassword: other })).status).toBe(401)
  })

  test('[H4] elsewhere the password that was chosen is asked for, and stays; who knows it without the link gets nowhere', async () => {
    const email = newEmail()
    await browser(app).post('/sign-up/email', signUpBody(email, { password: other, isApplying: true }))
    const token = await tokenFor(app, email, '/confirm-signup')
    const phone = browser(app)
    const prove = (given: string, by = token, from = phone) =>
      from.post('/sign-up/prove', { token: by, password: given })
    expect((await prove(other, `${token}x`)).status).toBe(401)
    expect((await prove('Lantern-Quarry-31')).body).toMatchObject({
      code: 'NOT_THE_CHOSEN_PASSWORD',
      field: 'password',
    })
    expect(await phone.me()).toBeNull()
    expect((await prove(other)).status).toBe(200)
    // Where they were on the way to has come along.
    expect(await phone.me()).toMatchObject({ email, cameToApply: true })
    expect((await browser(app).signIn(email, other)).status).toBe(200)
    expect((await prove(other, token, browser(app))).status).toBe(401)
  })

  test('[H4] the password of a sign-up is not guessed without end', async () => {
    const email = newEmail()
    await browser(app).post('/sign-up/email', signUpBody(email, { password: other }))
    const token = await tokenFor(app, email, '/confirm-signup')
    const prove = (password: string) => browser(app).post('/sign-up/prove', { token, password })
    for (let time = 0; time < 10; time++) expect((await prove(`Wrong-${time}`)).status).toBe(400)
    expect((await prove(other)).status).toBe(429)
  })

  test('[H4] sign-ups of one moment: the first has the account, and the other’s link asks for a password', async () => {
    const email = newEmail()
    const [attacker, victim] = [browser(app), browser(app)]
    await attacker.post('/sign-up/email', signUpBody(email, { password: other }))
    const { cookies } = await victim.post('/sign-up/email', signUpBody(email))
    expect(cookies.find(line => line.startsWith('exchange.sign_up='))).toMatch(/; HttpOnly/i)
    const token = await tokenFor(app, email, '/confirm-signup')
    expect((await victim.get(`/verify-email?token=${token}`)).body).toMatchObject({ choosePassword: true })
  })

  test('[H4] the same browser is signed in at once, also by a link that was sent again', async () => {
    const email = newEmail()
    const visitor = browser(app)
    await visitor.post('/sign-up/email', signUpBody(email))
    await visitor.post('/sign-up/email', signUpBody(email))
    await browser(app).post('/send-verification-email', { email })
    const token = await tokenFor(app, email, '/confirm-signup')
    await visitor.get(`/verify-email?token=${token}`)
    expect(await visitor.me()).toMatchObject({ email })
  })

  test('[H4] a new password by a link counts once, also for 20 at once', async () => {
    const email = newEmail()
    await browser(app).post('/sign-up/email', signUpBody(email))
    const token = await tokenFor(app, email, '/confirm-signup')
    const confirm = (visitor: Browser) => visitor.post('/sign-up/confirm', { token, newPassword: other })
    expect(await race(confirm, 20)).toBe(1)
  })

  test('of ten at once with one address exactly one account comes, and all are answered alike', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser(app).post('/sign-up/email', signUpBody(email))),
    )
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(() => ({ status: 200, body: { status: true } })),
    )
    expect(await app.sql('select count(*)::int as n from "user" where email_key = $1', [email])).toEqual([{ n: 1 }])
  })
})

/** Uses one link from 50 browsers at once; resolves to how many it let in. */
async function race(use: (visitor: Browser) => Promise<{ status: number }>, count = 50): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => use(browser(app))))
  for (const { status } of answers) expect(status).toBeLessThan(500)
  return answers.filter(({ status }) => status === 200).length
}

describe('links work once, also for 50 at once', () => {
  test('confirmation [AUTH-29]', async () => {
    const email = newEmail()
    const owner = browser(app)
    await owner.post('/sign-up/email', signUpBody(email))
    const token = await tokenFor(app, email, '/confirm-signup')
    // Any number of windows of the browser that signed up.
    const open = (visitor: Browser) => {
      for (const [name, value] of owner.jar) visitor.jar.set(name, value)
      return visitor.get(`/verify-email?token=${token}`)
    }
    expect(await race(open)).toBe(1)
    expect(await race(open, 2)).toBe(0)
  })

  test('password reset, which signs everybody out [AUTH-18, AUTH-21]', async () => {
    const { email } = await someone()
    const signedIn = browser(app)
    await signedIn.signIn(email)
    expect(await browser(app).post('/request-password-reset', { email })).toMatchObject({ status: 200 })
    const token = await tokenFor(app, email, '/reset-password')
    expect(await race(visitor => visitor.post('/reset-password', { token, newPassword: other }))).toBe(1)
    expect(await signedIn.me()).toBeNull()
    expect((await browser(app).signIn(email)).status).toBe(401)
    expect((await browser(app).signIn(email, other)).status).toBe(200)
    expect((await inboxOf(app, email))[0]!.subject).toBe('Your password was changed')
  })

  test('sign-in link [AUTH-35]', async () => {
    const { email } = await someone()
    await browser(app).post('/sign-in/magic-link', { email })
    const token = await tokenFor(app, email, '/magic-link')
    expect(await race(visitor => visitor.get(`/magic-link/verify?token=${token}`))).toBe(1)
  })

  test('invitation [AUTH-33]', async () => {
    const email = newEmail()
    await app.as(await admin(app)).members.createAccount({ firstName: 'Ida', lastName: 'Bell', email })
    const token = await tokenFor(app, email, '/invite')
    expect(await race(visitor => visitor.post('/invitation/open', { token }))).toBe(1)
  })
})

describe('password reset', () => {
  test('needs six characters and refuses common ones [AUTH-20, AUTH-24]', async () => {
    const { email } = await someone()
    await browser(app).post('/request-password-reset', { email })
    const token = await tokenFor(app, email, '/reset-password')
    const reset = (newPassword: string) => browser(app).post('/reset-password', { token, newPassword })
    expect(await reset('xk3vq')).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 6 characters' },
    })
    expect(await reset('123456')).toMatchObject({ status: 400, body: { code: 'PASSWORD_COMPROMISED' } })
    expect(await reset('vq7kzx')).toMatchObject({ status: 200 })
  })

  test('an invalid and an expired link are refused [AUTH-21]', async () => {
    const { email, id } = await someone()
    expect(await browser(app).post('/reset-password', { token: 'nonsense', newPassword: other })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
    await browser(app).post('/request-password-reset', { email })
    const token = await tokenFor(app, email, '/reset-password')
    await app.sql(`update verification set expires_at = now() - interval '1 second' where value = $1`, [id])
    expect(await browser(app).post('/reset-password', { token, newPassword: other })).toMatchObject({
      status: 400,
    })
  })

  test('proves the address: a sign-up that was never confirmed is usable afterwards', async () => {
    const email = newEmail()
    await browser(app).post('/sign-up/email', signUpBody(email))
    await browser(app).post('/request-password-reset', { email })
    await browser(app).post('/reset-password', {
      token: await tokenFor(app, email, '/reset-password'),
      newPassword: other,
    })
    expect((await browser(app).signIn(email, other)).status).toBe(200)
  })
})

test('links are good for as long as their mails say, and no longer', async () => {
  const began = Date.now()
  const { id, email } = await someone()
  const [invited, signedUp] = [newEmail(), newEmail()]
  await browser(app).post('/request-password-reset', { email })
  await browser(app).post('/sign-in/magic-link', { email })
  await browser(app).post('/sign-up/email', signUpBody(signedUp))
  const boss = app.as(await admin(app))
  const { userId } = await boss.members.createAccount({ firstName: 'Ida', lastName: 'Bell', email: invited })
  const [, content] = (await tokenFor(app, signedUp, '/confirm-signup')).split('.')
  const { exp } = JSON.parse(Buffer.from(content!, 'base64url').toString()) as { exp: number }
  const ways = [...(await waysInOf(app.db, id)), ...(await waysInOf(app.db, userId))]
  const ends = {
    ...Object.fromEntries(ways.map(({ way, expiresAt }) => [way, expiresAt.getTime()])),
    sign: exp * 1_000,
  }
  const hour = 3_600_000
  const lives = { resetLink: hour, magicLink: hour / 4, invitation: 7 * 24 * hour, sign: 24 * hour }
  expect(Object.keys(ends).toSorted()).toEqual(Object.keys(lives).toSorted())
  for (const [name, life] of Object.entries(lives)) {
    // One of them counts whole seconds.
    expect(ends[name as keyof typeof ends], name).toBeGreaterThanOrEqual(began + life - 1_000)
    expect(ends[name as keyof typeof ends], name).toBeLessThanOrEqual(Date.now() + life)
  }
})

test('no secret of a link stands in the database once its mail has gone', async () => {
  const { email } = await someone()
  const invited = newEmail()
  await browser(app).post('/request-password-reset', { email })
  await browser(app).post('/sign-in/magic-link', { email })
  await app.as(await admin(app)).members.createAccount({ firstName: 'Ida', lastName: 'Bell', email: invited })
  const secrets = [
    await tokenFor(app, email, '/reset-password'),
    await tokenFor(app, email, '/magic-link'),
    await tokenFor(app, invited, '/invite'),
  ]
  const rows = JSON.stringify(await app.sql('select * from verification'))
  const sent = await app.sql(`select * from mails where to_address in ($1, $2)`, [email, invited])
  expect(sent.map(({ status, props }) => ({ status, props }))).toEqual(Array(3).fill({ status: 'sent', props: null }))
  const mails = JSON.stringify(sent)
  for (const secret of secrets) {
    expect(rows).not.toContain(secret)
    expect(mails).not.toContain(secret)
  }
})

test('[L7] a link that waits to be sent stands nowhere in the database, and is forgotten when it has ended', async () => {
  const { email } = await someone()
  const invited = newEmail()
  await browser(app).post('/request-password-reset', { email })
  await browser(app).post('/sign-in/magic-link', { email })
  await app.as(await admin(app)).members.createAccount({ firstName: 'Ida', lastName: 'Bell', email: invited })
  const before = await everything()
  const secrets = [
    await tokenFor(app, email, '/reset-password'),
    await tokenFor(app, email, '/magic-link'),
    await tokenFor(app, invited, '/invite'),
  ]
  for (const secret of secrets) expect(before.includes(secret)).toBe(false)

  await browser(app).post('/request-password-reset', { email })
  app.clock.advance(61 * 60_000)
  await app.write(tx => tx.enqueue(sweep, {}))
  await app.runJobs()
  const late = await app.sql(`select status, props, last_error from mails where to_address = $1 and status <> 'sent'`, [
    email,
  ])
  expect(late).toEqual([{ status: 'failed', props: null, last_error: 'The link in it is no longer good.' }])

  // Nobody sends this one: it is forgotten all the same, and not before its time.
  const patient = await someone()
  await browser(app).post('/request-password-reset', { email: patient.email })
  const kept = async () => {
    await sweep.run({}, jobContext(app.runtime, 'test'))
    const rows = await app.sql<{ props: unknown }>('select props from mails where to_address = $1', [patient.email])
    return rows.map(({ props }) => props !== null)
  }
  app.clock.advance(59 * 60_000)
  expect(await kept()).toEqual([true])
  app.clock.advance(60_000)
  expect(await kept()).toEqual([false])
})

/** Every row of every table, jobs included. */
async function everything(): Promise<string> {
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const rows = await Promise.all(tables.map(({ name }) => app.sql(`select t::text from ${name} t`)))
  return JSON.stringify(rows)
}

test('another site cannot make a browser use a link', async () => {
  const { email } = await someone()
  await browser(app).post('/sign-in/magic-link', { email })
  const token = await tokenFor(app, email, '/magic-link')
  const answer = await app.fetch(`/auth-api/magic-link/verify?token=${token}`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status).toBe(403)
  expect((await browser(app).get(`/magic-link/verify?token=${token}`)).status).toBe(200)
  const mine = newEmail()
  const visitor = browser(app)
  await visitor.post('/sign-up/email', signUpBody(mine))
  const confirmed = `/verify-email?token=${await tokenFor(app, mine, '/confirm-signup')}`
  const cookie = [...visitor.jar].map(pair => pair.join('=')).join('; ')
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(
      (await app.fetch(`/auth-api${confirmed}`, { headers: { cookie, 'sec-fetch-site': site } })).status,
      site,
    ).toBe(403)
  expect(await visitor.me()).toBeNull()
  expect((await visitor.get(confirmed)).status).toBe(200)
})

describe('change of address', () => {
  test('is agreed by the old address, confirmed by the new, and works for sign-in', async () => {
    const { email } = await someone()
    const next = newEmail()
    const visitor = browser(app)
    await visitor.signIn(email)
    await visitor.post('/change-email', { newEmail: next })
    await visitor.get(`/verify-email?token=${await tokenFor(app, email, '/change-email')}`)
    expect(await visitor.me()).toMatchObject({ email })
    const token = await tokenFor(app, next, '/change-email')
    // Opened where nobody is signed in: the account moves, and nobody is signed in by it.
    const phone = browser(app)
    expect((await phone.get(`/verify-email?token=${token}`)).status).toBe(200)
    expect(await phone.me()).toBeNull()
    expect(await visitor.me()).toMatchObject({ email: next })
    expect((await browser(app).get(`/verify-email?token=${token}`)).status).toBe(401)
    expect((await browser(app).signIn(next)).status).toBe(200)
    expect((await browser(app).signIn(email)).status).toBe(401)
  })

  test('to somebody else’s address looks the same and moves nothing [AUTH-37]', async () => {
    const [mover, owner] = [await someone(), await someone()]
    const visitor = browser(app)
    await visitor.signIn(mover.email)
    expect(await visitor.post('/change-email', { newEmail: owner.email.toUpperCase() })).toMatchObject({
      status: 200,
      body: { status: true },
    })
    expect((await visitor.get(`/verify-email?token=${await tokenFor(app, mover.email, '/change-email')}`)).status).toBe(
      200,
    )
    expect((await inboxOf(app, owner.email)).map(({ subject }) => subject)).toEqual(['You already have an account'])
    expect(await visitor.me()).toMatchObject({ email: mover.email })
  })

  test('to an address that became somebody else’s meanwhile moves nothing [AUTH-37]', async () => {
    const { email } = await someone()
    const next = newEmail()
    const visitor = browser(app)
    await visitor.signIn(email)
    await visitor.post('/change-email', { newEmail: next })
    await visitor.get(`/verify-email?token=${await tokenFor(app, email, '/change-email')}`)
    const token = await tokenFor(app, next, '/change-email')
    await person(app, { email: next })
    expect(await visitor.get(`/verify-email?token=${token}`)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_TOKEN' },
    })
    expect(await visitor.me()).toMatchObject({ email })
  })

  test('ends what was mailed to the former address: its reader may be why the person left it', async () => {
    const { email } = await someone()
    const next = newEmail()
    const visitor = browser(app)
    await visitor.signIn(email)
    await visitor.post('/change-email', { newEmail: next })
    const agree = await tokenFor(app, email, '/change-email')
    await browser(app).post('/request-password-reset', { email })
    const reset = await tokenFor(app, email, '/reset-password')
    await visitor.get(`/verify-email?token=${agree}`)
    const move = await tokenFor(app, next, '/change-email')
    expect((await browser(app).post('/reset-password/check', { token: reset })).status).toBe(200)
    expect((await browser(app).get(`/verify-email?token=${move}`)).status).toBe(200)
    expect((await browser(app).post('/reset-password', { token: reset, newPassword: other })).status).toBe(400)
    expect((await browser(app).signIn(next)).status).toBe(200)
    // Nobody else is signed out by it.
    expect(await visitor.me()).toMatchObject({ email: next })
  })

  test.each([
    ['agrees to it', async (_: string, first: string) => first],
    [
      'confirms the new address',
      async (next: string, first: string) => {
        await browser(app).get(`/verify-email?token=${first}`)
        return tokenFor(app, next, '/change-email')
      },
    ],
  ])('a link that %s is no longer good once its owner has chosen another password', async (_, linkOf) => {
    const { email } = await someone()
    const next = newEmail()
    const thief = browser(app)
    await thief.signIn(email)
    await thief.post('/change-email', { newEmail: next })
    const token = await linkOf(next, await tokenFor(app, email, '/change-email'))
    await browser(app).post('/request-password-reset', { email })
    const reset = await tokenFor(app, email, '/reset-password')
    expect((await browser(app).post('/reset-password', { token: reset, newPassword: other })).status).toBe(200)
    expect((await browser(app).get(`/verify-email?token=${token}`)).status).toBe(401)
    expect((await browser(app).signIn(email, other)).status).toBe(200)
  })
})

describe('mail to an address that nobody has proven', () => {
  const words = 'You won 500 pounds at evil.example'
  const textsFor = async (address: string) => JSON.stringify(await inboxOf(app, address))

  test('carries no words of whoever typed it', async () => {
    const email = newEmail()
    await browser(app).post('/sign-up/email', signUpBody(email, { firstName: words }))
    for (const path of ['/send-verification-email', '/request-password-reset', '/sign-in/magic-link'])
      await browser(app).post(path, { email })
    const subjects = (await inboxOf(app, email)).map(({ subject }) => subject)
    expect(new Set(subjects)).toEqual(
      new Set(['Confirm your email address', 'Choose a new password', 'Your sign-in link']),
    )
    expect(await textsFor(email)).not.toContain('evil.example')
  })

  test('carries none either when somebody moves their account there, and few of them arrive', async () => {
    const [{ id, email }, next] = [await someone(), newEmail()]
    await app.sql('update "user" set first_name = $2 where id = $1', [id, words])
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const visitor = browser(app)
      await visitor.signIn(email)
      const { status } = await visitor.post('/change-email', { newEmail: next })
      statuses.push(status)
      if (status === 200) await visitor.get(`/verify-email?token=${await tokenFor(app, email, '/change-email')}`)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    expect(await inboxOf(app, next)).toHaveLength(10)
    expect(await textsFor(next)).not.toContain('evil.example')
  })
})
