import { describe, expect, test } from 'vitest'
import { userRoles } from '#features/people/members/table.ts'
import { admin, goodPassword, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { archive } from '#test/applications.ts'
import { type Browser, browser, newEmail, newIp, openSession } from '#test/browser.ts'
import { openLiveStream } from '#test/live-stream.ts'
import { inboxOf, tokenFor } from '#test/mailbox.ts'
import { listProcedures } from '#test/procedures.ts'
import { totp } from '#test/totp.ts'
import { isRead } from '../rpc/terms.ts'
import { roles as everyRole } from './actor.ts'
import { writeInvitation } from './invitations.ts'
import { endCredentials, type WayIn, waysIn, waysInOf } from './ways-in.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on' } })

const other = 'Teapot-Harbour-88'
const someone = () => member(app, { password: goodPassword })
const whoIs = async (headers: Record<string, string>): Promise<string | null> => {
  const answer = await app.fetch('/rpc/members/me', { headers })
  return ((await answer.json()) as { json: { userId: string } | null }).json?.userId ?? null
}

async function oneTime(identifier: string, value: string) {
  const { internalAdapter } = await app.runtime.auth.$context
  await internalAdapter.createVerificationValue({ identifier, value, expiresAt: new Date(Date.now() + 60_000) })
}

/** Makes one way in of each kind; those that can be tried without using them up resolve to a try. */
const makers: Record<WayIn, (someone: Person) => Promise<undefined | (() => Promise<boolean>)>> = {
  async session({ id }) {
    const cookie = await openSession(app.runtime, id)
    return async () => (await whoIs({ cookie })) === id
  },
  async apiKey({ id }) {
    const { key } = await app.as({ id }).members.createKey({ name: 'Till' })
    return async () => (await whoIs({ authorization: `Bearer ${key}` })) === id
  },
  async invitation({ id }) {
    await app.write(tx => writeInvitation(tx, id))
    return undefined
  },
  async resetLink({ email }) {
    await browser(app).post('/request-password-reset', { email })
    const token = await tokenFor(app, email, '/reset-password')
    return async () => (await browser(app).post('/reset-password/check', { token })).status === 200
  },
  async magicLink({ email }) {
    await browser(app).post('/sign-in/magic-link', { email, name: 'Ada "quoted"' })
    return undefined
  },
  async changeLink({ id }) {
    await app.fetch('/auth-api/change-email', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: app.url,
        cookie: await openSession(app.runtime, id),
        'x-forwarded-for': newIp(),
      },
      body: JSON.stringify({ newEmail: newEmail() }),
    })
    return undefined
  },
  async trustedDevice({ id }) {
    await oneTime('trust-device-abc', id)
    return undefined
  },
  async halfway({ id }) {
    await oneTime('2fa-abc', id)
    return undefined
  },
  async pushDevice({ id }) {
    await openSession(app.runtime, id)
    await app.sql(
      `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, device)
        select user_id, id, 'https://push.example/' || id, 'key', 'auth', 'Chrome on Linux'
        from session where user_id = $1 order by created_at desc limit 1`,
      [id],
    )
    return undefined
  },
}

const uriOf = async (visitor: Browser) =>
  String((await visitor.post('/two-factor/enable', { password: goodPassword })).body.totpURI)
const codeOf = (uri: string, step: number) => totp(new URL(uri).searchParams.get('secret')!, Date.now() + step * 30_000)

/** Every event that must end them, done as people do it. `asks` is the browser of the person themselves. */
const events: Record<
  string,
  { before?: (asks: Browser, who: Person) => Promise<unknown>; run: (by: By) => Promise<unknown> }
> = {
  'password reset': {
    async run({ who, asks }) {
      await asks.post('/request-password-reset', { email: who.email })
      const token = await tokenFor(app, who.email, '/reset-password')
      return asks.post('/reset-password', { token, newPassword: other })
    },
  },
  'change of password': {
    run: ({ asks }) =>
      asks.post('/change-password', {
        currentPassword: goodPassword,
        newPassword: other,
        revokeOtherSessions: true,
      }),
  },
  'second factor on': {
    run: async ({ asks }) => asks.post('/two-factor/verify-totp', { code: codeOf(await uriOf(asks), 0) }),
  },
  'second factor off': {
    async before(asks) {
      const uri = await uriOf(asks)
      await asks.post('/two-factor/verify-totp', { code: codeOf(uri, 0) })
      return uri
    },
    run: ({ asks, prepared }) =>
      asks.post('/two-factor/disable', { password: goodPassword, code: codeOf(String(prepared), 1) }),
  },
  'signing out everywhere': { run: ({ asks }) => asks.post('/revoke-sessions') },
  'an admin ends them': {
    run: async ({ who }) => app.as(await admin(app)).members.endSessions({ userId: who.id }),
  },
  block: {
    run: async ({ who }) =>
      app.as(await admin(app)).members.block({ userId: who.id, status: 'blocked', reason: 'Loud at night' }),
  },
  suspension: {
    run: async ({ who }) =>
      app.as(await admin(app)).members.block({ userId: who.id, status: 'suspended', reason: 'Loud at night' }),
  },
  'a role given': {
    run: async ({ who }) => app.as(await admin(app)).members.grantRole({ userId: who.id, role: 'door' }),
  },
  'a role taken': {
    before: async (_, who) => app.write(tx => tx.insert(userRoles).values({ userId: who.id, role: 'door' })),
    run: async ({ who }) => app.as(await admin(app)).members.revokeRole({ userId: who.id, role: 'door' }),
  },
  // Whatever archives an account has to call it; there is no procedure for it yet.
  archive: { run: ({ who }) => app.write(tx => endCredentials(tx, who.id, 'archived')) },
}

