import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mailTemplates } from '#mails.ts'
import { admin, goodPassword, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { archive } from './applications.ts'
import { browser, newEmail, signUpBody } from './browser.ts'
import { callOf } from './calls.ts'
import { tokenFor } from './mailbox.ts'
import { marketMorning } from './market.ts'
import { callByName, listProcedures } from './procedures.ts'

// Who is written to, by what people do. `caller` is whoever does it, `typed` the address that they entered, `staff` who
// works in the house, `other` whom else it concerns.
type Told = Record<string, 'caller' | 'typed' | 'staff' | 'other'>

/** By procedure; one that is not here writes to nobody. */
const byProcedure: Record<string, Told> = {
  'applications.submit': { 'applications.received': 'caller' },
  'applications.withdraw': { 'applications.withdrawn': 'caller' },
  'applications.approve': { 'applications.approved': 'other', 'applications.decided': 'staff' },
  'applications.reject': { 'applications.rejected': 'other', 'applications.decided': 'staff' },
  'applications.ask': { 'applications.question': 'other' },
  'registrations.register': { 'registrations.received': 'typed' },
  'registrations.decide': { 'registrations.approved': 'other' },
  'waitlist.join': { 'waitlist.joined': 'typed' },
  'bookings.place': { 'bookings.confirmed': 'caller' },
  'bookings.bookFor': { 'bookings.confirmed': 'other' },
  'bookings.checkout': { 'bookings.confirmed-together': 'caller' },
  'repeats.book': { 'bookings.confirmed-together': 'caller' },
  'repeats.cancelFrom': { 'bookings.cancelled-together': 'caller' },
  'bookings.cancel': { 'bookings.cancelled': 'caller' },
  'bookings.move': { 'bookings.moved': 'caller' },
  'studio.book': { 'studio.confirmed': 'caller' },
  'studio.cancel': { 'studio.cancelled': 'caller' },
  'studio.cancelByStaff': { 'studio.cancelled': 'other' },
  'bookings.cancelByStaff': { 'bookings.cancelled': 'other' },
  'schedule.shift': { 'bookings.moved': 'other' },
  'events.register': { 'events.registered': 'caller' },
  'events.cancelRegistration': { 'events.registration-cancelled': 'caller' },
  'events.cancelByStaff': { 'events.registration-called-off': 'other' },
  'hosting.submit': { 'hosting.received': 'caller' },
  'hosting.writeToHouse': { 'conversation.to-house': 'staff' },
  'hosting.writeToHost': { 'conversation.to-host': 'other' },
  'hosting.writeToGuests': { 'conversation.to-guests': 'other' },
  'hosting.approve': { 'hosting.approved': 'other' },
  'hosting.reject': { 'hosting.rejected': 'other' },
  'hosting.cancel': { 'guests.event-cancelled': 'other' },
  'hosting.cancelByStaff': { 'guests.event-cancelled': 'other', 'guests.host-cancelled': 'other' },
  'events.hide': { 'house-events.hidden': 'other' },
  'market.changeDay': { 'stalls.rescheduled': 'other', 'market.guest-tickets-moved': 'other' },
  'guestTickets.cancel': { 'market.guest-tickets-cancelled': 'other' },
  'guestTickets.cancelByStaff': { 'market.guest-tickets-cancelled': 'other' },
  'stalls.cancel': { 'stalls.cancelled': 'caller' },
  'stalls.move': { 'stalls.moved': 'caller' },
  'stalls.changePitch': { 'stalls.moved': 'caller' },
  'stalls.changeFactsByStaff': { 'stalls.changed': 'other' },
  'stalls.remove': { 'stalls.cancelled': 'other' },
  'stalls.assign': { 'stalls.moved': 'other' },
  'stalls.moveByStaff': { 'stalls.moved': 'other' },
  'stalls.decide': { 'papers.decided': 'other' },
  'guestPasses.invite': { 'guests.invitation': 'typed' },
  'guestPasses.sendAgain': { 'guests.invitation': 'other' },
  'guestPasses.cancel': { 'guests.cancelled': 'other' },
  'rentals.createPayment': { 'rentals.link': 'other' },
  'rentals.resendLink': { 'rentals.link': 'other' },
  'rentals.end': { 'rentals.ended': 'other' },
  'tours.book': { 'tours.confirmation': 'typed' },
  'tours.change': { 'tours.confirmation': 'other' },
  'tours.cancel': { 'tours.cancelled': 'other' },
  'tours.removeSlot': { 'tours.withdrawn': 'other' },
  'incidents.send': { 'incidents.report': 'other' },
  'incidents.answer': { 'incidents.answered': 'other' },
  'incidents.decide': { 'incidents.decided': 'other' },
  'contact.send': { 'content.contact-confirmation': 'typed', 'enquiries.received': 'other' },
  'contact.answer': { 'enquiries.answer': 'other' },
  // Whoever has no password yet: their former invitation ended with their rights.
  'tokens.give': { 'tokens.bonus': 'other' },
  'tokens.charge': { 'tokens.charged': 'other' },
  'members.grantRole': { 'members.invitation': 'staff' },
  'members.revokeRole': { 'members.invitation': 'other' },
  'members.block': { 'members.on-hold': 'other' },
  'members.unblock': { 'members.hold-lifted': 'other' },
  'members.endSessions': { 'members.security-notice': 'other' },
  'members.createAccount': { 'members.invitation': 'typed' },
  'members.inviteAgain': { 'members.invitation': 'other' },
  'members.createKey': { 'members.security-notice': 'caller' },
  'memberships.moveToPrice': { 'memberships.new-price': 'other' },
  'memberships.remind': { 'memberships.payment-reminder': 'other' },
  'memberships.give': { 'memberships.given': 'other' },
  'memberships.startNow': { 'memberships.started': 'caller' },
  'memberships.pause': { 'memberships.rests': 'caller' },
  'memberships.backToExplorer': { 'memberships.ending': 'caller' },
  'privacy.erase': { 'privacy.erasure-done': 'other' },
  'privacy.declineErasure': { 'privacy.erasure-declined': 'other' },
}

/** Sent by a job or on the provider's word: the test that sees them arrive. */
const elsewhere: Record<string, string> = {
  'committee.too-few': 'src/features/admissions/committee/voting.test.ts',
  'committee.declined': 'src/features/admissions/committee/voting.test.ts',
  'committee.vote-reminder': 'src/features/admissions/committee/voting.test.ts',
  'notifications.told': 'src/features/house/notifications/notifications.test.ts',
  'notifications.digest': 'src/features/house/notifications/choices.test.ts',
  'waitlist.place-free': 'src/features/admissions/waitlist/waitlist.test.ts',
  'security.alarm': 'src/features/house/security/alarms.test.ts',
  'memberships.access-rests': 'src/features/membership/dues/dues.test.ts',
  'memberships.pause-ending': 'src/features/membership/pauses/pauses.test.ts',
  'memberships.gift-ending': 'src/features/membership/gifts/gifts.test.ts',
  'memberships.charged': 'src/features/membership/subscriptions/first-invoice.test.ts',
  'memberships.confirm-payment': 'src/features/membership/subscriptions/first-invoice.test.ts',
  'memberships.paused': 'src/features/membership/restrictions/restrictions.test.ts',
  'memberships.refused': 'src/features/membership/subscriptions/first-invoice.test.ts',
  'payments.dispute-opened': 'src/features/money/reconciliation/outside.test.ts',
  'guests.arrived': 'src/features/guests/passes/passes.test.ts',
  'payments.refunded': 'src/features/money/reconciliation/outside.test.ts',
  'memberships.arranged': 'src/features/membership/subscriptions/later-start.test.ts',
  'memberships.not-begun': 'src/features/membership/subscriptions/later-start.test.ts',
  'memberships.payment-failed': 'src/features/membership/subscriptions/subscription.test.ts',
  'rentals.activated': 'src/features/spaces/rentals/rentals.test.ts',
  'rentals.stopped': 'src/features/spaces/rentals/rentals.test.ts',
  'rentals.rent-unpaid': 'src/features/spaces/rentals/rentals.test.ts',
  'rentals.rent-paid': 'src/features/spaces/rentals/rentals.test.ts',
  'rentals.rent-failed': 'src/features/spaces/rentals/rentals.test.ts',
  'waiting.time-free': 'src/features/spaces/waiting-slots/line.test.ts',
  'tours.reminder': 'src/features/spaces/tours/tours.test.ts',
  'studio.moved': 'src/features/spaces/shifts/shifts.test.ts',
  'events.place-free': 'src/features/events/registrations/registrations.test.ts',
  'events.reminder': 'src/features/events/registrations/registrations.test.ts',
  'house-events.shown': 'src/features/events/house-events/house-events.test.ts',
  'hosting.decide': 'src/features/events/reviews/reviews.test.ts',
  'papers.expires': 'src/features/market/stall-admin/office.test.ts',
  'market.moved': 'src/features/market/day-changes/changes.test.ts',
  'market.guest-tickets': 'src/features/market/guest-tickets/mails.test.ts',
  'market.withdrawn': 'src/features/market/guest-tickets/guest-tickets.test.ts',
  'stalls.confirmed': 'src/features/market/stalls/booking.test.ts',
  'stalls.pitch-renamed': 'src/features/market/stall-admin/office.test.ts',
  'stalls.discount': 'src/features/market/stalls/booking.test.ts',
  'stalls.pitch-free': 'src/features/market/stall-waiting/line.test.ts',
  'stalls.no-market': 'src/features/market/stall-waiting/line.test.ts',
  'payments.order-gone-guest': 'src/features/market/guest-tickets/guest-tickets.test.ts',
  'payments.refunded-guest': 'src/features/market/guest-tickets/guest-tickets.test.ts',
  'payments.order-gone': 'src/features/spaces/bookings/cancel.test.ts',
}

interface Deed {
  name: string
  told: Told
  /** Done by `me`, or by somebody who typed `address`. */
  do(me: Person, address: string): Promise<unknown>
}

/** Signing in and what belongs to it. */
const deeds: Deed[] = [
  {
    name: 'signing up',
    told: { 'members.confirm-sign-up': 'typed' },
    do: (_, email) => browser(app).post('/sign-up/email', signUpBody(email)),
  },
  {
    name: 'signing up with an address that has an account',
    told: { 'members.already-registered': 'caller' },
    do: me => browser(app).post('/sign-up/email', signUpBody(me.email)),
  },
  {
    name: 'asking for another password',
    told: { 'members.reset-password': 'caller' },
    do: me => browser(app).post('/request-password-reset', { email: me.email }),
  },
  {
    name: 'asking for another password for an address that nobody has',
    told: {},
    do: (_, email) => browser(app).post('/request-password-reset', { email }),
  },
  {
    name: 'choosing another password by link',
    told: { 'members.reset-password': 'caller', 'members.password-changed': 'caller' },
    async do(me) {
      await browser(app).post('/request-password-reset', { email: me.email })
      const token = await tokenFor(app, me.email, '/reset-password')
      await browser(app).post('/reset-password', { token, newPassword: otherPassword })
    },
  },
  {
    name: 'changing the password',
    told: { 'members.password-changed': 'caller' },
    async do(me) {
      const visitor = browser(app)
      await visitor.signIn(me.email)
      await visitor.post('/change-password', { currentPassword: goodPassword, newPassword: otherPassword })
    },
  },
  {
    name: 'asking for a link to sign in with',
    told: { 'members.magic-link': 'caller' },
    do: me => browser(app).post('/sign-in/magic-link', { email: me.email }),
  },
  {
    name: 'moving the account to another address',
    told: { 'members.change-email': 'caller', 'members.confirm-new-email': 'typed' },
    async do(me, newEmail) {
      const visitor = browser(app)
      await visitor.signIn(me.email)
      await visitor.post('/change-email', { newEmail })
      await visitor.get(`/verify-email?token=${await tokenFor(app, me.email, '/change-email')}`)
    },
  },
  {
    name: 'an account that staff make with a password',
    told: { 'members.temporary-password': 'typed' },
    async do(_, email) {
      const account = { firstName: 'Ida', lastName: 'Bell', email, temporaryPassword: goodPassword }
      await app.as(await admin(app)).members.createAccount(account)
    },
  },
]

deeds.push({
  name: 'signing up with an address that is in the archive',
  told: { 'members.not-allowed': 'typed' },
  async do(_, email) {
    await archive(app, email)
    await browser(app).post('/sign-up/email', signUpBody(email))
  },
})

const app = sharedTestApp({ now: marketMorning, env: { TRUST_PROXY: 'on' } })
const otherPassword = 'another-Corner-7-lantern'

interface Row extends Record<string, unknown> {
  id: string
  template: string
  to: string
  isStaff: boolean
}

const written = () =>
  app.sql<Row>(
    `select m.id, m.template, m.to_address as to, exists (select 1 from user_roles r join "user" u on u.id = r.user_id
       where u.email = m.to_address) as "isStaff" from mails m`,
  )

/** The mails that `work` wrote, by template, each with who got it. */
async function mailsOf(work: () => Promise<unknown>, who: { me: string | undefined; typed: unknown[] }): Promise<Told> {
  const before = new Set((await written()).map(({ id }) => id))
  await work()
  const fresh = (await written()).filter(({ id }) => !before.has(id))
  const roleOf = ({ to, isStaff }: Row) =>
    isStaff ? 'staff' : to === who.me ? 'caller' : who.typed.includes(to) ? 'typed' : 'other'
  return Object.fromEntries(fresh.map(row => [row.template, roleOf(row)]))
}

const writing = listProcedures().filter(({ procedure }) => procedure['~orpc'].route.method !== 'GET')
describe.each(writing)('$name', ({ name, path }) => {
  test('writes to those whom it concerns, and to nobody else', async () => {
    const call = callOf(name)!
    const me = call.as && (await call.as(app))
    await call.given?.(app, me!)
    const input = await call.input?.(app, me!)
    const who = { me: me?.email, typed: Object.values((input ?? {}) as object) }
    expect(await mailsOf(() => callByName(app.as(me), path, input), who)).toEqual(byProcedure[name] ?? {})
  })
})

test.each(deeds)('$name', async deed => {
  const [me, address] = [await member(app, { password: goodPassword }), newEmail()]
  expect(await mailsOf(() => deed.do(me, address), { me: me.email, typed: [address] })).toEqual(deed.told)
})

test('every template is sent by something here, or its test is named', () => {
  const told = [...Object.values(byProcedure), ...deeds.map(each => each.told)].flatMap(each => Object.keys(each))
  const names = [...new Set([...told, ...Object.keys(elsewhere)])].sort()
  expect(names).toEqual(mailTemplates.map(({ name }) => name).sort())
})

test.each(Object.entries(elsewhere))('%s is looked for in %s', (template, file) => {
  expect(readFileSync(resolve(file), 'utf8')).toContain(template)
})
