import { describe, expect, test } from 'vitest'
import { admin, committee, goodPassword, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { type Browser, browser, newEmail } from '#test/browser.ts'
import { inboxOf, tokenFor } from '#test/mailbox.ts'
import { totp } from '#test/totp.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on' } })

const other = 'Teapot-Harbour-88'

const someone = () => person(app, { password: goodPassword })

describe('passwords that staff give out', () => {
  test('a temporary one lets in to nothing but its change [AUTH-05, AUTH-25, AUTH-26]', async () => {
    const email = newEmail()
    await app.as(await admin(app)).members.createAccount({
      firstName: 'Ida',
      lastName: 'Bell',
      email,
      temporaryPassword: goodPassword,
      isApproved: true,
    })
    const visitor = browser(app)
    expect((await visitor.signIn(email)).status).toBe(200)
    expect(await visitor.me()).toMatchObject({ mustChangePassword: true, approvalStatus: 'approved' })
    const [row] = await app.sql<{ id: string }>('select id from "user" where email = $1', [email])
    await expect(app.as(row!).members.profile()).rejects.toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' })
    expect(await visitor.post('/change-password', { currentPassword: other, newPassword: other })).toMatchObject({
      status: 400,
    })
    expect(
      await visitor.post('/change-password', { currentPassword: goodPassword, newPassword: 'weak' }),
    ).toMatchObject({ status: 400 })
    expect((await visitor.me()).mustChangePassword).toBe(true)
    expect(await visitor.post('/change-password', { currentPassword: goodPassword, newPassword: other })).toMatchObject(
      { status: 200 },
    )
    expect(await visitor.me()).toMatchObject({ mustChangePassword: false })
    expect(await app.as(row!).members.profile()).toMatchObject({ firstName: 'Ida' })
  })

  test('an account that chose its own is never sent there, however new it is [AUTH-05]', async () => {
    const { email } = await someone()
    const visitor = browser(app)
    await visitor.signIn(email)
    expect(await visitor.me()).toMatchObject({ mustChangePassword: false })
  })

  test('an invitation signs in and asks for a password [AUTH-30, AUTH-31]', async () => {
    const email = newEmail()
    await app.as(await admin(app)).members.createAccount({ firstName: 'Ida', lastName: 'Bell', email })
    expect(await browser(app).post('/invitation/accept', { newPassword: goodPassword })).toMatchObject({
      status: 401,
    })
    expect(await browser(app).post('/invitation/open', { token: 'nonsense' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid or expired invitation link' },
    })
    const visitor = browser(app)
    await visitor.post('/invitation/open', { token: await tokenFor(app, email, '/invite') })
    expect(await visitor.me()).toMatchObject({ email, mustChangePassword: true })
    expect(await visitor.post('/invitation/accept', { newPassword: 'short1A' })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_TOO_WEAK' },
    })
    expect(await visitor.post('/invitation/accept', { newPassword: 'Password1' })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_COMPROMISED' },
    })
    const accepted = await Promise.all(
      [1, 2, 3].map(() => visitor.post('/invitation/accept', { newPassword: goodPassword })),
    )
    expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await visitor.me()).toMatchObject({ mustChangePassword: false })
    expect((await browser(app).signIn(email)).status).toBe(200)
    // A session alone does not replace a password that exists.
    expect(await visitor.post('/invitation/accept', { newPassword: other })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_ALREADY_SET' },
    })
  })

  test('a change signs the other devices out when asked to [AUTH-23, AUTH-27]', async () => {
    const { email } = await someone()
    const [here, there] = [browser(app), browser(app)]
    await here.signIn(email)
    await there.signIn(email)
    const weak = await here.post('/change-password', {
      currentPassword: goodPassword,
      newPassword: 'nouppercase1',
    })
    expect(weak.body.message).toBe(
      'Password must be at least 8 characters with an uppercase letter, a lowercase letter and a digit',
    )
    await here.post('/change-password', {
      currentPassword: goodPassword,
      newPassword: other,
      revokeOtherSessions: true,
    })
    expect(await there.me()).toBeNull()
    expect(await here.me()).toMatchObject({ email })
    expect((await inboxOf(app, email)).map(({ subject }) => subject)).toEqual(['Your password was changed'])
  })
})

