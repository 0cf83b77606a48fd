import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, goodPassword, member, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { giveTokens } from './bookings.ts'
import { newEmail, sessionCookie } from './browser.ts'
import { crowd } from './crowd.ts'
import { callByName, listProcedures } from './procedures.ts'
import { bookedTour } from './tours.ts'

const app = sharedTestApp()

/** All that somebody without a session may change: public forms. */
const publicForms = [
  ...[
    'contact.send',
    'guestTickets.buy',
    'guestTickets.cancel',
    'guestTickets.pay',
    'incidents.answer',
    'incidents.open',
    'notifications.leave',
    'registrations.register',
    'tours.book',
    'tours.cancel',
    'tours.change',
    'waitlist.join',
  ],
]

test('a visitor changes nothing but by the public forms: no booking, no like, no comment [ROLE-03]', async () => {
  const open: string[] = []
  for (const { name, path, procedure } of listProcedures()) {
    if ((procedure['~orpc'].route.method ?? 'POST') === 'GET') continue
    const failure = await callByName(app.as(null), path, { '\u0000': [] }).then(
      () => null,
      (error: { code?: string }) => error,
    )
    if (failure?.code !== 'UNAUTHORIZED') open.push(name)
  }
  expect(open.sort()).toEqual(publicForms)
})

test('public pages, market information, tours, enquiries and the launch work without a session [ROLE-02]', async () => {
  const visitor = app.as(null)
  expect(await visitor.content.landing()).toHaveProperty('features')
  expect(await visitor.market.about()).toBeTruthy()
  await expect(
    visitor.contact.send({
      name: 'Vera',
      email: 'vera@people.example',
      phone: '',
      message: 'Is there a kiln?',
    }),
  ).resolves.toBeTruthy()
  const tour = await bookedTour(app)
  await visitor.tours.cancel({ id: tour })
  const wish = { firstName: 'Vera', lastName: 'Bell', city: 'London', email: newEmail(), phone: '020 7946 0000' }
  await expect(visitor.registrations.register(wish)).resolves.toBeTruthy()
})

test('a paid member books with tokens and buys more at the discount of the tier [ROLE-11]', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 20)
  const room = await facility(app)
  const wish = {
    facilityId: room.id,
    on: '2026-11-24',
    startsAt: '10:00',
    payWith: 'tokens' as const,
    termsAccepted: true as const,
  }
  expect(await app.as(ada).bookings.place(wish)).toMatchObject({ outcome: 'confirmed' })
  const { basePence, unitPence } = await app.as(ada).tokens.price()
  expect(unitPence).toBe(basePence * 0.9)
  await app.as(ada).tokens.buy({ quantity: 10 })
  const [order] = await app.sql(`select amount_pence from orders where user_id = $1 and kind = 'tokens'`, [ada.id])
  expect(order).toEqual({ amount_pence: 10 * unitPence })
})

test('roles: a person may hold several, only an admin gives and takes them, and a taken one ends at the next request [ROLE2-01]', async () => {
  const boss = await admin(app)
  const helper = await member(app)
  for (const role of ['committee', 'admin', 'door'] as const)
    await app.as(boss).members.grantRole({ userId: helper.id, role })
  expect((await app.as(helper).members.me())?.roles).toEqual(['admin', 'committee', 'door'])
  await expect(app.as(helper).venue.settings()).resolves.toBeTruthy()
  await app.as(boss).members.revokeRole({ userId: helper.id, role: 'admin' })
  await expect(app.as(helper).venue.settings()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(app.as(helper).members.grantRole({ userId: helper.id, role: 'admin' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('members cannot give themselves what is not theirs: columns beyond the form are refused or ignored', async () => {
  const ada = await member(app)
  const profile = {
    firstName: 'Ada',
    lastName: 'L',
    phone: '',
    addressLine1: '',
    addressLine2: '',
    city: '',
    postalCode: '',
    country: 'United Kingdom',
  }
  const extra = {
    approvalStatus: 'approved',
    accountStatus: 'active',
    userId: 'x',
    referralCode: 'AAAAAAAA',
    roles: ['admin'],
    mustChangePassword: false,
  }
  await app
    .as(ada)
    .members.changeProfile({ ...profile, ...extra } as never)
    .catch(() => {})
  const [row] = await app.sql(
    `select approval_status, referral_code <> 'AAAAAAAA' as kept from profiles where user_id = $1`,
    [ada.id],
  )
  expect(row).toEqual({ approval_status: 'approved', kept: true })
  expect(await app.sql('select 1 from user_roles where user_id = $1', [ada.id])).toEqual([])
})

test('somebody put on hold is refused the live stream, so that the browser stays away [ROLE-06]', async () => {
  const ada = await member(app, { password: goodPassword })
  await app.as(await admin(app)).members.block({ userId: ada.id, status: 'blocked', reason: 'Loud at night' })
  const cookie = await sessionCookie(app, ada.email)
  const answer = await app.fetch('/live', { headers: { cookie } })
  expect([answer.status, await answer.json()]).toMatchObject([
    403,
    { code: 'ACCOUNT_BLOCKED', message: 'Loud at night' },
  ])
  const { rejected } = await crowd(app)
  await expect(app.as(rejected).bookings.mine({ page: 1, pageSize: 10 } as never)).rejects.toMatchObject({
    code: 'NOT_APPROVED',
  })
})
