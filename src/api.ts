import { accountCalls } from './features/admissions/accounts/api.ts'
import { applications } from './features/admissions/applications/api.ts'
import { committee } from './features/admissions/committee/api.ts'
import { reasons } from './features/admissions/reasons/api.ts'
import { registrations } from './features/admissions/registrations/api.ts'
import { waitlist } from './features/admissions/waitlist/api.ts'
import { commentCalls } from './features/community/comments/api.ts'
import { deskCalls } from './features/community/desk/api.ts'
import { moderationCalls } from './features/community/moderation/api.ts'
import { postCalls } from './features/community/posts/api.ts'
import { passes } from './features/door/passes/api.ts'
import { presence } from './features/door/presence/api.ts'
import { scans } from './features/door/scans/api.ts'
import { attendance } from './features/events/attendance/api.ts'
import { roomCalls } from './features/events/event-rooms/api.ts'
import { eventTitle } from './features/events/events/model.ts'
import { guests } from './features/events/guests/api.ts'
import { hosting } from './features/events/hosting/api.ts'
import { houseEvents } from './features/events/house-events/api.ts'
import { eventPictures } from './features/events/pictures/api.ts'
import { programme } from './features/events/programme/api.ts'
import { registrations as eventRegistrations } from './features/events/registrations/api.ts'
import { reviews } from './features/events/reviews/api.ts'
import { eventTickets } from './features/events/tickets/api.ts'
import { eventLine } from './features/events/waiting/api.ts'
import { guestCalls } from './features/guests/passes/api.ts'
import { creatives, directory } from './features/home/creatives/api.ts'
import { directoryGuard } from './features/home/creatives/model.ts'
import { debug } from './features/home/debug/api.ts'
import { contact } from './features/home/enquiries/api.ts'
import { highlights } from './features/home/highlights/api.ts'
import { home } from './features/home/home/api.ts'
import { landing } from './features/home/landing/api.ts'
import { me } from './features/home/me/api.ts'
import { news } from './features/home/news/api.ts'
import { opening } from './features/home/opening/api.ts'
import { ownProfile } from './features/home/own-profile/api.ts'
import { pages } from './features/home/pages/api.ts'
import { search } from './features/home/search/api.ts'
import { sectionCalls } from './features/home/sections/api.ts'
import { terms } from './features/home/terms/api.ts'
import { today } from './features/home/today/api.ts'
import { agendaCalls } from './features/house/agenda/api.ts'
import { imageCalls } from './features/house/images/api.ts'
import { notificationCalls } from './features/house/notifications/api.ts'
import { objectCalls } from './features/house/objects/api.ts'
import { mailings } from './features/house/outbox/api.ts'
import { privacy } from './features/house/privacy/api.ts'
import { pushCalls } from './features/house/push/api.ts'
import { security } from './features/house/security/api.ts'
import { venue } from './features/house/settings/api.ts'
import { overview } from './features/insight/calendar-overview/api.ts'
import { occupancyCalls } from './features/insight/occupancy/api.ts'
import { dayChanges } from './features/market/day-changes/api.ts'
import { days } from './features/market/days/api.ts'
import { guestTickets } from './features/market/guest-tickets/api.ts'
import { stallAdmin } from './features/market/stall-admin/api.ts'
import { stallChanges } from './features/market/stall-changes/api.ts'
import { stallWaits } from './features/market/stall-waiting/api.ts'
import { stallCalls } from './features/market/stalls/api.ts'
import { tickets } from './features/market/tickets/api.ts'
import { bonusCalls } from './features/membership/bonuses/api.ts'
import { dueCalls } from './features/membership/dues/api.ts'
import { giftCalls } from './features/membership/gifts/api.ts'
import { membershipCalls } from './features/membership/memberships/api.ts'
import { followRestriction, isInPlanState, planNameOf, planStateOf } from './features/membership/memberships/model.ts'
import { pauseCalls } from './features/membership/pauses/api.ts'
import { planCalls } from './features/membership/plans/api.ts'
import { referralCalls } from './features/membership/referrals/api.ts'
import { repricingCalls } from './features/membership/repricing/api.ts'
import { restrictionCalls } from './features/membership/restrictions/api.ts'
import { isSubscribed } from './features/membership/restrictions/model.ts'
import { settled, steered, subscriptionCalls } from './features/membership/subscriptions/api.ts'
import { followSubscription } from './features/membership/subscriptions/model.ts'
import { tierCalls } from './features/membership/tiers/api.ts'
import { tokens } from './features/membership/tokens/api.ts'
import { disputeCalls } from './features/money/disputes/api.ts'
import { ledgerCalls } from './features/money/ledger/api.ts'
import { orderCalls } from './features/money/orders/api.ts'
import { eventCalls } from './features/money/provider/api.ts'
import { receiptCalls } from './features/money/receipts/api.ts'
import { refundCalls } from './features/money/refunds/api.ts'
import { takingsCalls } from './features/money/takings/api.ts'
import { conduct } from './features/people/conduct/api.ts'
import { responseCalls } from './features/people/incident-response/api.ts'
import { incidents } from './features/people/incidents/api.ts'
import { keyCalls } from './features/people/keys/api.ts'
import { memberCalls } from './features/people/members/api.ts'
import { availability } from './features/spaces/availability/api.ts'
import { bookings } from './features/spaces/bookings/api.ts'
import { cancelling } from './features/spaces/cancelling/api.ts'
import { cart } from './features/spaces/cart/api.ts'
import { facilities } from './features/spaces/facilities/api.ts'
import { fairUse } from './features/spaces/fair-use/api.ts'
import { moves } from './features/spaces/moves/api.ts'
import { onBehalf } from './features/spaces/on-behalf/api.ts'
import { rentals } from './features/spaces/rentals/api.ts'
import { renting } from './features/spaces/renting/api.ts'
import { repeats } from './features/spaces/repeats/api.ts'
import { rooms } from './features/spaces/room-settings/api.ts'
import { schedule } from './features/spaces/schedule/api.ts'
import { shifts } from './features/spaces/shifts/api.ts'
import { studio } from './features/spaces/studio/api.ts'
import { studioDesk } from './features/spaces/studio-desk/api.ts'
import { tours } from './features/spaces/tours/api.ts'
import { waiting } from './features/spaces/waiting-slots/api.ts'
import { shopCart } from './features/store/cart/api.ts'
import { cartTotals, shopOrders } from './features/store/orders/api.ts'
import { shopProducts } from './features/store/product-admin/api.ts'
import { products } from './features/store/products/api.ts'
import { imageUses } from './files.ts'
import { agendaParts, objectParts } from './objects.ts'
import { incomeKinds, orderKinds, orderThings } from './orders.ts'
import { passKinds } from './passes.ts'
import { joined } from './platform/joined.ts'
import { sectionKinds } from './sections.ts'