describe('two-factor', () => {
  // Every code is good once: the steps before, now and next give three.
  const codeOf = (uri: string, step: -1 | 0 | 1 = -1) =>
    totp(new URL(uri).searchParams.get('secret')!, Date.now() + step * 30_000)

  async function protectedPerson() {
    const { email } = await someone()
    const visitor = browser(app)
    await visitor.signIn(email)
    const { body } = await visitor.post('/two-factor/enable', { password: goodPassword })
    expect((await visitor.me()).twoFactorEnabled).toBe(false)
    expect((await visitor.post('/two-factor/verify-totp', { code: codeOf(body.totpURI) })).status).toBe(200)
    return { email, uri: String(body.totpURI), codes: body.backupCodes as string[] }
  }

  test('whoever has a session guesses the present password ten times in a quarter of an hour, from wherever', async () => {
    const { email } = await someone()
    const owner = browser(app)
    await owner.signIn(email)
    const paths = ['/change-password', '/two-factor/enable']
    const guesses = Array.from({ length: 14 }, (_, turn) => {
      const thief = browser(app)
      for (const [name, value] of owner.jar) thief.jar.set(name, value)
      const password = `Not-The-Password${turn}`
      return thief.post(paths[turn % 2]!, { password, currentPassword: password, newPassword: other })
    })
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
    expect((await owner.post('/two-factor/enable', { password: goodPassword })).status).toBe(429)
    // Coming in is another matter.
    expect((await browser(app).signIn(email)).status).toBe(200)
  })

  test('a password alone does not sign in; a code or, once, a recovery code does', async () => {
    const { email, uri, codes } = await protectedPerson()
    const visitor = browser(app)
    expect((await visitor.signIn(email)).body).toMatchObject({ twoFactorRedirect: true })
    expect(await visitor.me()).toBeNull()
    expect(await visitor.post('/two-factor/verify-totp', { code: '000000' })).toMatchObject({
      status: 401,
      body: { message: 'This code is not right. Codes change every half minute: try the next one.' },
    })
    expect((await visitor.post('/two-factor/verify-totp', { code: codeOf(uri, 0) })).status).toBe(200)
    expect(await visitor.me()).toMatchObject({ email, twoFactorEnabled: true })
    const [lost, again] = [browser(app), browser(app)]
    await lost.signIn(email)
    expect((await lost.post('/two-factor/verify-backup-code', { code: codes[0] })).status).toBe(200)
    await again.signIn(email)
    expect((await again.post('/two-factor/verify-backup-code', { code: codes[0] })).status).toBe(401)
    const kept = JSON.stringify(await app.sql('select * from two_factor'))
    for (const code of codes) expect(kept).not.toContain(code)
  })

  test('a sign-in link asks for the code too', async () => {
    const { email, uri } = await protectedPerson()
    await browser(app).post('/sign-in/magic-link', { email })
    const visitor = browser(app)
    const answer = await visitor.get(`/magic-link/verify?token=${await tokenFor(app, email, '/magic-link')}`)
    expect(answer.body).toMatchObject({ twoFactorRedirect: true })
    expect(await visitor.me()).toBeNull()
    expect((await visitor.post('/two-factor/verify-totp', { code: codeOf(uri, 0) })).status).toBe(200)
    expect(await visitor.me()).toMatchObject({ email })
  })

  test('[L1] is switched off with the password and a code that was not used before, and its owner is told', {
    timeout: 30_000,
  }, async () => {
    const { email, uri } = await protectedPerson()
    const visitor = browser(app)
    await visitor.signIn(email)
    const used = codeOf(uri, 0)
    await visitor.post('/two-factor/verify-totp', { code: used })
    const disable = (password: string, code?: string) => visitor.post('/two-factor/disable', { password, code })
    expect((await disable(other, codeOf(uri, 1))).status).toBe(400)
    expect((await disable(goodPassword)).body.code).toBe('CODE_REQUIRED')
    expect((await disable(goodPassword, used)).body.code).toBe('CODE_USED')
    expect((await disable(goodPassword, '000000')).status).toBe(401)
    expect((await disable(goodPassword, codeOf(uri, 1))).status).toBe(200)
    expect((await browser(app).signIn(email)).body.twoFactorRedirect).toBeUndefined()
    // Sent at once, they arrive in any order.
    expect((await inboxOf(app, email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Two-factor sign-in is off',
      'Two-factor sign-in is on',
    ])
  })

  test('[L1] is switched off with a recovery code when the app is lost, each good once', async () => {
    const { email, codes } = await protectedPerson()
    const visitor = browser(app)
    await visitor.signIn(email)
    await visitor.post('/two-factor/verify-backup-code', { code: codes[0] })
    const anew = (code: string) => visitor.post('/two-factor/generate-backup-codes', { password: goodPassword, code })
    expect((await anew(codes[0]!)).status).toBe(401)
    const made = (await anew(codes[1]!)).body.backupCodes
    expect(made).toHaveLength(10)
    expect((await visitor.post('/two-factor/disable', { password: goodPassword, code: codes[2] })).status).toBe(401)
    expect((await visitor.post('/two-factor/disable', { password: goodPassword, code: made[0] })).status).toBe(200)
  })

  test('[L1] takes no code twice, also of five at once', async () => {
    const { email, uri } = await protectedPerson()
    const visitors = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const visitor = browser(app)
        await visitor.signIn(email)
        return visitor
      }),
    )
    const code = codeOf(uri, 0)
    const answers = await Promise.all(visitors.map(visitor => visitor.post('/two-factor/verify-totp', { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
    expect((await browser(app).signIn(email)).body.twoFactorRedirect).toBe(true)
  })

  test('of any number of guesses at once no more than ten are looked at, whatever they came in by', async () => {
    const { email } = await protectedPerson()
    const guessers: Browser[] = []
    for (let i = 0; i < 15; i++) {
      const guesser = browser(app)
      expect((await guesser.signIn(email)).body.twoFactorRedirect).toBe(true)
      guessers.push(guesser)
    }
    const answers = await Promise.all(
      guessers.map((guesser, i) => guesser.post('/two-factor/verify-totp', { code: String(900_000 + i) })),
    )
    // One was taken when it was switched on.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(401), ...Array(6).fill(429)])
  })

  test('[L1] a session that somebody left open guesses ten codes in a quarter of an hour, not every one there is', async () => {
    const { email, uri, codes } = await protectedPerson()
    const kinds: [path: string, wrong: (turn: number) => string, right: string][] = [
      ['/two-factor/verify-totp', turn => `00000${turn}`, codeOf(uri, 0)],
      ['/two-factor/disable', turn => `00000${turn}`, codeOf(uri, 1)],
      ['/two-factor/disable', turn => `guess-${turn}`, codes[9]!],
    ]
    for (const [at, [path, wrong, right]] of kinds.entries()) {
      const visitor = browser(app)
      await visitor.signIn(email)
      await visitor.post('/two-factor/verify-backup-code', { code: codes[at] })
      await app.sql('delete from limit_counters')
      const guess = (code: string) => visitor.post(path, { password: goodPassword, code })
      for (let turn = 0; turn < 10; turn++) expect((await guess(wrong(turn))).status, path).toBe(401)
      expect(await guess(right), path).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    }
  })

  test('[L1] a trusted device ends with the password', async () => {
    const { email, uri } = await protectedPerson()
    const device = browser(app)
    await device.signIn(email)
    await device.post('/two-factor/verify-totp', { code: codeOf(uri, 0), trustDevice: true })
    expect((await device.signIn(email)).body.twoFactorRedirect).toBeUndefined()
    await browser(app).post('/request-password-reset', { email })
    const token = await tokenFor(app, email, '/reset-password')
    expect((await browser(app).post('/reset-password', { token, newPassword: other })).status).toBe(200)
    expect((await device.signIn(email, other)).body.twoFactorRedirect).toBe(true)
  })
})

test('a temporary password is good for a week and is not kept as one’s own', async () => {
  const email = newEmail()
  const make = { firstName: 'Ida', lastName: 'Bell', email, temporaryPassword: goodPassword }
  await app.as(await admin(app)).members.createAccount(make)
  const visitor = browser(app)
  await visitor.signIn(email)
  const same = { currentPassword: goodPassword, newPassword: goodPassword }
  expect((await visitor.post('/change-password', same)).body.code).toBe('PASSWORD_UNCHANGED')
  app.clock.advance(7 * 86_400_000)
  const late = browser(app)
  expect(await late.signIn(email)).toMatchObject({ status: 403, body: { code: 'TEMPORARY_PASSWORD_OVER' } })
  expect(await late.me()).toBeNull()
  await late.post('/request-password-reset', { email })
  const token = await tokenFor(app, email, '/reset-password')
  expect((await late.post('/reset-password', { token, newPassword: other })).status).toBe(200)
  expect((await late.signIn(email, other)).status).toBe(200)
})

test('while the house demands it, an admin without a second factor does nothing as one (decision 8)', async () => {
  const [boss, helper] = [await admin(app), await committee(app)]
  await app.as(boss).venue.changeSettings({ twoFactorRequiredForAdmins: true })
  try {
    await expect(app.as(boss).members.find({})).rejects.toMatchObject({ code: 'TWO_FACTOR_REQUIRED', status: 403 })
    expect(await app.as(boss).members.me()).toMatchObject({ mustSetUpTwoFactor: true })
    expect(await app.as(helper).members.me()).toMatchObject({ mustSetUpTwoFactor: false })
    await app.sql('update "user" set two_factor_enabled = true where id = $1', [boss.id])
    expect((await app.as(boss).members.find({ q: boss.email })).total).toBe(1)
  } finally {
    await app.sql(`delete from settings where key = 'twoFactorRequiredForAdmins'`)
  }
})

test.each(['blocked', 'suspended'] as const)(
  'who is %s signs in, reads why and changes nothing (decision 3)',
  async status => {
    const { id, email } = await someone()
    await app.as(await admin(app)).members.block({ userId: id, status, reason: 'Unpaid damage' })
    const visitor = browser(app)
    expect((await visitor.signIn(email)).status).toBe(200)
    const refused = { status: 403, body: { code: 'ACCOUNT_BLOCKED', message: 'Unpaid damage' } }
    const change = { currentPassword: goodPassword, newPassword: other }
    expect(await visitor.post('/change-password', change)).toMatchObject(refused)
    expect(await visitor.post('/change-email', { newEmail: newEmail() })).toMatchObject(refused)
    for (const step of ['enable', 'disable', 'generate-backup-codes'])
      expect(await visitor.post(`/two-factor/${step}`, { password: goodPassword }), step).toMatchObject(refused)
    expect(await visitor.me()).toMatchObject({ blockedReason: 'Unpaid damage' })
    expect((await visitor.post('/sign-out', {})).status).toBe(200)
  },
)