interface By {
  who: Person
  asks: Browser
  prepared: unknown
}

describe('every way in ends with', () => {
  test.each(Object.entries(events))('%s', async (_, { before, run }) => {
    const who = await someone()
    const asks = browser(app)
    expect((await asks.signIn(who.email)).status).toBe(200)
    const prepared = await before?.(asks, who)
    const tries: Partial<Record<WayIn, () => Promise<boolean>>> = {}
    for (const way of waysIn) {
      const attempt = await makers[way](who)
      if (attempt) tries[way] = attempt
    }
    expect([...new Set((await waysInOf(app.db, who.id)).map(({ way }) => way))].toSorted()).toEqual(waysIn.toSorted())
    for (const [way, attempt] of Object.entries(tries)) expect(await attempt(), way).toBe(true)
    await run({ who, asks, prepared })
    for (const [way, attempt] of Object.entries(tries)) expect(await attempt(), way).toBe(false)
    const left = await waysInOf(app.db, who.id)
    // The session that asked may stay, or a new one in its place.
    const own = await asks.me()
    expect(left.map(({ way }) => way)).toEqual(own ? ['session'] : [])
  })

  test('erasure', async () => {
    const who = await someone()
    for (const way of waysIn) await makers[way](who)
    const { id } = await app.as(who).privacy.requestErasure({ reason: '' })
    await app.as(await admin(app)).privacy.erase({ id })
    expect(await waysInOf(app.db, who.id)).toEqual([])
  })

  test('a change of password that keeps the other devices ends what stands in for a password all the same', async () => {
    const who = await someone()
    const asks = browser(app)
    await asks.signIn(who.email)
    for (const way of waysIn) await makers[way](who)
    await asks.post('/change-password', { currentPassword: goodPassword, newPassword: other })
    const left = new Set((await waysInOf(app.db, who.id)).map(({ way }) => way))
    expect([...left].toSorted()).toEqual(['apiKey', 'pushDevice', 'session'])
  })
})