/** Everything that can be asked of the server, one line per feature. */
export const router = {
  applications: joined(applications, reasons, committee),
  community: joined(postCalls, commentCalls, moderationCalls, deskCalls),
  conduct,
  incidents: { ...incidents, ...responseCalls },
  debug,
  mailings,
  registrations,
  waitlist,
  events: joined(programme, eventRegistrations, attendance, eventLine, eventTickets, houseEvents, eventPictures),
  bookings: joined(availability, bookings, cancelling, moves, onBehalf, cart, roomCalls),
  facilities,
  fairUse,
  guestPasses: guestCalls,
  hosting: joined(hosting, reviews, guests),
  contact,
  creatives: joined(creatives, ownProfile),
  content: joined(
    landing,
    home,
    pages,
    highlights,
    news,
    directory,
    terms,
    sectionCalls(sectionKinds, [directoryGuard]),
  ),
  occupancy: occupancyCalls(passKinds),
  door: joined(passes, scans(passKinds), presence(passKinds)),
  guestTickets,
  images: imageCalls(imageUses),
  shopProducts,
  overview,
  market: joined(days, dayChanges, tickets),
  members: joined(
    memberCalls({ planStateOf, isInPlanState, planNameOf, isSubscribed, followRestriction }),
    accountCalls,
    keyCalls,
    referralCalls,
    me,
  ),
  memberships: joined(
    membershipCalls,
    planCalls,
    subscriptionCalls,
    tierCalls,
    restrictionCalls,
    giftCalls,
    pauseCalls({ steered, settled, follow: followSubscription }),
    dueCalls,
    repricingCalls,
  ),
  agenda: agendaCalls(agendaParts),
  notifications: notificationCalls,
  objects: objectCalls(objectParts),
  payments: joined(
    orderCalls(orderKinds),
    ledgerCalls(incomeKinds),
    takingsCalls(incomeKinds),
    receiptCalls(orderThings),
    refundCalls,
    disputeCalls,
    eventCalls,
  ),
  privacy,
  products,
  push: pushCalls,
  repeats,
  search,
  security,
  shopCart: joined(shopCart, cartTotals),
  shopOrders,
  tokens: { ...tokens, ...bonusCalls },
  schedule: joined(schedule([eventTitle]), shifts),
  stalls: joined(stallCalls, stallChanges, stallWaits, stallAdmin),
  studio: joined(studio, studioDesk),
  rentals: joined(rentals, renting),
  rooms,
  tours,
  waiting,
  venue: joined(venue, opening, today),
}

export type Router = typeof router
