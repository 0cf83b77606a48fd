import { describe, expect, test } from 'vitest'
import { admin, committee, doorStaff, goodPassword, member, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { archive } from '#test/applications.ts'
import { browser, newEmail } from '#test/browser.ts'
import { forged } from '#test/forged.ts'
import { openLiveStream } from '#test/live-stream.ts'
import { inboxOf } from '#test/mailbox.ts'
import type { PlanState } from './inputs.ts'
import { createAccount } from './model.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on' } })

const profile = {
  firstName: 'Grace',
  lastName: 'Liu',
  phone: '',
  addressLine1: '1 Kiln Yard',
  addressLine2: '',
  city: 'London',
  postalCode: 'W1U 5QY',
  country: 'United Kingdom',
}

test('two ids that begin alike are two people with two referral codes', async () => {
  const ids = ['c0111de0-first', 'c0111de0-second', 'C0111DE0-third']
  for (const id of ids)
    await app.sql(
      `insert into "user" (id, name, email, email_key, first_name, last_name) values ($1, 'Ada Li', $2, $2, 'Ada', 'Li')`,
      [id, `${id.toLowerCase()}@example.org`],
    )
  expect(
    await app.sql('select referral_code from profiles where user_id = any($1) order by length(referral_code)', [ids]),
  ).toEqual([{ referral_code: 'C0111DE0' }, { referral_code: 'C0111DE0-' }, { referral_code: 'C0111DE0-T' }])
})