test('what looks like a secret in the database is a way in, or it is written here what it is instead', async () => {
  const rows = await app.sql<{ name: string }>(`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public'
    and column_name ~ '(token|secret|hash|password|passcode|identifier|signature|private|_key|code)s?$' order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['session.token', 'verification.identifier', 'api_keys.key_hash']),
  )
  const unknown = rows.map(({ name }) => name).filter(name => !isWayIn.includes(name) && !(name in isNone))
  expect(unknown).toEqual([])
})

const isWayIn = ['session.token', 'verification.identifier', 'api_keys.key_hash']
const isNone: Record<string, string> = {
  'account.access_token': 'of the library; nobody signs in through another company',
  'account.id_token': 'of the library; nobody signs in through another company',
  'account.password': 'the password itself, as a hash',
  'account.refresh_token': 'of the library; nobody signs in through another company',
  'archived_members.email_key': 'an address, folded',
  'audit_head.first_previous_hash': 'the chain of the audit log',
  'audit_head.last_hash': 'the chain of the audit log',
  'audit_log.hash': 'the chain of the audit log',
  'audit_log.previous_hash': 'the chain of the audit log',
  'content_versions.section_key': 'the name of a text of the pages',
  'facility_images.facility_key': 'the name of a facility',
  'push_keys.public_key': 'told to every browser that subscribes',
  'push_keys.sealed_key': 'signs what the house pushes, closed under the venue’s secret; lets nobody in',
  'files.storage_key': 'where the bytes are; served by an authorised route only',
  'guest_passes.pass_code': 'lets through the door, not into an account',
  'homepage_content.section_key': 'a place on a page',
  'idempotency_keys.input_hash': 'what was sent, to compare',
  'mail_suppressions.email_key': 'an address, folded',
  'user.referred_by_code': 'a referral code, which its owner hands out',
  'market_visitor_tickets.ticket_code': 'lets through the door, not into an account',
  'membership_applications.email_key': 'an address, folded',
  'membership_applications.postcode': 'an address on paper',
  'membership_applications.referral_code': 'told to friends',
  'membership_tiers.weekly_tokens': 'tokens to spend',
  'our_spaces.image_key': 'a place on a page',
  'profiles.must_change_password': 'whether, not which',
  'profiles.postal_code': 'an address on paper',
  'profiles.referral_code': 'told to friends',
  'registrations.email_key': 'an address, folded',
  'scans.code_hash': 'lets through the door, not into an account',
  'sign_in_failures.email_key': 'an address, folded',
  'ticket_keys.private_key': 'signs tickets',
  'ticket_keys.public_key': 'signs tickets',
  'two_factor.backup_codes': 'the second factor: with a password only',
  'two_factor.secret': 'the second factor: with a password only',
  'user.email_key': 'an address, folded',
  'waiting_list.email_key': 'an address, folded',
}

describe('[M1] an invitation', () => {
  test('lets nobody past a password or a second factor', async () => {
    const email = newEmail()
    const boss = app.as(await admin(app))
    const { userId } = await boss.members.createAccount({ firstName: 'Ida', lastName: 'Bell', email })
    const older = await tokenFor(app, email, '/invite')
    await boss.members.inviteAgain({ userId })
    const newer = await tokenFor(app, email, '/invite')
    expect(newer).not.toBe(older)
    expect((await browser(app).post('/invitation/open', { token: older })).status).toBe(400)
    const visitor = browser(app)
    await visitor.post('/invitation/open', { token: newer })
    const late = await app.write(tx => writeInvitation(tx, userId))
    await visitor.post('/invitation/accept', { newPassword: goodPassword })
    expect((await browser(app).post('/invitation/open', { token: late })).status).toBe(400)
    const afterwards = await app.write(tx => writeInvitation(tx, userId))
    const stranger = browser(app)
    expect((await stranger.post('/invitation/open', { token: afterwards })).body.code).toBe('INVALID_TOKEN')
    expect(await stranger.me()).toBeNull()
    // Nor past a second factor alone.
    const guarded = await person(app)
    await app.sql('update "user" set two_factor_enabled = true where id = $1', [guarded.id])
    const token = await app.write(tx => writeInvitation(tx, guarded.id))
    expect((await stranger.post('/invitation/open', { token })).body.code).toBe('INVALID_TOKEN')
    expect(await stranger.me()).toBeNull()
  })
})

test('who has not accepted their invitation yet gets another when their rights change, or nothing would let them in', async () => {
  const email = newEmail()
  const boss = app.as(await admin(app)).members
  const { userId } = await boss.createAccount({ firstName: 'Ida', lastName: 'Bell', email })
  for (const change of [boss.grantRole, boss.revokeRole]) {
    const former = await tokenFor(app, email, '/invite')
    await change({ userId, role: 'door' })
    expect((await browser(app).post('/invitation/open', { token: former })).status).toBe(400)
  }
  const visitor = browser(app)
  expect((await visitor.post('/invitation/open', { token: await tokenFor(app, email, '/invite') })).status).toBe(200)
  expect((await visitor.post('/invitation/accept', { newPassword: goodPassword })).status).toBe(200)
  // From then on they sign in by their password, and no mail says otherwise.
  await boss.grantRole({ userId, role: 'door' })
  expect((await inboxOf(app, email)).filter(({ subject }) => /invitation/.test(subject))).toHaveLength(3)
})

test('a role that changes invites nobody whose address is archived (decision 59)', async () => {
  const email = newEmail()
  const boss = app.as(await admin(app)).members
  const { userId } = await boss.createAccount({ firstName: 'Ida', lastName: 'Bell', email })
  await archive(app, email)
  await boss.grantRole({ userId, role: 'door' })
  expect((await inboxOf(app, email)).filter(({ subject }) => /invitation/.test(subject))).toHaveLength(1)
  await expect(boss.inviteAgain({ userId })).rejects.toMatchObject({ code: 'REGISTRATION_NOT_ALLOWED' })
})

describe('[M2] an API key', () => {
  const by = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
  const call = (key: string, procedure: string, input?: object) =>
    app.fetch(`/rpc/${procedure}`, {
      method: input ? 'POST' : 'GET',
      headers: by(key),
      ...(input && { body: JSON.stringify({ json: input }) }),
    })

  test('makes no other key, and its owner is told when one is made', async () => {
    const who = await someone()
    const { key } = await app.as(who).members.createKey({ name: 'Till', scope: 'write' })
    expect((await inboxOf(app, who.email))[0]!.subject).toBe('An API key was made for your account')
    const answer = await call(key, 'members/createKey', { name: 'Second', scope: 'write' })
    expect(answer.status).toBe(403)
    expect(await app.as(who).members.keys()).toHaveLength(1)
  })

  test('reads only, unless it was made to write', async () => {
    const who = await someone()
    const { key } = await app.as(who).members.createKey({ name: 'Display' })
    expect((await call(key, 'members/profile')).status).toBe(200)
    const answer = await call(key, 'memberships/backToExplorer', {})
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('READ_ONLY_KEY')
  })

  test('made to read is refused by every procedure that writes, before it looks at anything', async () => {
    const roles = [...everyRole]
    const { key } = await app.as(await paidMember(app, { roles })).members.createKey({ name: 'Display' })
    const writing = listProcedures().filter(({ procedure }) => !isRead(procedure))
    expect(writing.length).toBeGreaterThan(50)
    for (const { name, path } of writing)
      expect(await (await call(key, path.join('/'), {})).text(), name).toContain('"code":"READ_ONLY_KEY"')
  })

  test('ends by itself: after 90 days, after a year at most', async () => {
    const who = await someone()
    const { key } = await app.as(who).members.createKey({ name: 'Till' })
    const [row] = await app.as(who).members.keys()
    expect(row!.expiresAt.getTime() - app.clock.now().getTime()).toBe(90 * 86_400_000)
    await expect(app.as(who).members.createKey({ name: 'Till', days: 366 })).rejects.toMatchObject({ status: 400 })
    expect(await whoIs(by(key))).toBe(who.id)
    await app.sql(`update api_keys set expires_at = $2 where user_id = $1`, [who.id, app.clock.now()])
    expect(await whoIs(by(key))).toBeNull()
    expect(await app.as(who).members.keys()).toEqual([])
  })
})

describe('[L2] a live stream', () => {
  const ended = async (stream: Awaited<ReturnType<typeof openLiveStream>>) => {
    for (;;) {
      const event = await stream.next().catch((error: Error) => error)
      if (event instanceof Error) return event.message
    }
  }

  test('ends with the session that opened it, however the session ends', async () => {
    const who = await someone()
    const [one, two] = [await openSession(app.runtime, who.id), await openSession(app.runtime, who.id)]
    const [first, second] = [await openLiveStream(app, one), await openLiveStream(app, two)]
    await app.sql('delete from session where id = (select min(id) from session where user_id = $1)', [who.id])
    await Promise.race([ended(first), ended(second)])
    await app.write(tx => endCredentials(tx, who.id, 'blocked'))
    expect(await Promise.all([ended(first), ended(second)])).toEqual(Array(2).fill('the live stream ended'))
  })

  test('is one of five at most', async () => {
    const who = await someone()
    const cookie = await openSession(app.runtime, who.id)
    const open = [1, 2, 3, 4, 5].map(() => openLiveStream(app, cookie))
    for (const stream of await Promise.all(open)) expect(stream).toBeDefined()
    const sixth = await app.fetch('/live', { headers: { cookie } })
    expect(sixth.status).toBe(429)
    await (await open[0]!).close()
    await expect
      .poll(async () => {
        const stream = await openLiveStream(app, cookie).catch(() => null)
        await stream?.close()
        return stream !== null
      })
      .toBe(true)
    for (const stream of await Promise.all(open)) await stream.close()
  })

  test('begins anew for an id that is none', async () => {
    const cookie = await openSession(app.runtime, (await someone()).id)
    const stream = await openLiveStream(app, cookie, '1.5')
    expect((await stream.next()).kind).toBe('refresh')
    await stream.close()
  })
})

test('a role that somebody has, or has not, ends nothing when it is given, or taken, once more', async () => {
  const [boss, who] = [await admin(app), await someone()]
  const call = app.as(boss).members
  await call.grantRole({ userId: who.id, role: 'door' })
  const asks = browser(app)
  await asks.signIn(who.email)
  await call.grantRole({ userId: who.id, role: 'door' })
  await call.revokeRole({ userId: who.id, role: 'committee' })
  expect(await asks.me()).toMatchObject({ userId: who.id })
  await call.revokeRole({ userId: who.id, role: 'door' })
  expect(await asks.me()).toBeNull()
})

test('an admin signs somebody out everywhere: in the audit log, and the person is told; never themselves', async () => {
  const [boss, who] = [await admin(app), await someone()]
  const cookie = await openSession(app.runtime, who.id)
  await app.as(boss).members.endSessions({ userId: who.id })
  expect(await whoIs({ cookie })).toBeNull()
  expect((await inboxOf(app, who.email))[0]!.subject).toBe('You were signed out everywhere')
  const audited = await app.sql(
    `select 1 from audit_log where actor_id = $1 and row_id = $2 and after ? 'signed_out_at'`,
    [boss.id, who.id],
  )
  expect(audited).toHaveLength(1)
  await expect(app.as(boss).members.endSessions({ userId: boss.id })).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
  const again = browser(app)
  expect((await again.signIn(who.email)).status).toBe(200)
})
