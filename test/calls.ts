import { randomUUID } from 'node:crypto'
import type { InferRouterInputs } from '@orpc/server'
import type { Router } from '#api.ts'
import { startDays } from '#features/membership/sales/rules.ts'
import { addDays } from '#platform/dates.ts'
import { freeForm } from '#seed/factories/applications.ts'
import { event } from '#seed/factories/events.ts'
import { facility, fairUseRule, room } from '#seed/factories/facilities.ts'
import { incident } from '#seed/factories/incidents.ts'
import { tier } from '#seed/factories/memberships.ts'
import { admin, committee, doorStaff, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { applicant, applicationTiers, asRead } from './applications.ts'
import { giveTokens } from './bookings.ts'
import { newEmail, newIp } from './browser.ts'
import { appealed, hiddenPost, otherPost, ownComment, ownPost, reported } from './community.ts'
import { shownCreative, shownWork } from './creatives.ts'
import { fullEvent, goesTo, isAt, picturedEvent, uploadedFor, uploadedPicture } from './events.ts'
import { boughtTickets, ticketWish } from './guest-tickets.ts'
import { applicationOf, appliedToHost, approvedEvent, drafted, guestOf, readBy } from './hosting.ts'
import { changedEvent, houseEvent, inLounge } from './house-events.ts'
import { incidentOf, reportedTo, said } from './incidents.ts'
import { codeOf, marketDay, scanOf } from './market.ts'
import { leaveToken, ownDevice, pushedTo, sessionHere, told } from './notifications.ts'
import { control, pay, tiers, untilQuiet } from './payments.ts'
import { addedRental, linkedRental, rentalOf } from './rentals.ts'
import { addedCard, card, heroSave, libraryId, libraryImage, publishedNews, savedHero, tilesOf } from './sections.ts'
import { newProduct, stockedHandle, stockShop } from './shop.ts'
import { bookedWith, booksStall, freshDouble, marketWith, paidStall, stallDay, stallFile, stallOf } from './stalls.ts'
import { checkedOut, filledCart, stocked } from './store.ts'
import { bookedTour, partyFor, tourSlot } from './tours.ts'
import { books, inLine, waitedOn, withTokens } from './waiting.ts'

/** A call that succeeds, as people make it every day. The server's clock must stand at `marketMorning`. */
export interface Call<Input = unknown> {
  /** Makes somebody who may call; null for a visitor. */
  as: ((app: TestApp) => Promise<Person>) | null
  /** Makes rows that the call comes upon. */
  given?: (app: TestApp, me: Person) => Promise<unknown>
  /** What is sent; makes the rows that it names, which belong to `me` where they belong to anybody. */
  input?: (app: TestApp, me: Person) => Input | Promise<Input>
}

type Inputs = InferRouterInputs<Router>
type Calls = { [Part in keyof Inputs]: { [Name in keyof Inputs[Part]]: Call<Inputs[Part][Name]> } }

/** One call of each procedure: a new procedure has a line here. */
export const calls: Calls = {
  applications: {
    mine: { as: newcomer, given: (app, me) => asked(app, me) },
    submit: {
      as: newcomer,
      async input(app, me) {
        await applicationTiers(app)
        return freeForm(me)
      },
    },
    answer: {
      as: newcomer,
      input: async (app, me) => ({ questionId: await asked(app, me), answer: 'In Florence.' }),
    },
    correct: {
      as: newcomer,
      input: async (app, me) => ({ ...freeForm(me), fullName: 'Ada King', id: await applied(app, me) }),
    },
    withdraw: { as: newcomer, input: async (app, me) => ({ id: await applied(app, me) }) },
    list: { as: committee, given: app => waiting(app), input: () => ({ view: 'voting' }) },
    detail: { as: admin, input: async app => ({ id: await waiting(app) }) },
    approve: { as: admin, input: async app => ({ id: await waiting(app) }) },
    reject: {
      as: admin,
      async input(app, me) {
        const reasons = await app.as(me).applications.reasons()
        return { id: await waiting(app), reasonId: reasons.find(reason => !reason.needsNotes)!.id }
      },
    },
    reasons: { as: committee },
    saveReason: { as: admin, input: () => ({ reason: 'We know too little of you.', isActive: true }) },
    home: { as: committee, given: app => waiting(app) },
    review: { as: committee, input: async app => ({ id: await waiting(app) }) },
    vote: { as: committee, input: async app => ({ ...(await asRead(app, await waiting(app))), vote: 'approve' }) },
    recuse: { as: committee, input: async app => ({ applicationId: await waiting(app) }) },
    ask: {
      as: committee,
      input: async app => ({ applicationId: await waiting(app), question: 'Where did you learn?' }),
    },
    addNote: {
      as: committee,
      input: async app => ({ applicationId: await waiting(app), body: 'We met at the fair.' }),
    },
  },
  hosting: {
    terms: { as: member, given: (app, me) => drafted(app, me) },
    mine: { as: member, given: (app, me) => appliedToHost(app, me), input: () => ({}) },
    one: { as: member, input: async (app, me) => ({ id: await approvedEvent(app, me) }) },
    save: { as: member, input: async (app, me) => ({ id: await drafted(app, me), name: 'Woodcut' }) },
    submit: { as: member, input: async (app, me) => applicationOf({ id: await drafted(app, me) }) },
    withdraw: { as: member, input: async (app, me) => ({ id: await appliedToHost(app, me) }) },
    discard: { as: member, input: async (app, me) => ({ id: await drafted(app, me) }) },
    copy: { as: member, input: async (app, me) => ({ id: await appliedToHost(app, me) }) },
    writeToHouse: {
      as: member,
      async input(app, me) {
        const [id, reviewer] = [await appliedToHost(app, me), await committee(app)]
        await app.as(reviewer).hosting.writeToHost({ id, body: 'How many presses?' })
        return { id, body: 'Two.' }
      },
    },
    applications: { as: committee, given: app => appliedToHost(app), input: () => ({}) },
    application: { as: committee, input: async app => ({ id: await appliedToHost(app) }) },
    approve: {
      as: committee,
      input: async (app, me) => (await readBy(app, me, await appliedToHost(app))).approval,
    },
    reject: {
      as: committee,
      input: async (app, me) => ({
        ...(await readBy(app, me, await appliedToHost(app))).ref,
        reason: 'There is a talk then.',
      }),
    },
    guests: { as: member, input: async (app, me) => ({ id: await approvedEvent(app, me) }) },
    checkIn: {
      as: member,
      input: async (app, me) => ({ id: await isAt(app, await member(app), { hostUserId: me.id }) }),
    },
    undoCheckIn: {
      as: member,
      async input(app, me) {
        const id = await isAt(app, await member(app), { hostUserId: me.id })
        await app.as(me).hosting.checkIn({ id })
        return { id }
      },
    },
    writeToGuests: {
      as: member,
      input: async (app, me) => ({
        ...(await guestOf(app, await approvedEvent(app, me))).ref,
        body: 'Bring an apron.',
        seen: 1,
      }),
    },
    cancel: {
      as: member,
      input: async (app, me) => ({
        ...(await guestOf(app, await approvedEvent(app, me))).ref,
        reason: 'I am ill.',
        seen: 1,
      }),
    },
    cancelByStaff: {
      as: admin,
      input: async app => ({
        ...(await guestOf(app, await approvedEvent(app))).ref,
        reason: 'The boiler is out.',
        seen: 1,
      }),
    },
    writeToHost: { as: committee, input: async app => ({ id: await appliedToHost(app), body: 'How many presses?' }) },
  },
  community: {
    feed: { as: member, given: (app, me) => ownPost(app, me), input: () => ({ until: '2026-11-01T00:00:00Z' }) },
    latest: { as: member, given: (app, me) => ownPost(app, me) },
    one: { as: member, input: async app => ({ id: await otherPost(app) }) },
    write: { as: member, input: () => ({ title: 'A mitre saw', content: 'Who has one?' }) },
    edit: {
      as: member,
      input: async (app, me) => ({ id: await ownPost(app, me), title: 'A mitre saw', content: 'Found.' }),
    },
    remove: { as: member, input: async (app, me) => ({ id: await ownPost(app, me) }) },
    like: { as: member, input: async app => ({ id: await otherPost(app) }) },
    unlike: { as: member, input: async app => ({ id: await otherPost(app) }) },
    mentionable: { as: member, input: () => ({ q: 'Ada' }) },
    comments: { as: member, input: async app => ({ postId: await otherPost(app) }) },
    comment: { as: member, input: async app => ({ postId: await otherPost(app), content: 'I have one.' }) },
    removeComment: { as: member, input: async (app, me) => ({ id: await ownComment(app, me) }) },
    deleteCommentByHouse: { as: admin, input: async app => ({ id: await ownComment(app, await member(app)) }) },
    report: { as: member, input: async app => ({ postId: await otherPost(app), reason: 'This is an advertisement.' }) },
    ownDecision: { as: member, input: async (app, me) => ({ postId: (await hiddenPost(app, me)).postId }) },
    appeal: {
      as: member,
      input: async (app, me) => ({ id: (await hiddenPost(app, me)).id, words: 'I gave it away for nothing.' }),
    },
    decide: {
      as: admin,
      input: async app => ({ id: await reported(app), outcome: 'hidden', reason: 'This is an advertisement.' }),
    },
    hide: { as: admin, input: async app => ({ postId: await otherPost(app), reason: 'This is an advertisement.' }) },
    show: { as: admin, input: async app => ({ postId: (await hiddenPost(app, await member(app))).postId }) },
    decideAppeal: {
      as: admin,
      input: async app => ({ id: await appealed(app), outcome: 'restored', answer: 'You are right.' }),
    },
    posts: { as: admin, given: app => otherPost(app), input: () => ({}) },
    publish: { as: admin, input: () => ({ title: 'The kiln is back', content: 'It fires from Monday on.' }) },
    editByHouse: {
      as: admin,
      input: async app => ({ id: await otherPost(app), title: 'A saw', content: 'Who has one?' }),
    },
    deleteByHouse: { as: admin, input: async app => ({ id: await otherPost(app) }) },
    pin: { as: admin, input: async app => ({ id: await otherPost(app), isPinned: true }) },
    reports: { as: admin, given: app => reported(app), input: () => ({}) },
    decisions: { as: admin, given: app => appealed(app), input: () => ({}) },
  },
  incidents: {
    list: { as: admin, given: app => incident(app), input: () => ({}) },
    one: { as: admin, input: async app => ({ id: (await incident(app)).id }) },
    create: { as: admin, input: () => incidentOf() },
    setStatus: { as: admin, input: async app => ({ id: (await incident(app)).id, status: 'resolved' }) },
    followUp: { as: admin, input: async app => ({ id: (await incident(app)).id, actionsTaken: 'Told the police' }) },
    remove: { as: admin, input: async app => ({ id: (await incident(app)).id }) },
    send: {
      as: admin,
      input: async app => ({ id: (await incident(app)).id, userIds: [(await member(app)).id], seenCount: 0 }),
    },
    decide: { as: admin, input: async app => ({ id: await answered(app), finalResponse: 'We pay.' }) },
    open: { as: member, input: async app => ({ ...(await reportedTo(app)).link, opening: randomUUID() }) },
    answer: { as: member, input: async app => ({ ...(await reportedTo(app)).link, ...said() }) },
  },
  conduct: {
    active: { as: null },
    standing: { as: newcomer },
    accept: {
      as: newcomer,
      input: async app => ({ version: (await app.as(await admin(app)).conduct.publish(code)).version }),
    },
    publish: { as: admin, input: () => code },
  },
  notifications: {
    list: { as: member, given: (app, me) => told(app, me), input: () => ({}) },
    markRead: { as: member, input: async (app, me) => ({ id: await told(app, me) }) },
    markAllRead: { as: member, given: (app, me) => told(app, me), input: () => ({}) },
    choices: { as: member },
    choose: { as: member, input: () => ({ kind: 'like', channel: 'push', isOn: true }) },
    chooseDigest: { as: member, input: () => ({ hour: 8 }) },
    leaving: { as: null, input: async app => ({ token: leaveToken(app, await member(app)) }) },
    leave: { as: null, input: async app => ({ token: leaveToken(app, await member(app)) }) },
  },
  push: {
    devices: { as: member, given: (app, me) => ownDevice(app, me) },
    subscribe: { as: member, given: (app, me) => sessionHere(app, me), input: () => pushedTo() },
    remove: { as: member, input: async (app, me) => ({ id: await ownDevice(app, me) }) },
  },
  agenda: {
    address: { as: member },
    renew: { as: member },
    remove: { as: member, given: (app, me) => app.as(me).agenda.renew() },
    feed: {
      as: member,
      input: async (app, me) => ({
        feed: new URL((await app.as(me).agenda.renew()).url).searchParams.get('feed')!,
      }),
    },
  },
  debug: { server: { as: admin } },
  search: { find: { as: member, input: (_, me) => ({ q: me.lastName }) } },
  objects: {
    find: { as: admin, input: (_, me) => ({ q: me.email }) },
    history: { as: admin, input: async app => ({ noun: 'person', id: (await member(app)).id }) },
    person: { as: admin, input: async app => ({ id: (await member(app)).id }) },
  },
  mailings: {
    list: { as: admin, input: () => ({}) },
    read: {
      as: admin,
      async input(app) {
        const address = newEmail()
        await app.as(null, { ipAddress: newIp() }).waitlist.join({ ...name, email: address })
        const [mail] = await app.sql<{ id: string }>('select id from mails where to_address = $1', [address])
        return { id: mail!.id }
      },
    },
    resend: { as: admin, input: async app => ({ id: await failedMail(app) }) },
    resendMany: { as: admin, input: async app => ({ ids: [await failedMail(app)] }) },
  },
  registrations: {
    register: { as: null, input: () => registration() },
    list: { as: admin, given: app => registered(app), input: () => ({}) },
    pending: { as: admin, given: registered, input: () => ({}) },
    decide: { as: admin, input: async app => ({ ids: [await registered(app)], status: 'approved' }) },
  },
  waitlist: {
    join: { as: null, input: () => ({ ...name, email: newEmail() }) },
    list: { as: admin, given: app => onWaitingList(app), input: () => ({}) },
    setStatus: { as: admin, input: async app => ({ id: await onWaitingList(app), status: 'contacted' }) },
    remove: { as: admin, input: async app => ({ id: await onWaitingList(app) }) },
  },
  bookings: {
    facilities: { as: paidMember },
    facility: { as: paidMember, input: async app => ({ id: (await facility(app)).id }) },
    slots: { as: paidMember, input: async app => ({ facilityId: (await facility(app)).id, on }) },
    days: { as: paidMember, input: async app => ({ facilityId: (await facility(app)).id, from: on }) },
    openings: { as: paidMember, given: app => facility(app), input: () => ({ on }) },
    roomsOn: { as: member, input: async app => ({ on, eventId: await appliedToHost(app) }) },
    nearest: { as: paidMember, input: async (app, me) => slot(app, me) },
    quote: { as: paidMember, input: async (app, me) => slot(app, me) },
    place: {
      as: paidMember,
      input: async (app, me) => ({ ...(await slot(app, me)), payWith: 'tokens', termsAccepted }),
    },
    mine: { as: paidMember, given: (app, me) => booked(app, me), input: () => ({}) },
    one: { as: paidMember, input: async (app, me) => ({ id: await booked(app, me) }) },
    calendarFile: { as: paidMember, input: async (app, me) => ({ id: await booked(app, me) }) },
    holds: { as: paidMember },
    cancel: { as: paidMember, input: async (app, me) => ({ id: await booked(app, me) }) },
    list: { as: admin, given: async app => booked(app, await paidMember(app)), input: () => ({}) },
    cancelByStaff: {
      as: admin,
      input: async app => ({ id: await booked(app, await paidMember(app)), reason: 'A pipe burst.' }),
    },
    slotsFor: {
      as: admin,
      input: async app => ({ facilityId: (await facility(app)).id, on, userId: (await paidMember(app)).id }),
    },
    quoteFor: { as: admin, input: app => slotFor(app) },
    bookFor: {
      as: admin,
      input: async app => ({ ...(await slotFor(app)), payer: 'nobody', reason: 'A guest of the house' }),
    },
    timesFor: { as: paidMember, input: async (app, me) => ({ id: await booked(app, me), on }) },
    move: { as: paidMember, input: async (app, me) => ({ id: await booked(app, me), on, startsAt: '19:00' }) },
    cart: { as: paidMember, given: (app, me) => inCart(app, me) },
    addToCart: { as: paidMember, input: async (app, me) => slot(app, me) },
    removeFromCart: { as: paidMember, input: async (app, me) => ({ id: await inCart(app, me) }) },
    checkout: {
      as: paidMember,
      async input(app, me) {
        for (let i = 0; i < 3; i++) await inCart(app, me)
        return { termsAccepted }
      },
    },
  },
  repeats: {
    preview: {
      as: paidMember,
      input: async (app, me) => ({ ...(await weekly(app, me)), moved: [aWeekLater('11:00')] }),
    },
    book: {
      as: paidMember,
      input: async (app, me) => ({ ...(await weekly(app, me)), ...threeTimes, termsAccepted }),
    },
    rest: { as: paidMember, input: async (app, me) => ({ id: await repeated(app, me) }) },
    cancelFrom: {
      as: paidMember,
      input: async (app, me) => ({ id: await repeated(app, me), refund: { tokens: 15, pence: 0 } }),
    },
  },
  events: {
    list: { as: member, given: (app, me) => goesTo(app, me), input: () => ({}) },
    month: { as: member, given: app => event(app), input: () => ({ month: '2026-12' }) },
    one: { as: member, input: async app => ({ id: (await event(app)).id }) },
    calendarFile: { as: member, input: async app => ({ id: (await event(app)).id }) },
    calendar: { as: member, given: (app, me) => goesTo(app, me) },
    mayRegister: { as: member },
    register: {
      as: withTokens,
      input: async app => ({ id: (await event(app, { tokensCost: 2, plusOnesAllowed: 1 })).id, plusOnes: 1 }),
    },
    show: { as: member, input: async (app, me) => ({ id: await goesTo(app, me), isShown: true }) },
    ticket: { as: member, input: async (app, me) => ({ id: await isAt(app, me) }) },
    cancelRegistration: {
      as: withTokens,
      input: async (app, me) => ({ id: await goesTo(app, me, { tokensCost: 2 }), tokensBack: 2 }),
    },
    registrationEvents: { as: admin, given: async app => goesTo(app, await member(app)) },
    registrations: { as: admin, given: async app => goesTo(app, await member(app)), input: () => ({}) },
    markAttended: { as: admin, input: async app => ({ id: await isAt(app, await member(app)) }) },
    unmarkAttended: {
      as: admin,
      async input(app, me) {
        const id = await isAt(app, await member(app))
        await app.as(me).events.markAttended({ id })
        return { id }
      },
    },
    cancelByStaff: {
      as: admin,
      input: async app => ({
        id: await goesTo(app, await withTokens(app), { tokensCost: 2 }),
        reason: 'The kiln is broken.',
      }),
    },
    clashes: { as: admin, input: () => ({ ...inLounge, days: ['2027-03-04', '2027-03-11'] }) },
    add: { as: admin, input: () => houseEvent() },
    plan: { as: admin, input: async app => ({ id: (await event(app)).id }) },
    change: {
      as: admin,
      async input(app) {
        const { id } = await event(app)
        return { id, ...changedEvent }
      },
    },
    hide: { as: admin, input: async app => ({ id: await approvedEvent(app), isHidden: true }) },
    picture: { as: member, input: async (app, me) => ({ id: await drafted(app, me) }) },
    setPicture: {
      as: member,
      input: async (app, me) => ({
        ...{ id: await drafted(app, me), fileId: await uploadedPicture(app, me), alt: 'A press' },
      }),
    },
    removePicture: { as: member, input: async (app, me) => ({ id: await picturedEvent(app, me) }) },
    wait: {
      as: member,
      async input(app) {
        const { id } = await event(app, { capacity: 1 })
        await app.as(await member(app)).events.register({ id })
        return { id }
      },
    },
    stopWaiting: { as: member, input: async (app, me) => ({ id: await fullEvent(app, me) }) },
  },
  facilities: {
    prices: { as: null },
    list: { as: admin },
    change: {
      as: admin,
      async input(app) {
        const { id, description, tokenCost, cashPricePence } = await facility(app)
        return { id, description, tokenCost, cashPricePence, tokenAvailableDays: ['monday'], isActive: true }
      },
    },
    images: { as: admin },
    changeImage: {
      as: admin,
      async input(app, me) {
        const [first] = await app.as(me).facilities.images()
        return { id: first!.id, imageUrl: await libraryImage(app, me) }
      },
    },
  },
  shopProducts: {
    list: { as: admin, input: () => ({}), given: app => stockShop(app, { handle: crypto.randomUUID() }) },
    one: { as: admin, input: async app => ({ handle: await stockedHandle(app) }) },
    save: { as: admin, input: () => newProduct() },
    remove: {
      as: admin,
      input: async app => ({ id: (await stockShop(app, { handle: crypto.randomUUID() })).id }),
    },
  },
  images: {
    list: { as: admin, given: libraryImage, input: () => ({}) },
    one: { as: admin, input: async (app, me) => ({ address: await libraryImage(app, me) }) },
    add: {
      as: admin,
      input: async (app, me) => ({
        ...{ fileId: await uploadedFor(app, me, 'admin-uploads'), bucket: 'admin-uploads', alt: 'A press' },
      }),
    },
    change: { as: admin, input: async (app, me) => ({ id: await libraryId(app, me), alt: 'Two prints' }) },
    remove: { as: admin, input: async (app, me) => ({ id: await libraryId(app, me) }) },
  },
  creatives: {
    one: { as: null, input: async app => ({ id: await shownCreative(app) }) },
    mine: { as: member },
    save: { as: member, input: () => ({ role: 'Printmaker', visibility: 'everyone' }) },
    setPicture: {
      as: member,
      input: async (app, me) => ({ fileId: await uploadedFor(app, me, 'creative-image') }),
    },
    removePicture: { as: member },
    addWork: {
      as: member,
      input: async (app, me) => ({ fileId: await uploadedFor(app, me, 'creative-image'), title: 'Night market' }),
    },
    removeWork: { as: member, input: async (app, me) => ({ id: await shownWork(app, me) }) },
    takeDown: { as: admin, input: async app => ({ id: await shownCreative(app) }) },
    takenIds: { as: admin },
  },
  rooms: {
    list: { as: admin },
    outside: { as: admin, input: async app => ({ id: (await room(app)).id, opensAt: '09:00', closesAt: '17:00' }) },
    change: { as: admin, input: async app => ({ id: (await room(app)).id, features: ['Piano'] }) },
  },
  fairUse: {
    list: { as: admin, given: app => fairUseRule(app) },
    tryOut: {
      as: admin,
      given: async app => booked(app, await paidMember(app)),
      input: () => ({ kind: 'ahead_days', value: 1 }),
    },
    save: {
      as: admin,
      input: async app => ({ kind: 'ahead_days', value: 14, facilityId: (await facility(app)).id, tierId: null }),
    },
    remove: { as: admin, input: async app => ({ id: (await fairUseRule(app)).id }) },
  },
  waiting: {
    join: {
      as: paidMember,
      async input(app) {
        const { id: facilityId } = await facility(app)
        await books(app, await withTokens(app), facilityId)
        return { facilityId, on: waitedOn, startsAt: '10:00' }
      },
    },
    leave: { as: paidMember, input: async (app, me) => ({ id: await inLine(app, me) }) },
    mine: { as: paidMember, given: (app, me) => inLine(app, me) },
    list: { as: admin, given: async app => inLine(app, await paidMember(app)), input: () => ({}) },
    remove: { as: admin, input: async app => ({ id: await inLine(app, await paidMember(app)) }) },
  },
  contact: {
    send: { as: null, input: () => ({ name: 'Vera', email: newEmail(), message: 'Is there a kiln?' }) },
    list: { as: admin, given: app => enquired(app), input: () => ({}) },
    answer: { as: admin, input: async app => ({ id: await enquired(app), reply: 'There are two.' }) },
    reopen: {
      as: admin,
      async input(app, me) {
        const id = await enquired(app)
        await app.as(me).contact.answer({ id, reply: 'There are two.' })
        return { id }
      },
    },
  },
  content: {
    landing: { as: null },
    home: { as: paidMember },
    plans: { as: paidMember },
    contact: { as: null },
    terms: { as: null },
    features: { as: admin },
    addFeature: { as: admin, input: () => card },
    changeFeature: { as: admin, input: async (app, me) => ({ id: await addedCard(app, me), title: 'A kiln' }) },
    deleteFeature: { as: admin, input: async (app, me) => ({ id: await addedCard(app, me) }) },
    orderFeatures: {
      as: admin,
      async input(app, me) {
        await addedCard(app, me)
        return { ids: (await app.as(me).content.features()).map(({ id }) => id) }
      },
    },
    tiles: { as: admin },
    changeTile: { as: admin, input: async (app, me) => ({ id: (await tilesOf(app, me))[0]!, title: 'The Hall' }) },
    orderTiles: { as: admin, input: async (app, me) => ({ ids: await tilesOf(app, me) }) },
    highlights: { as: paidMember },
    news: { as: paidMember, input: () => ({}) },
    newsItem: { as: paidMember, input: async app => ({ id: await publishedNews(app) }) },
    directory: { as: paidMember, given: app => shownCreative(app), input: () => ({}) },
    section: { as: admin, input: () => ({ section: 'hero' }) },
    saveSection: { as: admin, input: heroSave },
    versions: { as: admin, given: savedHero, input: () => ({ section: 'hero' }) },
    version: { as: admin, input: async (app, me) => ({ section: 'hero', version: await savedHero(app, me) }) },
    takeOffSection: {
      as: admin,
      async input(app, me) {
        const section = 'next_workshop'
        const content = { title: 'Marbling', date: '2026-12-20', time: '18:30' }
        const { version: basedOn } = await app.as(me).content.section({ section })
        const saved = await app.as(me).content.saveSection({ section, content, basedOn, saving: 'publish' })
        return { section, basedOn: saved.version }
      },
    },
    bringBackVersion: {
      as: admin,
      async input(app, me) {
        const version = await savedHero(app, me)
        const basedOn = await savedHero(app, me)
        return { section: 'hero', version, basedOn }
      },
    },
    holdBackVersion: {
      as: admin,
      given: (app, me) => savedHero(app, me, { saving: 'schedule', publishOn: '2027-01-04', publishTime: '09:00' }),
      input: () => ({ section: 'hero' }),
    },
  },
  occupancy: { figures: { as: admin }, inside: { as: admin, input: () => ({}) } },
  door: {
    rotateKeys: { as: admin },
    list: { as: doorStaff, input: async app => ({ kind: scanOf(await ticketCode(app)).kind }) },
    admit: { as: doorStaff, input: async app => scanOf(await ticketCode(app)) },
    admitGuest: {
      as: doorStaff,
      async input(app) {
        await marketDay(app)
        const { kind, scanId, scannedAt } = scanOf('')
        return { kind, scanId, scannedAt }
      },
    },
    takeBack: {
      as: doorStaff,
      async input(app) {
        await marketDay(app)
        const { kind, scanId, scannedAt } = scanOf('')
        await app.as(await doorStaff(app)).door.admitGuest({ kind, scanId, scannedAt })
        return { kind, scanId, takenBackAt: scannedAt }
      },
    },
    recent: { as: doorStaff, input: () => ({ kind: scanOf('').kind }) },
    find: { as: doorStaff, input: () => ({ kind: scanOf('').kind, q: 'ada' }) },
    headCount: { as: doorStaff },
    inside: { as: doorStaff },
    people: { as: doorStaff, input: () => ({ q: 'ada' }) },
    checkIn: { as: doorStaff, input: async app => ({ id: randomUUID(), userId: (await member(app)).id }) },
    checkOut: { as: doorStaff, input: app => visit(app) },
    undoCheckIn: { as: doorStaff, input: app => visit(app) },
    undoCheckOut: {
      as: doorStaff,
      async input(app) {
        const ref = await visit(app)
        await app.as(await doorStaff(app)).door.checkOut(ref)
        return ref
      },
    },
  },
  guestPasses: {
    mine: { as: paidMember },
    invite: { as: paidMember, input: () => guest() },
    sendAgain: {
      as: paidMember,
      input: async (app, me) => ({ id: (await app.as(me).guestPasses.invite(guest())).id }),
    },
    cancel: { as: paidMember, input: async (app, me) => ({ id: (await app.as(me).guestPasses.invite(guest())).id }) },
    show: {
      as: member,
      async input(app) {
        const { id } = await app.as(await paidMember(app)).guestPasses.invite(guest())
        // The first code of a house makes its key.
        await app.as(null).guestPasses.show({ id })
        return { id }
      },
    },
  },
  schedule: {
    rooms: { as: admin },
    days: { as: admin, input: () => ({ from: on }) },
    inTheWay: { as: admin, input: async app => stretchOf(await room(app)) },
    close: {
      as: admin,
      input: async app => ({ ...stretchOf(await room(app)), reason: 'The floor is sanded.' }),
    },
    lift: {
      as: admin,
      input: async app => {
        const { id } = await app
          .as(await admin(app))
          .schedule.close({ ...stretchOf(await room(app)), reason: 'The floor is sanded.' })
        return { id }
      },
    },
    lookAhead: {
      as: admin,
      input: async app => ({
        kind: 'booking' as const,
        id: await booked(app, await paidMember(app)),
        on,
        startsAt: '19:00',
      }),
    },
    shift: {
      as: admin,
      input: async app => ({
        kind: 'booking' as const,
        id: await booked(app, await paidMember(app)),
        on,
        startsAt: '19:00',
      }),
    },
  },
  studio: {
    page: { as: paidMember },
    days: { as: paidMember, input: () => ({ from: on }) },
    mine: {
      as: paidMember,
      given: (app, me) => app.as(me).studio.book(sessionOf()),
      input: () => ({ when: 'upcoming' as const }),
    },
    book: { as: paidMember, input: () => sessionOf() },
    pay: { as: paidMember, input: async (app, me) => app.as(me).studio.book(sessionOf()) },
    cancel: {
      as: paidMember,
      input: async (app, me) => ({
        ...(await app.as(me).studio.book(sessionOf())),
        refund: { tokens: 0, pence: 0, deskPence: 0 },
      }),
    },
    calendarFile: { as: paidMember, input: async (app, me) => app.as(me).studio.book(sessionOf()) },
    list: { as: admin, input: () => ({}) },
    complete: {
      as: admin,
      input: async app => {
        const session = await app.as(await paidMember(app)).studio.book(sessionOf())
        // Only what has begun is complete.
        const before = (at: string) => `${at} = ${at} - interval '2 years'`
        await app.sql(`update studio_bookings set ${before('starts_at')}, ${before('ends_at')} where id = $1`, [
          session.id,
        ])
        return session
      },
    },
    markPaid: { as: admin, input: async app => app.as(await paidMember(app)).studio.book(sessionOf()) },
    takeBackPayment: {
      as: admin,
      input: async (app, boss) => {
        const session = await app.as(await paidMember(app)).studio.book(sessionOf())
        await app.as(boss).studio.markPaid(session)
        return session
      },
    },
    handBack: {
      as: admin,
      input: async (app, boss) => {
        const session = await app.as(await paidMember(app)).studio.book(sessionOf())
        await app.as(boss).studio.markPaid(session)
        await app.as(boss).studio.cancelByStaff({ ...session, reason: 'The cove is painted.' })
        return session
      },
    },
    cancelByStaff: {
      as: admin,
      input: async app => ({
        ...(await app.as(await paidMember(app)).studio.book(sessionOf())),
        reason: 'The cove is painted.',
      }),
    },
  },
  rentals: {
    findMembers: { as: admin, given: app => member(app), input: () => ({ q: 'Ada' }) },
    offer: { as: admin },
    list: { as: admin, given: app => addedRental(app), input: () => ({}) },
    add: {
      as: admin,
      input: async app => rentalOf(await member(app), { spaceId: (await room(app)).id, depositAmount: 50_000 }),
    },
    createPayment: { as: admin, input: async app => ({ rentalMemberId: await addedRental(app) }) },
    resendLink: { as: admin, input: async app => ({ rentalMemberId: (await linkedRental(app)).id }) },
    end: {
      as: admin,
      input: async app => ({ rentalMemberId: (await linkedRental(app)).id, reason: 'They moved away.' }),
    },
    mine: { as: member, given: (app, me) => addedRental(app, {}, me) },
  },
  guestTickets: {
    offer: { as: null, given: app => ticketWish(app) },
    buy: { as: member, input: app => ticketWish(app) },
    pay: {
      as: member,
      async input(app, me) {
        const { id } = await app.as(me).guestTickets.buy(await ticketWish(app))
        return { id }
      },
    },
    show: { as: member, input: async app => ({ id: await boughtTickets(app) }) },
    calendarFile: { as: member, input: async app => ({ id: await boughtTickets(app) }) },
    cancel: { as: member, input: async app => ({ id: await boughtTickets(app), seenPence: 200 }) },
    list: { as: admin, given: app => boughtTickets(app), input: () => ({}) },
    cancelByStaff: { as: admin, input: async app => ({ id: await boughtTickets(app), reason: 'They are ill.' }) },
  },
  overview: {
    day: { as: admin, given: app => bookedTour(app), input: () => ({ on: '2026-11-28' }) },
    calendarFile: { as: admin, given: app => bookedTour(app), input: () => ({ on: '2026-11-28' }) },
  },
  tours: {
    offer: { as: null, given: app => tourSlot(app), input: () => ({ partySize: 2 }) },
    book: { as: member, input: async app => partyFor(await tourSlot(app)) },
    mine: { as: member, given: async (app, me) => app.as(me).tours.book(partyFor(await tourSlot(app))) },
    one: { as: member, input: async app => ({ id: await bookedTour(app) }) },
    calendarFile: { as: member, input: async app => ({ id: await bookedTour(app) }) },
    change: {
      as: member,
      input: async app => ({ id: await bookedTour(app), slotId: await tourSlot(app), partySize: 3 }),
    },
    cancel: { as: member, input: async app => ({ id: await bookedTour(app) }) },
    slots: { as: admin, given: app => bookedTour(app), input: () => ({}) },
    parties: {
      as: admin,
      async input(app) {
        const slotId = await tourSlot(app)
        await bookedTour(app, slotId)
        return { id: slotId }
      },
    },
    addSlots: {
      as: admin,
      input: () => ({
        ...{ tourDate: '2026-12-05', startTime: '11:00', endTime: '12:00' },
        ...{ repeat: 'weekly', until: '2026-12-19' },
      }),
    },
    removeSlot: {
      as: admin,
      async input(app) {
        const id = await tourSlot(app)
        await bookedTour(app, id)
        return { id, seenParties: 1 }
      },
    },
    noteAttendance: {
      as: admin,
      async input(app) {
        const slotId = await tourSlot(app)
        const id = await bookedTour(app, slotId)
        await app.sql(`update tour_slots set tour_date = '2026-11-01' where id = $1`, [slotId])
        return { id, status: 'attended' }
      },
    },
  },
  stalls: {
    page: { as: member, given: app => marketWith(app) },
    book: { as: member, given: app => marketWith(app), input: () => stallOf() },
    one: { as: member, input: async (app, me) => ({ id: await bookedWith(app, me) }) },
    plan: { as: member, given: app => marketWith(app), input: () => ({ marketDate: stallDay }) },
    calendarFile: { as: member, input: async (app, me) => ({ id: await bookedWith(app, me) }) },
    handIn: {
      as: member,
      input: async (app, me) => ({ kind: 'insurance', fileId: await stallFile(app, me), expiresOn: '2027-06-30' }),
    },
    cancel: {
      as: member,
      async input(app, me) {
        await marketWith(app)
        return { id: await paidStall(app, me), back: 3_000 }
      },
    },
    move: {
      as: member,
      async input(app, me) {
        await marketWith(app)
        await marketWith(app, { on: '2026-12-26' })
        return { id: await paidStall(app, me), marketDate: '2026-12-26' }
      },
    },
    changeFacts: { as: member, input: changedStall },
    changeFactsByStaff: { as: admin, input: async app => changedStall(app, await member(app)) },
    changePitch: {
      as: member,
      async input(app, me) {
        await marketWith(app)
        await freshDouble(app)
        const id = await paidStall(app, me, { stallSize: 'double' })
        return { id, pitchId: await freshDouble(app) }
      },
    },
    wait: {
      as: member,
      async input(app) {
        const on = await marketWith(app, { on: '2026-12-13', pitches: 1 })
        await booksStall(app, await member(app), { marketDate: on }).catch(() => {})
        return { marketDate: on, stallType: 'art', stallSize: 'single' }
      },
    },
    list: { as: admin, given: async app => bookedWith(app, await member(app)), input: () => ({}) },
    days: { as: admin, given: app => marketWith(app), input: () => ({}) },
    remove: {
      as: admin,
      async input(app) {
        await marketWith(app)
        return { id: await paidStall(app, await member(app)), back: 3_000, reason: 'The hall is full.' }
      },
    },
    assign: {
      as: admin,
      async input(app) {
        await marketWith(app)
        await freshDouble(app)
        const id = await paidStall(app, await member(app), { stallSize: 'double' })
        return { id, pitchId: await freshDouble(app) }
      },
    },
    moveByStaff: {
      as: admin,
      async input(app) {
        await marketWith(app)
        await marketWith(app, { on: '2026-12-26' })
        return { id: await paidStall(app, await member(app)), marketDate: '2026-12-26' }
      },
    },
    daysFor: { as: admin, input: async app => ({ id: await bookedWith(app, await member(app)) }) },
    dayPlan: { as: admin, given: app => marketWith(app), input: () => ({ marketDate: stallDay }) },
    savePlan: {
      as: admin,
      async input(app, me) {
        await freshDouble(app)
        return { pitches: (await app.as(me).stalls.dayPlan({ marketDate: stallDay })).plan }
      },
    },
    waits: { as: admin, input: () => ({}) },
    papers: { as: admin, input: () => ({}) },
    decide: {
      as: admin,
      async input(app) {
        const ada = await member(app)
        const paper = { kind: 'insurance', fileId: await stallFile(app, ada), expiresOn: '2027-06-30' } as const
        return { ...(await app.as(ada).stalls.handIn(paper)), verdict: 'accepted' }
      },
    },
  },
  market: {
    days: { as: admin, input: () => ({}) },
    addDay: { as: admin, input: () => ({ on: nextSaturday() }) },
    cancelDay: { as: admin, input: async app => ({ id: (await marketDay(app, nextSaturday()))!.id }) },
    affected: { as: admin, input: async app => ({ id: (await marketDay(app, nextSaturday()))!.id }) },
    changeDay: { as: admin, input: movedDay },
    about: { as: null },
    calendarFile: { as: null, given: app => marketDay(app) },
    ticket: { as: member, given: app => marketDay(app) },
    checkIns: { as: doorStaff, input: () => ({}) },
    attendance: { as: doorStaff },
  },
  members: {
    profile: { as: member },
    changeProfile: {
      as: member,
      input: () => ({ ...name, phone: '', addressLine1: '', addressLine2: '', city: '', postalCode: '', country: '' }),
    },
    keys: { as: member },
    createKey: { as: member, input: () => ({ name: 'Calendar' }) },
    revokeKey: {
      as: member,
      input: async (app, me) => ({ keyId: (await app.as(me).members.createKey({ name: 'Calendar' })).id }),
    },
    find: { as: admin, input: () => ({}) },
    endSessions: { as: admin, input: async app => ({ userId: (await member(app)).id }) },
    grantRole: { as: admin, input: async app => ({ userId: (await member(app)).id, role: 'door' }) },
    revokeRole: { as: admin, input: async app => ({ userId: (await doorStaff(app)).id, role: 'door' }) },
    block: {
      as: admin,
      input: async app => ({ userId: (await member(app)).id, status: 'blocked', reason: 'Loud at night' }),
    },
    unblock: { as: admin, input: async app => ({ userId: (await member(app, { status: 'blocked' })).id }) },
    createAccount: { as: admin, input: () => ({ ...name, email: newEmail() }) },
    inviteAgain: {
      as: admin,
      async input(app, me) {
        const { userId } = await app.as(me).members.createAccount({ ...name, email: newEmail() })
        return { userId }
      },
    },
    referrals: { as: member },
    me: { as: member },
  },
  memberships: {
    mine: { as: member },
    credit: { as: member },
    otherPrices: { as: admin, input: async app => ({ tierId: await repriced(app) }) },
    moveToPrice: {
      as: admin,
      input: async app => {
        const tierId = await repriced(app)
        const { pricePence: seenPence, count: seenCount } = await app
          .as(await admin(app))
          .memberships.otherPrices({ tierId })
        return { tierId, seenPence, seenCount }
      },
    },
    leaving: { as: admin, given: subscriber, input: () => ({}) },
    dues: { as: admin, given: subscriber, input: () => ({}) },
    dueCounts: { as: admin, given: subscriber },
    openPayments: { as: admin, given: failing },
    reminder: { as: admin, input: async app => ({ membershipId: (await failing(app)).membershipId }) },
    remind: { as: admin, input: async app => ({ membershipId: (await failing(app)).membershipId, seenCount: 0 }) },
    payDue: { as: async app => (await failing(app)).who, input: () => ({}) },
    giftsOf: { as: admin, input: async app => ({ userId: (await subscriber(app)).id }) },
    give: {
      as: admin,
      input: async app => {
        const { id: userId } = await subscriber(app)
        const { standing } = await app.as(await admin(app)).memberships.giftsOf({ userId })
        const seenUntil = standing!.periodEnd!.toISOString()
        const rest = { tierId: '', isComplimentary: false, complimentaryUntil: '', customPence: null, notes: '' }
        return { ...rest, userId, giftMonths: 1, seenUntil }
      },
    },
    ofAccount: { as: admin, input: async app => ({ userId: (await subscriber(app)).id }) },
    subscribe: { as: member, input: app => tierId(app, 'builder') },
    startNow: { as: waiter, input: () => ({}) },
    changeQuote: { as: subscriber, input: app => tierId(app, 'creator') },
    change: {
      as: subscriber,
      async input(app, me) {
        const choice = await tierId(app, 'creator')
        const { nowPence, at } = await app.as(me).memberships.changeQuote(choice)
        return { ...choice, quote: { nowPence, at } }
      },
    },
    backToExplorer: { as: subscriber, input: () => ({}) },
    keep: {
      as: subscriber,
      async input(app, me) {
        await app.as(me).memberships.backToExplorer({})
        return {}
      },
    },
    pauseTerms: { as: subscriber },
    pause: { as: subscriber, input: pauseOf },
    resume: {
      as: subscriber,
      async input(app, me) {
        await app.as(me).memberships.pause(await pauseOf(app, me))
        return {}
      },
    },
    portal: { as: subscriber, input: () => ({}) },
    refresh: { as: subscriber, input: () => ({}) },
    adminSwitchOwnPlan: { as: admin, input: app => tierId(app, 'builder') },
    tiers: { as: null },
    allTiers: { as: admin },
    updateTier: {
      as: admin,
      async input(app) {
        const { slug, pricePence, stripePriceId, catalogue, createdAt, ...rest } = await tier(app, 'innovator')
        return { ...rest, priceMonthly: pricePence / 100, stripePriceId: stripePriceId ?? '' }
      },
    },
    installCatalogue: { as: admin, input: () => ({ catalogue: 'information' }) },
  },
  payments: {
    order: { as: paidMember, input: async (app, me) => ({ id: await orderOf(app, me) }) },
    mine: { as: paidMember, given: (app, me) => orderOf(app, me), input: () => ({}) },
    receipt: { as: paidMember, input: async (app, me) => ({ id: await orderOf(app, me) }) },
    receiptFile: {
      as: paidMember,
      async input(app, me) {
        const { orderId, url } = await app.as(me).tokens.buy({ quantity: 10 })
        await pay(app, url)
        return { id: orderId }
      },
    },
    retry: { as: paidMember, input: async (app, me) => ({ id: await orderOf(app, me) }) },
    orders: { as: admin, input: () => ({}) },
    ledger: { as: admin, input: () => ({}) },
    takings: { as: admin, input: () => ({}) },
    openRefunds: { as: admin, input: () => ({}) },
    disputes: { as: admin, input: () => ({}) },
    retryRefund: { as: admin, input: async app => ({ id: await failedRefund(app) }) },
    settleRefund: {
      as: admin,
      input: async app => ({ id: await failedRefund(app), way: 'transfer' as const, reason: 'The card is closed.' }),
    },
    failedEvents: { as: admin, input: () => ({}) },
    retryEvent: {
      as: admin,
      async input(app) {
        const id = `evt_${randomUUID()}`
        await app.sql(
          `insert into payment_events (id, type, object_id, status, received_at) values ($1, 'charge.updated', 'ch_1', 'failed', $2)`,
          [id, app.clock.now()],
        )
        return { id }
      },
    },
  },
  privacy: {
    auditLog: { as: admin, input: () => ({}) },
    verifyAudit: { as: admin },
    security: { as: admin },
    exportOwn: { as: member },
    exportPerson: { as: admin, input: async app => ({ userId: (await member(app)).id }) },
    myErasure: { as: member },
    requestErasure: { as: member, input: () => ({ reason: 'I am moving away.' }) },
    withdrawErasure: {
      as: member,
      given: (app, me) => app.as(me).privacy.requestErasure({}),
    },
    erasureRequests: { as: admin, given: app => wished(app), input: () => ({}) },
    erase: { as: admin, input: async app => ({ id: await wished(app) }) },
    declineErasure: { as: admin, input: async app => ({ id: await wished(app), note: 'There is an open invoice.' }) },
  },
  products: {
    list: { as: member, given: app => stocked(app) },
    one: { as: member, input: async app => ({ handle: (await stocked(app)).handle }) },
    access: { as: admin, given: app => stocked(app, { points: 10 }), input: () => ({}) },
    choices: { as: admin, given: app => stocked(app) },
    saveAccess: {
      as: admin,
      input: async app => ({ shopifyProductId: (await stocked(app)).productId, requiredPoints: 10 }),
    },
    removeAccess: {
      as: admin,
      input: async app => ({ shopifyProductId: (await stocked(app, { points: 10 })).productId }),
    },
  },
  shopCart: {
    mine: { as: member, given: filledCart },
    count: { as: member, given: filledCart },
    add: { as: member, input: async app => ({ variantId: (await stocked(app)).variantId }) },
    remove: { as: member, input: filledCart },
  },
  shopOrders: {
    checkout: { as: member, given: filledCart, input: () => ({}) },
    result: { as: member, input: purchaseOf },
    verify: { as: member, input: purchaseOf },
    mine: { as: member, given: purchaseOf, input: () => ({}) },
    list: { as: admin, given: async app => purchaseOf(app, await member(app)), input: () => ({}) },
  },
  security: {
    events: { as: admin, input: () => ({ kind: 'signature-wrong' }) },
    lastDay: { as: admin },
  },
  tokens: {
    price: { as: null },
    buy: { as: paidMember, input: () => ({ quantity: 10 }) },
    history: { as: paidMember, given: (app, me) => giveTokens(app, me, 10), input: () => ({}) },
    lots: { as: paidMember, given: (app, me) => giveTokens(app, me, 10) },
    balances: { as: admin, input: () => ({}) },
    liability: { as: admin },
    give: { as: admin, input: async app => ({ userId: (await paidMember(app)).id, amount: 10, reason: 'Thank you' }) },
    charge: {
      as: admin,
      input: async app => {
        const member = await paidMember(app)
        await giveTokens(app, member, 10)
        return { userId: member.id, amount: 10, what: 'A day in the market hall' }
      },
    },
  },
  venue: {
    opening: { as: admin },
    today: { as: admin, given: app => waiting(app) },
    about: { as: null },
    settings: { as: admin },
    changeSettings: { as: admin, input: () => ({ gettingIn: '+442079460001', holdMinutes: 30 }) },
  },
}

/** The call of the procedure with this dotted name; undefined when it has no line. */
export function callOf(procedure: string): Call | undefined {
  const [part, own] = procedure.split('.') as [string, string]
  return (calls as Record<string, Record<string, Call> | undefined>)[part]?.[own]
}

const on = '2026-11-24'
const stretchOf = ({ id }: { id: string }) => ({
  spaceId: id,
  fromOn: on,
  fromAt: '09:00',
  untilOn: on,
  untilAt: '18:00',
})
/** A session on a day of its own. */
let sessionsMade = 0
const sessionOf = () => ({
  ...{ bookingDate: addDays(on, ++sessionsMade % 300), startTime: '09:00', endTime: '13:00', clientName: 'Ada' },
  ...{ email: 'ada@people.example', projectType: 'portrait' as const, paidWith: 'card' as const },
})
const termsAccepted = true as const
/** Nobody who was written to before: a guest has three mails of a day. */
const guest = () => ({ guestName: 'Gus Holm', guestEmail: newEmail(), validUntil: '2026-11-30' })
const name = { firstName: 'Ada', lastName: 'Okafor' }
const code = { title: 'Code of conduct', sections: [{ number: 1, title: 'Respect', rules: ['Be kind'] }] }

function newcomer(app: TestApp): Promise<Person> {
  return person(app)
}

/** A pending application that one vote does not decide. */
async function waiting(app: TestApp): Promise<string> {
  for (let i = 0; i < 2; i++) await committee(app)
  return (await applicant(app)).applicationId
}

/** One's own application, still undecided. */
async function applied(app: TestApp, me: Person): Promise<string> {
  await applicationTiers(app)
  return (await app.as(me).applications.submit(freeForm(me))).id
}

/** A question of the committee on one's own application. */
async function asked(app: TestApp, me: Person): Promise<string> {
  const id = await applied(app, me)
  const asking = app.as(await committee(app))
  return (await asking.applications.ask({ applicationId: id, question: 'Where did you learn?' })).id
}

const registration = () => ({ ...name, city: 'London', email: newEmail(), phone: '020 7946 0000' })

async function registered(app: TestApp): Promise<string> {
  const form = registration()
  await app.as(null, { ipAddress: newIp() }).registrations.register(form)
  const [row] = await app.sql<{ id: string }>('select id from registrations where email = $1', [form.email])
  return row!.id
}

async function onWaitingList(app: TestApp): Promise<string> {
  const email = newEmail()
  await app.as(null, { ipAddress: newIp() }).waitlist.join({ ...name, email })
  const [row] = await app.sql<{ id: string }>('select id from waiting_list where email = $1', [email])
  return row!.id
}

/** A free slot, and tokens for it. */
async function slot(app: TestApp, me: Person) {
  await giveTokens(app, me, 20)
  return { facilityId: (await facility(app)).id, on, startsAt: '10:00' }
}

async function slotFor(app: TestApp) {
  const somebody = await paidMember(app)
  return { ...(await slot(app, somebody)), userId: somebody.id }
}

async function booked(app: TestApp, me: Person): Promise<string> {
  const wish = await slot(app, me)
  const placed = await app.as(me).bookings.place({ ...wish, payWith: 'tokens', termsAccepted })
  if (placed.outcome !== 'confirmed') throw new Error(`not booked: ${placed.outcome}`)
  return placed.bookingId
}

/** Three weeks of a free slot, and tokens for them. */
async function weekly(app: TestApp, me: Person) {
  const until = addDays(on, 14)
  return { ...(await slot(app, me)), payWith: 'tokens' as const, everyWeeks: 1, until }
}

const aWeekLater = (startsAt: string) => ({ on: addDays(on, 7), startsAt })
const threeTimes = {
  occurrences: [0, 7, 14].map(days => ({ on: addDays(on, days), startsAt: '10:00' })),
  total: { tokens: 15, pence: 0 },
}

/** The first booking of three weeks of them. */
async function repeated(app: TestApp, me: Person): Promise<string> {
  const sold = await app.as(me).repeats.book({ ...(await weekly(app, me)), ...threeTimes, termsAccepted })
  if (sold.outcome !== 'confirmed') throw new Error(`not booked: ${sold.outcome}`)
  return sold.bookingIds[0]!
}

async function inCart(app: TestApp, me: Person): Promise<string> {
  await app.as(me).bookings.addToCart(await slot(app, me))
  const [row] = await app.sql<{ id: string }>('select id from cart_items where user_id = $1', [me.id])
  return row!.id
}

/** A member who was checked in by hand. */
async function visit(app: TestApp): Promise<{ id: string }> {
  const userId = (await member(app)).id
  return app.as(await doorStaff(app)).door.checkIn({ id: randomUUID(), userId })
}

async function ticketCode(app: TestApp): Promise<string> {
  await marketDay(app)
  return codeOf(app, await member(app))
}

/** Another name and kind of a stall. */
async function changedStall(app: TestApp, who: Person) {
  await marketWith(app)
  return { id: await paidStall(app, who), businessName: 'Ada and Co', stallType: 'books' as const }
}

/** A market with a stall and guests, put to other hours. */
async function movedDay(app: TestApp) {
  let on = nextSaturday()
  // Others may have put a market on it already.
  let day = await marketDay(app, on)
  while (!day) {
    on = nextSaturday()
    day = await marketDay(app, on)
  }
  const { id } = day
  await paidStall(app, await member(app), { marketDate: on })
  await boughtTickets(app, { on })
  return { id, opensAt: '11:00' }
}

let saturdays = 0
const nextSaturday = () => new Date(Date.UTC(2026, 11, 5 + 7 * saturdays++)).toISOString().slice(0, 10)

async function tierId(app: TestApp, slug: string): Promise<{ tierId: string }> {
  return { tierId: (await tier(app, slug)).id }
}

/** Somebody who pays for Builder every month. */
async function subscriber(app: TestApp): Promise<Person> {
  await tiers(app)
  const me = await member(app)
  const { url } = await app.as(me).memberships.subscribe(await tierId(app, 'builder'))
  await pay(app, url)
  return me
}

/** The id of Builder, with somebody who began it when it cost less. */
async function repriced(app: TestApp): Promise<string> {
  const { id } = await subscriber(app)
  await app.sql('update user_memberships set monthly_pence = 3500 where user_id = $1', [id])
  return (await tierId(app, 'builder')).tierId
}

/** Somebody whose second month of Builder was refused by their bank. */
async function failing(app: TestApp): Promise<{ who: Person; membershipId: string }> {
  const who = await subscriber(app)
  const [row] = await app.sql<{ id: string; subscription: string }>(
    `select id, stripe_subscription_id as subscription from user_memberships where user_id = $1 and status = 'active'`,
    [who.id],
  )
  await control(app, { declineNext: true })
  await control(app, { advanceSubscription: row!.subscription })
  await untilQuiet(app)
  return { who, membershipId: row!.id }
}

/** Somebody whose Builder membership begins on a later day. */
async function waiter(app: TestApp): Promise<Person> {
  await tiers(app)
  const me = await member(app)
  const startOn = startDays(app.clock.now()).from
  const { url } = await app.as(me).memberships.subscribe({ ...(await tierId(app, 'builder')), startOn })
  await pay(app, url)
  return me
}

async function orderOf(app: TestApp, me: Person): Promise<string> {
  await app.as(me).tokens.buy({ quantity: 10 })
  const [order] = await app.sql<{ id: string }>('select id from orders where user_id = $1', [me.id])
  return order!.id
}

async function failedRefund(app: TestApp): Promise<string> {
  const me = await paidMember(app)
  const wish = { facilityId: (await facility(app)).id, on, startsAt: '10:00', termsAccepted }
  const placed = await app.as(me).bookings.place({ ...wish, payWith: 'card' })
  if (placed.outcome !== 'pay') throw new Error(`nothing to pay: ${placed.outcome}`)
  await pay(app, placed.url)
  const [own] = (await app.as(me).bookings.mine({})).rows
  await app.as(me).bookings.cancel({ id: own!.id })
  const [refund] = await app.sql<{ id: string }>(
    `update refunds set status = 'failed' where order_id in (select id from orders where user_id = $1) returning id`,
    [me.id],
  )
  return refund!.id
}

async function wished(app: TestApp): Promise<string> {
  return (await app.as(await person(app)).privacy.requestErasure({})).id
}

/** An incident about which somebody has answered. */
async function answered(app: TestApp): Promise<string> {
  const { id, link } = await reportedTo(app)
  await app.as(null, { ipAddress: newIp() }).incidents.answer({ ...link, ...said() })
  return id
}

/** What somebody wrote to the house. */
async function enquired(app: TestApp): Promise<string> {
  const message = { name: 'Vera', email: newEmail(), message: 'Is there a kiln?' }
  return (await app.as(null, { ipAddress: newIp() }).contact.send(message)).id
}

/** A pause of one month as its page asks for it. */
async function pauseOf(app: TestApp, me: Person | null) {
  const { from } = await app.as(me).memberships.pauseTerms()
  return { months: 1, seenFrom: from!.toISOString() }
}

/** A purchase in the store that waits to be paid. */
async function purchaseOf(app: TestApp, me: Person) {
  return { orderId: (await checkedOut(app, me, await stocked(app))).orderId }
}

/** A mail that could not be sent. */
async function failedMail(app: TestApp): Promise<string> {
  const address = newEmail()
  await app.as(null, { ipAddress: newIp() }).waitlist.join({ ...name, email: address })
  const [mail] = await app.sql<{ id: string }>(
    `update mails set status = 'failed' where to_address = $1 returning id`,
    [address],
  )
  return mail!.id
}