describe('own profile', () => {
  test('is read and changed by its owner [MEM-14, MEM-20]', async () => {
    const someone = await person(app)
    expect(await app.as(someone).members.profile()).toMatchObject({
      firstName: 'Ada',
      country: 'United Kingdom',
      approvalStatus: 'pending',
    })
    expect(await app.as(someone).members.changeProfile(profile)).toMatchObject(profile)
    expect(await app.as(someone).members.me()).toMatchObject({ firstName: 'Grace', lastName: 'Liu' })
    expect(await app.sql('select name, first_name from "user" where id = $1', [someone.id])).toEqual([
      { name: 'Grace Liu', first_name: 'Grace' },
    ])
  })

  test.each(['approvalStatus', 'accountStatus', 'role', 'points', 'userId', 'mustChangePassword', 'referralCode'])(
    '%s is not among what can be written [MEM-20]',
    async extra => {
      const someone = await person(app)
      await expect(
        app.as(someone).members.changeProfile(forged({ ...profile, [extra]: 'approved' })),
      ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      expect(await app.as(someone).members.profile()).toMatchObject({
        approvalStatus: 'pending',
        firstName: 'Ada',
      })
    },
  )

  test('a telephone number has its format or is left out', async () => {
    const someone = await person(app)
    await expect(app.as(someone).members.changeProfile({ ...profile, phone: '0770' })).rejects.toMatchObject({
      message: 'Phone must be in format +44XXXXXXXXXX',
      data: { field: 'phone' },
    })
  })
})

test('referrals are one’s own, with their code', async () => {
  const [referrer, friend, stranger] = [await member(app), await member(app), await member(app)]
  await app.sql('insert into referrals (referrer_user_id, referred_user_id, referred_email) values ($1, $2, $3)', [
    referrer.id,
    friend.id,
    friend.email,
  ])
  expect(await app.as(referrer).members.referrals()).toMatchObject({
    code: referrer.id.slice(0, 8).toUpperCase(),
    rows: [{ referredEmail: friend.email, status: 'pending', rewardGiven: false }],
  })
  expect((await app.as(stranger).members.referrals()).rows).toEqual([])
})

describe('API keys', () => {
  const asks = (key: string) =>
    app.fetch('/api/members/me', { headers: { authorization: `Bearer ${key}` } }).then(answer => answer.json())

  test('work until they are revoked, are shown once and kept as a hash', async () => {
    const someone = await member(app)
    const { id, key } = await app.as(someone).members.createKey({ name: 'Till' })
    expect(key).toMatch(/^exk_[\w-]{43}$/)
    expect(await asks(key)).toMatchObject({ userId: someone.id })
    expect(await app.as(someone).members.keys()).toMatchObject([{ id, name: 'Till', hint: key.slice(0, 9) }])
    expect(JSON.stringify(await app.sql('select * from api_keys'))).not.toContain(key.slice(4))
    await expect(app.as(await member(app)).members.revokeKey({ keyId: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await app.as(someone).members.revokeKey({ keyId: id })
    expect(await asks(key)).toBeNull()
    expect(await app.as(someone).members.keys()).toEqual([])
  })

  test('a repeated call does not leave a key in the list of answers', async () => {
    const someone = await member(app)
    const caller = app.as(someone, { idempotencyKey: 'once' })
    const { key } = await caller.members.createKey({ name: 'Till' })
    await expect(caller.members.createKey({ name: 'Till' })).rejects.toMatchObject({
      code: 'KEY_ALREADY_SHOWN',
    })
    expect(await app.as(someone).members.keys()).toHaveLength(1)
    expect(JSON.stringify(await app.sql('select * from idempotency_keys'))).not.toContain(key.slice(4))
  })

  test('there are ten at most, also when asked for at once', async () => {
    const someone = await member(app)
    const made = await Promise.allSettled(
      Array.from({ length: 15 }, () => app.as(someone).members.createKey({ name: 'Till' })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await app.as(someone).members.keys()).toHaveLength(10)
    await expect(app.as(someone).members.createKey({ name: 'Till' })).rejects.toMatchObject({ code: 'TOO_MANY_KEYS' })
    // Keys whose time has passed are shown nowhere, so they are in nobody's way.
    await app.sql('update api_keys set expires_at = $2 where user_id = $1', [someone.id, app.clock.now()])
    await app.as(someone).members.createKey({ name: 'Till' })
    expect(await app.as(someone).members.keys()).toHaveLength(1)
  })
})

describe('roles', () => {
  test('are given and taken by an admin, count at once and are audited [ROLE-01, ROLE-08, ROLE-12]', async () => {
    const [boss, someone] = [await admin(app), await person(app)]
    await expect(app.as(someone).venue.settings()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await app.as(boss).members.grantRole({ userId: someone.id, role: 'admin' })
    // An admin whose profile says pending is treated as approved.
    expect(await app.as(someone).members.me()).toMatchObject({
      roles: ['admin'],
      approvalStatus: 'approved',
      can: { openAdmin: true },
    })
    expect(await app.as(someone).venue.settings()).toMatchObject({ holdMinutes: 30 })
    await app.as(boss).members.revokeRole({ userId: someone.id, role: 'admin' })
    await expect(app.as(someone).venue.settings()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const log = await app.sql(
      `select action, actor_id from audit_log where table_name = 'user_roles' and row_id = $1 order by id`,
      [someone.id],
    )
    expect(log).toEqual([
      { action: 'insert', actor_id: boss.id },
      { action: 'delete', actor_id: boss.id },
    ])
  })

  test('giving one twice is giving it once, and other roles are refused [ROLE-01]', async () => {
    const [boss, someone] = [await admin(app), await person(app)]
    for (let i = 0; i < 2; i++) await app.as(boss).members.grantRole({ userId: someone.id, role: 'committee' })
    expect((await app.as(someone).members.me())!.roles).toEqual(['committee'])
    await expect(app.as(boss).members.grantRole(forged({ userId: someone.id, role: 'owner' }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(app.as(boss).members.grantRole({ userId: 'nobody', role: 'door' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test.each(['committee', 'door', 'member'] as const)('%s staff cannot give any', async kind => {
    const someone = await { committee, door: doorStaff, member: paidMember }[kind](app)
    await expect(app.as(someone).members.grantRole({ userId: someone.id, role: 'admin' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(app.as(someone).members.find({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('nobody removes their own admin role', async () => {
    const [boss] = [await admin(app), await admin(app)]
    await expect(app.as(boss).members.revokeRole({ userId: boss.id, role: 'admin' })).rejects.toMatchObject({
      code: 'OWN_ADMIN_ROLE',
      message: 'You cannot remove your own admin role.',
    })
  })
})

describe('the last admin', () => {
  test('stays, when two remove or block each other at once', async () => {
    // Several times: the two meet in a small window.
    for (const deed of Array.from({ length: 5 }, () => ['revokeRole', 'block'] as const).flat()) {
      await app.sql('delete from user_roles where role <> $1', ['admin'])
      await app.sql('alter table user_roles disable trigger user')
      await app.sql('delete from user_roles')
      await app.sql('alter table user_roles enable trigger user')
      const [one, two] = [await admin(app), await admin(app)]
      const against = (by: typeof one, whom: typeof one) =>
        deed === 'revokeRole'
          ? app.as(by).members.revokeRole({ userId: whom.id, role: 'admin' })
          : app.as(by).members.block({ userId: whom.id, status: 'blocked', reason: 'A quarrel' })
      const ends = await Promise.allSettled([against(one, two), against(two, one)])
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const left = await app.sql(
        `select r.user_id from user_roles r join profiles p on p.user_id = r.user_id where r.role = 'admin' and p.account_status = 'active'`,
      )
      expect(left).toHaveLength(1)
    }
  })
})

describe('blocking', () => {
  test('ends live sessions at once, says why at the next sign-in, and is lifted [ROLE-12]', async () => {
    const boss = await admin(app)
    const someone = await paidMember(app, { password: goodPassword })
    const visitor = browser(app)
    await visitor.signIn(someone.email)
    const cookie = [...visitor.jar].map(pair => pair.join('=')).join('; ')
    const stream = await openLiveStream(app, cookie)
    await app.as(boss).members.block({ userId: someone.id, status: 'suspended', reason: 'Unpaid damage' })
    await expect(stream.next()).rejects.toThrow('the live stream ended')
    expect(await visitor.me()).toBeNull()
    expect((await app.fetch('/api/members/profile', { headers: { cookie } })).status).toBe(401)
    // They can still sign in and see why, and do nothing else.
    expect((await visitor.signIn(someone.email)).status).toBe(200)
    expect(await visitor.me()).toMatchObject({
      accountStatus: 'suspended',
      blockedReason: 'Unpaid damage',
      can: { book: false },
    })
    const profile = () =>
      app.fetch('/api/members/profile', {
        headers: { cookie: [...visitor.jar].map(pair => pair.join('=')).join('; ') },
      })
    expect((await profile()).status).toBe(403)
    await app.as(boss).members.unblock({ userId: someone.id })
    expect(await visitor.me()).toMatchObject({ accountStatus: 'active', blockedReason: null })
    expect((await profile()).status).toBe(200)
  })

  test('needs a reason, a person, and not oneself', async () => {
    const boss = await admin(app)
    const someone = await member(app)
    await expect(
      app.as(boss).members.block({ userId: someone.id, status: 'blocked', reason: ' ' }),
    ).rejects.toMatchObject({ data: { field: 'reason' } })
    await expect(app.as(boss).members.block({ userId: boss.id, status: 'blocked', reason: 'x' })).rejects.toMatchObject(
      { code: 'OWN_ACCOUNT' },
    )
    await expect(
      app.as(boss).members.block({ userId: 'nobody', status: 'blocked', reason: 'x' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(app.as(boss).members.unblock({ userId: 'nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('makes of an account what it is not yet, and lifting is for those on hold: what a row offers is what is done', async () => {
    const boss = await admin(app)
    const someone = await member(app)
    const can = async () => (await app.as(boss).members.find({ q: someone.email })).rows[0]!.can
    const hold = () => app.as(boss).members.block({ userId: someone.id, status: 'suspended', reason: 'Unpaid damage' })
    expect(await can()).toMatchObject({ block: true, suspend: true, release: false })
    await expect(app.as(boss).members.unblock({ userId: someone.id })).rejects.toMatchObject({ code: 'NOT_ON_HOLD' })
    await hold()
    expect(await can()).toMatchObject({ block: true, suspend: false, release: true })
    await expect(hold()).rejects.toMatchObject({ code: 'ALREADY_ON_HOLD' })
  })
})

describe('approval', () => {
  test('rejected people are refused everywhere, pending ones may look around, admins count as approved [ROLE-06, ROLE-07, ROLE-08]', async () => {
    const [pending, rejected] = [await person(app), await person(app, { approval: 'rejected' })]
    const rejectedAdmin = await admin(app, { approval: 'rejected' })
    await expect(app.as(rejected).members.profile()).rejects.toMatchObject({
      code: 'NOT_APPROVED',
      message: 'Membership Not Approved',
    })
    expect(await app.as(pending).members.profile()).toMatchObject({ approvalStatus: 'pending' })
    expect((await app.as(pending).members.me())!.can).toMatchObject({
      book: false,
      buyTokens: false,
      openAdmin: false,
    })
    expect(await app.as(rejectedAdmin).venue.settings()).toBeDefined()
  })

  test('only the three states are kept, and pending is where everybody starts [ROLE-04]', async () => {
    const someone = await person(app)
    expect((await app.as(someone).members.me())!.approvalStatus).toBe('pending')
    await expect(
      app.sql(`update profiles set approval_status = 'maybe' where user_id = $1`, [someone.id]),
    ).rejects.toThrow(/profiles_approval_status/)
  })

  test('a visitor may see what is public and nothing that belongs to people', async () => {
    expect(await app.as(null).members.me()).toBeNull()
    expect(await app.as(null).venue.about()).toMatchObject({ opensAt: '08:00' })
    await expect(app.as(null).members.profile()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('finding accounts', () => {
  test('by name or address, role and standing, a page at a time', async () => {
    const boss = await admin(app)
    const tag = `Quill${Date.now()}`
    const some = await Promise.all(['Ann', 'Bea', 'Cleo'].map(firstName => member(app, { firstName, lastName: tag })))
    await app.as(boss).members.grantRole({ userId: some[1]!.id, role: 'door' })
    await app.as(boss).members.block({ userId: some[2]!.id, status: 'blocked', reason: 'A reason' })
    const find = (more: object) => app.as(boss).members.find({ q: tag, sort: 'name', ...more })
    expect(await find({ pageSize: 2 })).toMatchObject({
      total: 3,
      rows: [{ firstName: 'Ann' }, { firstName: 'Bea', roles: ['door'] }],
    })
    expect(await find({ pageSize: 2, page: 2 })).toMatchObject({
      total: 3,
      rows: [{ firstName: 'Cleo', can: { release: true, block: false } }],
    })
    expect((await find({ approval: 'pending' })).total).toBe(0)
    expect((await find({ approval: 'approved' })).total).toBe(3)
    expect(await find({ role: 'door' })).toMatchObject({ total: 1, rows: [{ firstName: 'Bea' }] })
    expect(await find({ status: 'blocked' })).toMatchObject({
      total: 1,
      rows: [{ firstName: 'Cleo', blockedReason: 'A reason' }],
    })
    expect((await app.as(boss).members.find({ q: '100%_\\' })).total).toBe(0)
    expect(await app.as(boss).members.find({ q: boss.email })).toMatchObject({
      rows: [{ can: { changeAdminRole: false, block: false, suspend: false } }],
    })
  })
})

test('members are found by how they pay: what is paid, free, paused, overdue and taken back, each said of its row', async () => {
  const boss = await admin(app)
  const tag = `Payer${Date.now()}`
  const some = await Promise.all(
    ['Paid', 'Free', 'Paused', 'Overdue', 'Later', 'Back'].map(firstName =>
      paidMember(app, { firstName, lastName: tag }),
    ),
  )
  const set = (index: number, change: string) =>
    app.sql(`update user_memberships set ${change} where user_id = $1 and status = 'active'`, [some[index]!.id])
  await set(1, `payment_status = 'waived'`)
  const day = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()
  const paused = (from: number) => `payment_status = 'waived', paused_from = '${day(from)}', free_until = '${day(30)}'`
  await set(2, paused(-1))
  await set(3, `payment_status = 'overdue', overdue_since = now()`)
  await set(4, paused(1))
  await set(5, `payment_status = 'waived', limited_at = now()`)
  const find = async (payment?: PlanState) =>
    (await app.as(boss).members.find({ q: tag, sort: 'createdAt', ...(payment && { payment }) })).rows
  const names = async (payment: PlanState) => (await find(payment)).map(({ firstName }) => firstName).sort()
  expect(await names('paid')).toEqual(['Later', 'Paid'])
  expect(await names('free')).toEqual(['Free'])
  expect(await names('paused')).toEqual(['Paused'])
  expect(await names('overdue')).toEqual(['Overdue'])
  expect(await names('takenBack')).toEqual(['Back'])
  expect(Object.fromEntries((await find()).map(({ firstName, planState }) => [firstName, planState]))).toMatchObject({
    Free: 'free',
    Paused: 'paused',
    Overdue: 'overdue',
    Later: 'paid',
    Back: 'takenBack',
  })
})

describe('accounts that staff make', () => {
  test('are one per address in any spelling, and the person hears of it', async () => {
    const boss = await admin(app)
    const email = newEmail()
    const made = await app
      .as(boss)
      .members.createAccount({ firstName: 'Ida', lastName: 'Bell', email, phone: '+447700900123' })
    expect((await inboxOf(app, email)).map(({ subject }) => subject)).toEqual(['Your invitation to Exchange'])
    const [local, domain] = email.split('@')
    await expect(
      app.as(boss).members.createAccount({
        firstName: 'Ida',
        lastName: 'Bell',
        email: `${local!.toUpperCase()}+x@${domain}`,
      }),
    ).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS', data: { field: 'email' } })
    expect(await app.as({ id: made.userId }).members.me()).toMatchObject({
      email,
      mustChangePassword: true,
      approvalStatus: 'pending',
    })
    expect(await app.as(boss).members.find({ q: email })).toMatchObject({
      rows: [{ hasPassword: false, can: { inviteAgain: true } }],
    })
    await app.as(boss).members.inviteAgain({ userId: made.userId })
    expect(await inboxOf(app, email)).toHaveLength(2)
  })

  test('are not made for an archived address in any of its forms [ARC-07]', async () => {
    const boss = await admin(app)
    await archive(app, 'gone@people.example')
    const given = { firstName: 'Ida', lastName: 'Bell', email: 'Gone+again@PEOPLE.example' }
    await expect(app.as(boss).members.createAccount(given)).rejects.toMatchObject({
      code: 'REGISTRATION_NOT_ALLOWED',
      data: { title: 'Registration Not Allowed' },
    })
    expect(await app.sql(`select 1 from "user" where email_key = 'gone@people.example'`)).toEqual([])
  })

  test('have the address that mail goes to, whoever makes them: staff or an approval', async () => {
    const made = (email: string) =>
      app.write(tx => createAccount(tx, { firstName: 'Ida', lastName: 'Bell', email, phone: '' }))
    const first = await made('Ｉda+Press@BÜCHER.example')
    expect(first.isNew).toBe(true)
    expect(await app.sql('select email, email_key from "user" where id = $1', [first.userId])).toEqual([
      { email: 'ida+press@xn--bcher-kva.example', email_key: 'ida@xn--bcher-kva.example' },
    ])
    expect(await made('ida@bücher.example')).toEqual({ userId: first.userId, isNew: false })
  })

  test('a temporary password is no common one, and leaves no trace in answers', async () => {
    const boss = await admin(app)
    const given = { firstName: 'Ida', lastName: 'Bell', email: newEmail() }
    await expect(
      app.as(boss).members.createAccount({ ...given, temporaryPassword: 'Password1' }),
    ).rejects.toMatchObject({ code: 'PASSWORD_COMPROMISED' })
    await app.as(boss, { idempotencyKey: 'made' }).members.createAccount({ ...given, temporaryPassword: goodPassword })
    expect((await inboxOf(app, given.email))[0]).toMatchObject({ subject: 'Your account at Exchange' })
    const traces = await app.sql(
      `select row_to_json(m)::text as t from mails m union all select row_to_json(k)::text from idempotency_keys k union all select row_to_json(a)::text from audit_log a`,
    )
    expect(JSON.stringify(traces)).not.toContain(goodPassword)
    await expect(
      app.as(boss).members.inviteAgain({
        userId: (await app.as(boss).members.find({ q: given.email })).rows[0]!.userId,
      }),
    ).rejects.toMatchObject({
      code: 'ALREADY_ACCEPTED',
    })
  })
})
