import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { eventPass } from '#features/events/tickets/rules.ts'
import { guestPass } from '#features/guests/passes/rules.ts'
import { grantLoyalty, grantWeekly } from '#features/membership/memberships/jobs.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import { startDays } from '#features/membership/sales/rules.ts'
import { orderOf } from '#features/money/orders/model.ts'
import { createCart } from '#features/store/storefront/model.ts'
import { event } from '#seed/factories/events.ts'
import { facility } from '#seed/factories/facilities.ts'
import { tier } from '#seed/factories/memberships.ts'
import { admin, doorStaff, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { applicant, asRead, committeeOf } from './applications.ts'
import { newEmail, newIp } from './browser.ts'
import { callOf } from './calls.ts'
import { marketMorning, scanOf } from './market.ts'
import { control, expireDue, pay, tiers, untilQuiet } from './payments.ts'
import { callByName, listProcedures } from './procedures.ts'
import { shopControl } from './shop.ts'
import { booksStall, marketWith } from './stalls.ts'
import { bought, checkedOut, nameAtStore, payInStore, stocked, storeQuiet, watchStore } from './store.ts'
import { books, round, waitedOn, waits, withTokens } from './waiting.ts'

const stalls = 'stalls.taken → everyone who looks at stalls'
const slots = 'slots.changed → everyone who looks at bookings'
const events = 'events.changed → everyone who looks at events'
const posts = 'community.changed → everyone who looks at community'
const sectionShown = 'content.published → everyone who looks at content'
const shownPictures = [
  'images.changed → everyone who looks at content',
  'images.changed → everyone who looks at bookings',
  'images.changed → everyone who looks at creatives',
  'images.changed → admin',
]
const shownCreatives = [
  'creatives.changed → everyone who looks at content',
  'creatives.changed → everyone who looks at creatives',
]
const shownAccess = [
  'product-access.changed → everyone who looks at products',
  'product-access.changed → everyone who looks at shopCart',
]
const tours = 'tours.changed → everyone who looks at tours'

// What open browsers are told, and who is: without it a screen shows what was so before until somebody loads it again.
const app = sharedTestApp({ now: marketMorning })

/** Of the canonical call of each procedure that writes, in the order in which it is told. */
const byCall: Record<string, string[]> = {
  'applications.submit': [
    'application.submitted → committee',
    'application.submitted → admin',
    'application.submitted → me',
  ],
  'applications.correct': [
    'application.corrected → committee',
    'application.corrected → admin',
    'application.corrected → me',
  ],
  'applications.withdraw': [
    'application.withdrawn → committee',
    'application.withdrawn → admin',
    'application.withdrawn → me',
  ],
  'applications.answer': ['application.answer → committee', 'application.answer → admin'],
  'applications.approve': [
    'membership.changed → another',
    'membership.approved → another',
    'application.approved → another',
    'application.approved → committee',
    'application.approved → admin',
  ],
  'applications.reject': [
    'application.rejected → another',
    'application.rejected → committee',
    'application.rejected → admin',
  ],
  'guestTickets.buy': [],
  'guestTickets.pay': [],
  'guestTickets.cancel': ['guestTickets.changed → admin'],
  'guestTickets.cancelByStaff': ['guestTickets.changed → admin'],
  'notifications.markRead': ['notifications.read → me'],
  'notifications.markAllRead': ['notifications.read → me'],
  'notifications.choose': [],
  'notifications.chooseDigest': [],
  'notifications.leave': [],
  'push.subscribe': [],
  'push.remove': [],
  'agenda.renew': [],
  'agenda.remove': [],
  'applications.saveReason': [],
  'applications.vote': ['application.voted → committee', 'application.voted → admin', 'application.counted → another'],
  'applications.recuse': [],
  'applications.ask': [
    'application.question → another',
    'application.question → committee',
    'application.question → admin',
  ],
  'applications.addNote': ['application.note → committee', 'application.note → admin'],
  'community.write': [posts],
  'community.edit': [posts],
  'community.remove': [posts],
  'community.like': ['notifications.told → another', 'community.liked → another', posts],
  'community.unlike': [posts],
  'community.comment': ['notifications.told → another', posts],
  'community.removeComment': [posts],
  'community.deleteCommentByHouse': [posts],
  'community.report': ['community.reported → admin'],
  'community.appeal': ['community.reported → admin'],
  'community.decide': ['community.moderated → another', posts, 'community.reported → admin'],
  'community.hide': ['community.moderated → another', posts, 'community.reported → admin'],
  'community.show': ['community.moderated → another', posts, 'community.reported → admin'],
  'community.decideAppeal': ['community.moderated → another', posts, 'community.reported → admin'],
  'community.publish': [posts],
  'community.editByHouse': [posts],
  'community.deleteByHouse': [posts],
  'community.pin': [posts],
  'content.saveSection': [sectionShown, 'content.saved → admin'],
  'content.takeOffSection': [sectionShown, 'content.saved → admin'],
  'content.bringBackVersion': [sectionShown, 'content.saved → admin'],
  'content.holdBackVersion': ['content.saved → admin'],
  'content.addFeature': [sectionShown],
  'content.changeFeature': [sectionShown],
  'content.deleteFeature': [sectionShown],
  'content.orderFeatures': [sectionShown],
  'content.changeTile': [sectionShown],
  'content.orderTiles': [sectionShown],
  'incidents.create': ['incidents.changed → admin'],
  'incidents.setStatus': ['incidents.changed → admin'],
  'incidents.followUp': ['incidents.changed → admin'],
  'incidents.remove': ['incidents.changed → admin'],
  'incidents.send': ['incidents.changed → admin'],
  'incidents.decide': ['incidents.changed → admin'],
  'incidents.open': ['incidents.changed → admin'],
  'incidents.answer': ['incidents.changed → admin'],
  'conduct.accept': ['conduct.accepted → me'],
  'conduct.publish': ['conduct.published → everyone who looks at conduct'],
  'mailings.resend': [],
  'mailings.resendMany': [],
  'registrations.register': ['registration.made → admin'],
  'registrations.decide': ['registrations.decided → admin'],
  'waitlist.join': ['waitlist.joined → admin'],
  'waitlist.setStatus': ['waitlist.changed → admin'],
  'waitlist.remove': [],
  'bookings.place': ['bookings.confirmed → me', 'slots.changed → everyone who looks at bookings'],
  'bookings.bookFor': ['bookings.confirmed → another', 'slots.changed → everyone who looks at bookings'],
  'bookings.cancel': ['bookings.changed → me', 'slots.changed → everyone who looks at bookings'],
  'bookings.cancelByStaff': ['bookings.changed → another', 'slots.changed → everyone who looks at bookings'],
  'bookings.move': ['bookings.changed → me', 'slots.changed → everyone who looks at bookings'],
  'schedule.close': ['slots.changed → everyone who looks at bookings'],
  'schedule.shift': ['bookings.changed → another', 'slots.changed → everyone who looks at bookings'],
  'schedule.lift': ['slots.changed → everyone who looks at bookings'],
  'studio.book': ['studio.changed → me', 'slots.changed → everyone who looks at bookings'],
  'studio.pay': [],
  'studio.cancel': ['studio.changed → me', 'slots.changed → everyone who looks at bookings'],
  'studio.complete': ['studio.changed → another', 'slots.changed → everyone who looks at bookings'],
  'studio.handBack': [
    'order.refunded → another',
    'studio.changed → another',
    'slots.changed → everyone who looks at bookings',
  ],
  'studio.takeBackPayment': [
    'order.refunded → another',
    'studio.changed → another',
    'slots.changed → everyone who looks at bookings',
  ],
  'studio.markPaid': ['studio.changed → another', 'slots.changed → everyone who looks at bookings'],
  'studio.cancelByStaff': ['studio.changed → another', 'slots.changed → everyone who looks at bookings'],
  'bookings.addToCart': ['cart.changed → me'],
  'bookings.removeFromCart': ['cart.changed → me'],
  'repeats.book': ['bookings.confirmed → me', slots],
  'repeats.cancelFrom': ['bookings.changed → me', slots],
  'bookings.checkout': ['bookings.confirmed → me', 'slots.changed → everyone who looks at bookings'],
  'facilities.change': [
    'facilities.changed → everyone who looks at facilities',
    'facilities.changed → everyone who looks at bookings',
  ],
  'facilities.changeImage': [
    'facilities.changed → everyone who looks at bookings',
    'facilities.changed → everyone who looks at content',
    'facilities.changed → everyone who looks at facilities',
    'facilities.changed → everyone who looks at studio',
  ],
  'images.add': ['images.changed → admin'],
  'shopProducts.save': ['shop-products.changed → admin'],
  'shopProducts.remove': ['shop-products.changed → admin'],
  'images.change': shownPictures,
  'images.remove': shownPictures,
  'creatives.save': [...shownCreatives, 'creatives.changed → me'],
  'creatives.setPicture': [...shownCreatives, 'creatives.changed → me'],
  'creatives.removePicture': [...shownCreatives, 'creatives.changed → me'],
  'creatives.addWork': [...shownCreatives, 'creatives.changed → me'],
  'creatives.removeWork': [...shownCreatives, 'creatives.changed → me'],
  'creatives.takeDown': [...shownCreatives, 'creatives.changed → another'],
  'rooms.change': [
    'rooms.changed → everyone who looks at facilities',
    'rooms.changed → everyone who looks at bookings',
    'rooms.changed → everyone who looks at rooms',
    'rooms.changed → everyone who looks at schedule',
  ],
  'products.saveAccess': shownAccess,
  'products.removeAccess': shownAccess,
  'shopCart.add': ['shop-cart.changed → me'],
  'shopCart.remove': ['shop-cart.changed → me'],
  'shopOrders.checkout': ['shop-order.opened → me'],
  'shopOrders.verify': [],
  'fairUse.save': [
    'fair-use.changed → everyone who looks at bookings',
    'fair-use.changed → everyone who looks at fairUse',
  ],
  'fairUse.remove': [
    'fair-use.changed → everyone who looks at bookings',
    'fair-use.changed → everyone who looks at fairUse',
  ],
  'events.register': ['events.registered → me', events],
  'events.cancelRegistration': [events, 'events.cancelled → me'],
  'events.wait': [events],
  'events.stopWaiting': [events],
  'events.show': [events],
  'events.cancelByStaff': [events, 'events.cancelled → another'],
  'events.add': [slots, events],
  'events.change': [events],
  'events.hide': ['hosting.changed → another', events],
  'events.setPicture': ['hosting.changed → me'],
  'events.removePicture': ['hosting.changed → me'],
  'events.markAttended': ['events.attended → another', 'events.attended → admin'],
  'events.unmarkAttended': ['events.attended → another', 'events.attended → admin'],
  'hosting.save': [],
  'hosting.submit': ['hosting.applied → committee', 'hosting.applied → admin', 'hosting.changed → me', slots],
  'hosting.withdraw': ['hosting.withdrawn → committee', 'hosting.withdrawn → admin', 'hosting.changed → me', slots],
  'hosting.discard': ['hosting.discarded → committee', 'hosting.discarded → admin'],
  'hosting.copy': [],
  'hosting.writeToHouse': ['hosting.message → committee', 'hosting.message → admin', 'hosting.message → me'],
  'hosting.approve': [
    'hosting.decided → another',
    'hosting.decided → committee',
    'hosting.decided → admin',
    'events.changed → everyone who looks at events',
  ],
  'hosting.reject': ['hosting.decided → another', 'hosting.decided → committee', 'hosting.decided → admin', slots],
  'hosting.checkIn': ['events.attended → another', 'events.attended → admin'],
  'hosting.undoCheckIn': ['events.attended → another', 'events.attended → admin'],
  'hosting.writeToGuests': ['hosting.message → me'],
  'hosting.cancel': [
    'events.changed → everyone who looks at events',
    'events.cancelled → another',
    'hosting.cancelled → me',
    'hosting.cancelled → committee',
    'hosting.cancelled → admin',
    slots,
  ],
  'hosting.cancelByStaff': [
    'events.changed → everyone who looks at events',
    'events.cancelled → another',
    'hosting.cancelled → another',
    'hosting.cancelled → committee',
    'hosting.cancelled → admin',
    slots,
  ],
  'hosting.writeToHost': ['hosting.message → another', 'hosting.message → committee', 'hosting.message → admin'],
  'rentals.add': ['rentals.changed → admin'],
  'rentals.createPayment': ['rentals.changed → admin'],
  'rentals.resendLink': ['rentals.changed → admin'],
  'rentals.end': ['rentals.changed → admin'],
  'tours.book': [tours],
  'tours.change': [tours],
  'tours.cancel': [tours],
  'tours.addSlots': [tours],
  'tours.removeSlot': [tours],
  'tours.noteAttendance': ['tours.noted → admin'],
  'waiting.join': ['slots.changed → everyone who looks at bookings'],
  'waiting.leave': ['slots.changed → everyone who looks at bookings'],
  'waiting.remove': ['waiting.removed → another', 'slots.changed → everyone who looks at bookings'],
  'contact.send': ['enquiry.received → admin'],
  'contact.answer': ['enquiry.answered → admin'],
  'contact.reopen': ['enquiry.answered → admin'],
  'door.rotateKeys': [],
  'door.admit': ['door.entry → door', 'door.entry → admin'],
  'door.admitGuest': ['door.entry → door', 'door.entry → admin'],
  'door.takeBack': ['door.entry → door', 'door.entry → admin'],
  'door.checkIn': ['door.entry → door', 'door.entry → admin'],
  'door.checkOut': ['door.entry → door', 'door.entry → admin'],
  'door.undoCheckIn': ['door.entry → door', 'door.entry → admin'],
  'door.undoCheckOut': ['door.entry → door', 'door.entry → admin'],
  'guestPasses.invite': [],
  'guestPasses.sendAgain': [],
  'guestPasses.cancel': [],
  'stalls.book': ['stalls.changed → me', stalls],
  'stalls.handIn': ['market.paper → admin'],
  'stalls.cancel': ['stalls.changed → me', stalls, 'order.refunded → me'],
  'stalls.move': ['stalls.changed → me', stalls],
  'stalls.changeFacts': ['stalls.changed → me', stalls],
  'stalls.changeFactsByStaff': ['stalls.changed → another', stalls],
  'stalls.changePitch': ['stalls.changed → me', stalls],
  'stalls.wait': ['stalls.changed → me', stalls],
  'stalls.remove': ['stalls.changed → another', stalls, 'order.refunded → another'],
  'stalls.assign': ['stalls.changed → another', stalls],
  'stalls.moveByStaff': ['stalls.changed → another', stalls],
  'stalls.savePlan': ['stalls.plan → everyone who looks at stalls'],
  'stalls.decide': ['market.paper-decided → another', 'market.paper → admin'],
  'market.addDay': ['market.days → everyone who looks at market'],
  'market.cancelDay': ['market.days → everyone who looks at market'],
  'market.changeDay': [
    'stalls.changed → another',
    'guestTickets.changed → admin',
    'market.days → everyone who looks at market',
    stalls,
  ],
  'market.ticket': [],
  'members.changeProfile': [],
  'members.grantRole': ['ways-in.roleChanged → another', 'members.roles → another'],
  'members.revokeRole': ['ways-in.roleChanged → another', 'members.roles → another'],
  'members.block': ['ways-in.blocked → another', 'members.hold → another'],
  'members.unblock': ['members.hold → another'],
  'members.endSessions': ['ways-in.signedOutEverywhere → another'],
  'members.createAccount': [],
  'members.inviteAgain': [],
  'members.createKey': [],
  'members.revokeKey': [],
  'memberships.subscribe': [],
  'memberships.moveToPrice': ['memberships.moved → admin'],
  'memberships.remind': ['memberships.reminded → admin'],
  'memberships.payDue': [],
  'memberships.give': ['memberships.given → admin', 'membership.changed → another'],
  'memberships.startNow': ['order.paid → me', 'membership.changed → me'],
  'memberships.change': ['membership.changed → me'],
  'memberships.backToExplorer': ['membership.changed → me'],
  'memberships.keep': ['membership.changed → me'],
  'memberships.pause': ['membership.changed → me'],
  'memberships.resume': ['membership.changed → me'],
  'memberships.portal': [],
  'memberships.refresh': ['membership.changed → me'],
  'memberships.adminSwitchOwnPlan': ['membership.changed → me'],
  'memberships.updateTier': ['tiers.changed → everyone who looks at memberships'],
  'memberships.installCatalogue': ['tiers.changed → everyone who looks at memberships'],
  'payments.retry': [],
  'payments.retryRefund': [],
  'payments.settleRefund': ['order.refunded → another'],
  'payments.retryEvent': [],
  'privacy.exportOwn': [],
  'privacy.exportPerson': [],
  'privacy.requestErasure': ['erasure.requested → admin'],
  'privacy.withdrawErasure': [],
  'privacy.erase': ['ways-in.erased → another', 'person.erased → admin'],
  'privacy.declineErasure': [],
  'tokens.buy': [],
  'tokens.give': ['tokens.granted → another', 'tokens.given → admin'],
  'tokens.charge': ['tokens.changed → another', 'tokens.given → admin'],
  'venue.changeSettings': ['settings.changed → everyone who looks at venue'],
}

/** What follows from what somebody does elsewhere or from the time, in the order of the alphabet. */
const deeds: Record<string, { given: () => Promise<Deed>; told: string[] }> = {
  'the tokens of the week': {
    async given() {
      const me = await paidMember(app)
      return { me, work: () => app.write(tx => tx.enqueue(grantWeekly, {})) }
    },
    told: ['tokens.granted → me'],
  },
  'the tokens of three paid months': {
    async given() {
      const me = await paidMember(app)
      await app.sql(`update user_memberships set paid_since_on = '2026-08-01' where user_id = $1`, [me.id])
      return { me, work: () => app.write(tx => tx.enqueue(grantLoyalty, {})) }
    },
    told: ['tokens.granted → me'],
  },
  'a guest arrives': {
    async given() {
      const me = await paidMember(app)
      const guest = { guestName: 'Gus', guestEmail: 'gus@guests.example', validUntil: '2026-11-30' }
      const { id } = await app.as(me).guestPasses.invite(guest)
      const { code } = await app.as(null).guestPasses.show({ id })
      const door = app.as(await doorStaff(app))
      return { me, work: () => door.door.admit({ ...scanOf(code!), kind: guestPass.name }) }
    },
    told: ['door.entry → admin', 'door.entry → door', 'guests.arrived → me'],
  },
  'a member arrives at an event': {
    async given() {
      const [me, host] = [await member(app), await member(app)]
      const today = { eventDate: '2026-11-21', startTime: '11:30', endTime: '13:00', hostUserId: host.id }
      const { id: registrationId } = await app.as(me).events.register({ id: (await event(app, today)).id })
      const { code } = await app.as(me).events.ticket({ id: registrationId })
      const door = app.as(await doorStaff(app))
      return { me, work: () => door.door.admit({ ...scanOf(code), kind: eventPass.name }) }
    },
    told: [
      'door.entry → admin',
      'door.entry → door',
      'events.attended → admin',
      'events.attended → another',
      'events.attended → me',
    ],
  },
  'tokens are paid': {
    async given() {
      const me = await paidMember(app)
      const { url } = await app.as(me).tokens.buy({ quantity: 10 })
      return { me, work: () => pay(app, url) }
    },
    told: ['order.paid → me', 'tokens.granted → me'],
  },
  'a membership is arranged for a later day': {
    async given() {
      await tiers(app)
      const me = await member(app)
      const startOn = startDays(app.clock.now()).from
      const { url } = await app.as(me).memberships.subscribe({ tierId: (await tier(app, 'builder')).id, startOn })
      return { me, work: () => pay(app, url) }
    },
    told: ['membership.changed → me', 'order.arranged → me'],
  },
  'a payment of tokens is disputed at the bank': {
    async given() {
      const { me, intent } = await tokensPaid()
      return { me, work: () => control(app, { dispute: intent }) }
    },
    told: ['dispute.changed → admin'],
  },
  'tokens are paid back at the provider': {
    async given() {
      const { me, intent } = await tokensPaid()
      return { me, work: () => app.runtime.stripe.refunds.create({ payment_intent: intent }) }
    },
    told: ['order.refunded → me', 'tokens.changed → me'],
  },
  'a friend pays their first month': {
    async given() {
      await tiers(app)
      const [me, friend] = [await member(app), await member(app)]
      await app.db
        .insert(referrals)
        .values({ referrerUserId: friend.id, referredUserId: me.id, referredEmail: me.email })
      const { url } = await app.as(me).memberships.subscribe({ tierId: (await tier(app, 'builder')).id })
      return { me, work: () => pay(app, url) }
    },
    told: ['membership.changed → me', 'order.paid → me', 'referral.completed → another'],
  },
  'a place is paid': {
    async given() {
      const { me, url } = await held()
      return { me, work: () => pay(app, url) }
    },
    told: ['bookings.confirmed → me', 'order.paid → me', slots],
  },
  'a purchase in the store is paid': {
    async given() {
      const me = await member(app)
      const { url } = await checkedOut(app, me, await stocked(app))
      return { me, work: () => payInStore(app, url) }
    },
    told: ['shop-order.paid → admin', 'shop-order.paid → me'],
  },
  'a purchase in the store is refunded': {
    async given() {
      const me = await member(app)
      const orderId = await bought(app, me, await stocked(app))
      const refund = await nameAtStore(app, orderId)
      return {
        me,
        async work() {
          await shopControl(app, { refund })
          await storeQuiet(app)
        },
      }
    },
    told: ['shop-order.refunded → admin', 'shop-order.refunded → me'],
  },
  'a purchase in the store is not paid in time': {
    async given() {
      const me = await member(app)
      await checkedOut(app, me, await stocked(app))
      return {
        me,
        async work() {
          app.clock.advance(31 * 60_000)
          await watchStore(app)
          app.clock.set(marketMorning)
        },
      }
    },
    told: ['shop-order.closed → me', 'shop-order.released → me'],
  },
  'something else is paid in the store for a purchase': {
    async given() {
      const me = await member(app)
      const { orderId } = await checkedOut(app, me, await stocked(app))
      const lines = [{ variantId: (await stocked(app)).variantId, quantity: 1 }]
      const { checkoutUrl } = await createCart(app.runtime, { lines, attributes: { reference: orderId } })
      return { me, work: () => payInStore(app, checkoutUrl) }
    },
    told: ['shop-order.noted → admin'],
  },
  'a stall is paid': {
    async given() {
      await marketWith(app)
      const me = await member(app)
      const { url } = await booksStall(app, me)
      return { me, work: () => pay(app, url!) }
    },
    told: ['order.paid → me', 'stalls.changed → me', 'stalls.confirmed → me', stalls],
  },
  'a place is not paid in time': {
    async given() {
      const { me } = await held()
      return {
        me,
        async work() {
          app.clock.advance(31 * 60_000)
          await expireDue(app)
          app.clock.set(marketMorning)
        },
      }
    },
    told: ['bookings.changed → me', 'order.closed → me', slots],
  },
  'an unpaid place is let go': {
    async given() {
      const { me, id } = await held()
      return { me, work: () => app.as(me).bookings.cancel({ id }) }
    },
    told: ['bookings.changed → me', 'order.closed → me', slots],
  },
  'a paid place is given back': {
    async given() {
      const { me, id, url } = await held()
      await pay(app, url)
      return { me, work: () => app.as(me).bookings.cancel({ id }) }
    },
    told: ['bookings.changed → me', 'order.refunded → me', slots],
  },
  'the vote after which nobody can approve any more': {
    async given() {
      const [me] = await committeeOf(app, 1)
      const { applicationId } = await applicant(app)
      return {
        me: me!,
        work: async () => app.as(me!).applications.vote({ ...(await asRead(app, applicationId)), vote: 'reject' }),
      }
    },
    told: [
      'application.counted → another',
      ...['declined', 'voted'].flatMap(what => ['admin', 'committee'].map(who => `application.${what} → ${who}`)),
    ],
  },
  'the vote that approves': {
    async given() {
      const [me] = await committeeOf(app, 1)
      const { applicationId } = await applicant(app)
      return {
        me: me!,
        work: async () => app.as(me!).applications.vote({ ...(await asRead(app, applicationId)), vote: 'approve' }),
      }
    },
    told: [
      ...['admin', 'another', 'committee'].map(who => `application.approved → ${who}`),
      ...['admin', 'committee'].map(who => `application.voted → ${who}`),
      'membership.approved → another',
      'membership.changed → another',
      'notifications.told → another',
    ],
  },
  'somebody on the waiting list gets a place': {
    async given() {
      const [me, email] = [await admin(app), newEmail()]
      await app.as(null, { ipAddress: newIp() }).waitlist.join({ firstName: 'Ada', lastName: 'Okafor', email })
      const [row] = await app.sql<{ id: string }>('select id from waiting_list where email = $1', [email])
      return { me, work: () => app.as(me).waitlist.setStatus({ id: row!.id, status: 'approved' }) }
    },
    told: ['membership.approved → another', 'membership.changed → another', 'waitlist.changed → admin'],
  },
  'a time is free for whoever waits for it': {
    async given() {
      const { me, free } = await waitingFor()
      return { me, work: free }
    },
    told: ['bookings.changed → another', 'notifications.told → me', slots, 'waiting.offered → me'],
  },
  'a place at an event is free for whoever waits for it': {
    async given() {
      await app.sql('delete from waiting_entries')
      const [me, guest] = [await member(app), await member(app)]
      const { id } = await event(app, { capacity: 1 })
      const { id: registered } = await app.as(guest).events.register({ id })
      await app.as(me).events.wait({ id })
      return { me, work: () => app.as(guest).events.cancelRegistration({ id: registered, tokensBack: 0 }) }
    },
    told: ['events.cancelled → another', events, 'events.offered → me', 'notifications.told → me'],
  },
  'an offer is not taken in time': {
    async given() {
      const { me, free } = await waitingFor()
      await free()
      return { me, work: () => later('2026-11-24T09:55:00Z') }
    },
    told: [slots, 'waiting.lapsed → me'],
  },
  'a time begins for which somebody waits': {
    async given() {
      const { me } = await waitingFor()
      return { me, work: () => later('2026-11-24T09:55:00Z') }
    },
    told: ['waiting.over → me'],
  },
  'a room is closed whose time is offered': {
    async given() {
      const { me, free, spaceId } = await waitingFor()
      await free()
      const boss = app.as(await admin(app))
      const times = { fromOn: waitedOn, fromAt: '09:00', untilOn: waitedOn, untilAt: '18:00' }
      return { me, work: () => boss.schedule.close({ spaceId, ...times, reason: 'The floor is sanded.' }) }
    },
    told: [slots, 'waiting.withdrawn → me'],
  },
}

/** Somebody in line for a time, and letting it become free. */
async function waitingFor() {
  // Nobody else whose time would come as well.
  await app.sql('delete from waiting_entries')
  const [me, holder, room] = [await paidMember(app), await withTokens(app), await facility(app)]
  const id = await books(app, holder, room.id)
  await waits(app, me, room.id)
  const free = async () => {
    await app.as(holder).bookings.cancel({ id })
    await app.runJobs()
  }
  return { me, free, spaceId: room.spaceId }
}

async function later(instant: string) {
  app.clock.set(instant)
  await round(app)
  app.clock.set(marketMorning)
}

interface Deed {
  me: Person
  work: () => Promise<unknown>
}

/** A place that waits for its payment. */
async function held() {
  const me = await paidMember(app)
  const wish = { facilityId: (await facility(app)).id, on: '2026-12-01', startsAt: '10:00', payWith: 'card' as const }
  const placed = await app.as(me).bookings.place({ ...wish, termsAccepted: true })
  if (placed.outcome !== 'pay') throw new Error(`nothing to pay: ${placed.outcome}`)
  const { rows } = await app.as(me).bookings.mine({})
  return { me, id: rows[0]!.id, url: placed.url }
}

async function tokensPaid() {
  const me = await paidMember(app)
  const { orderId, url } = await app.as(me).tokens.buy({ quantity: 10 })
  await pay(app, url)
  return { me, intent: (await orderOf(app.runtime, me.id, orderId)).stripePaymentIntentId! }
}

/** Everything that is announced while `work` runs, as `kind → who hears`. */
async function announcedBy({ me, work }: { me: Person | null; work: Deed['work'] }): Promise<string[]> {
  const [last] = await app.sql<{ id: string }>('select coalesce(max(id), 0) as id from live_events')
  await work()
  const events = await app.sql<{ kind: string; topic: string | null; audience: string }>(
    `select payload->>'kind' as kind, payload->>'topic' as topic, audience from live_events where id > $1 order by id`,
    [last!.id],
  )
  return events.map(({ kind, topic, audience }) => `${kind} → ${heardBy(audience, topic, me)}`)
}

function heardBy(audience: string, topic: string | null, me: Person | null): string {
  if (audience === 'everyone') return `everyone who looks at ${topic}`
  if (audience.startsWith('user:')) return audience === `user:${me?.id}` ? 'me' : 'another'
  return audience.replace('role:', '')
}

describe.each(Object.entries(deeds))('%s', (_, { given, told }) => {
  test('tells those whom it concerns', async () => {
    const { me, work } = await given()
    await untilQuiet(app)
    const heard = await announcedBy({
      me,
      async work() {
        await work()
        await untilQuiet(app)
      },
    })
    expect([...new Set(heard)].sort()).toEqual(told)
  })
})

const writing = listProcedures().filter(({ procedure }) => procedure['~orpc'].route.method !== 'GET')

describe.each(writing)('$name', ({ name, path }) => {
  test('tells those whom it concerns, and nobody else', async () => {
    const call = callOf(name)!
    const me = call.as && (await call.as(app))
    await call.given?.(app, me!)
    const input = await call.input?.(app, me!)
    const told = await announcedBy({ me, work: () => callByName(app.as(me), path, input) })
    expect(told).toEqual(byCall[name])
  })
})

test('every kind that the source announces is told by a deed here', () => {
  const told = [...Object.values(byCall), ...Object.values(deeds).map(deed => deed.told)].flat()
  const kinds = new Set(told.map(line => line.split(' → ')[0]!))
  const files = globSync('src/**/*.{ts,tsx}').filter(file => !file.includes('.test.'))
  const announced = files.flatMap(file => kindsIn(readFileSync(file, 'utf8')).map(kind => ({ file, kind })))
  // As many as there are, so that a pattern which finds nothing does not pass.
  expect(announced.length).toBeGreaterThan(40)
  const isTold = (kind: string) => [...kinds].some(each => new RegExp(`^${kind}$`).test(each))
  expect(announced.filter(({ kind }) => !isTold(kind))).toEqual([])
})

/** The kinds in the announcements of a source text, as patterns. */
function kindsIn(text: string): string[] {
  const calls = [...text.matchAll(/announce(?:ToStaff)?\((?:tx, )?(\{[^;]*?\})\)/g)].map(([, event]) => event!)
  const handed = [...text.matchAll(/\btell\w+\([^;\n]*?'([a-z-]+\.[a-z-]+)'/g)].map(([, kind]) => kind!)
  const announced = calls.flatMap(event => {
    const [, written] = /kind: (.+?)[,\s]*(?:\n|title:| \}|$)/.exec(event) ?? []
    // A kind that is chosen before: both of the line that chooses. One that is handed in is found where it is written.
    const chosen = written ?? (/\bkind\b/.test(event) ? /const kind = (.*)/.exec(text)?.[1] : undefined)
    if (chosen === undefined) return /\.\.\.(event|news)|\bkind,/.test(event) ? [] : [`no kind in ${event}`]
    const found = [...chosen.matchAll(/['`]([^'`]+\.[^'`]+)['`]/g)].map(([, kind]) => kind!)
    return found
  })
  return [...announced, ...handed].map(kind => kind.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '.+'))
}
