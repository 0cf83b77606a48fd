import { forSignedIn } from '#platform/rpc/procedures.ts'
import { dayInput } from './inputs.ts'
import { roomsOn } from './model.ts'

/** What the calendar has, for whoever plans an event; part of `bookings` in the router, whose changes it shows at once. */
export const roomCalls = {
  /** The rooms for events and when each is taken on a day, as wall times; the event that is planned is not in its own way. */
  roomsOn: forSignedIn
    .route({ method: 'GET', summary: 'When the rooms for events are taken on a day' })
    .input(dayInput)
    .handler(({ input, context: { db, actor, now } }) => roomsOn(db, { ...input, actor, now })),
}
