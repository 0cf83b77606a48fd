import { and, eq } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import { chanceOf, isSeenBy, knownOf, tellEvents } from '#features/events/registrations/model.ts'
import { joinLine, leaveLine } from '#features/spaces/waiting/model.ts'
import { demand } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { joinInput } from './inputs.ts'
import { whyNot } from './rules.ts'

/** Waiting for events that are full (decision 32); mounted under `events` in src/api.ts. */
export const eventLine = {
  /**
   * Puts the person at the end of the line for an event that is full; who waits for it already keeps their place. Throws what
   * keeps them from taking part, PLACES_FREE, TOO_LATE_TO_WAIT, TOO_MANY_WAITED_FOR, NOT_FOUND.
   */
  wait: forMember
    .route({ summary: 'Wait for an event' })
    .input(joinInput)
    .handler(({ input: { id, plusOnes }, context: { actor, write } }) =>
      write(async tx => {
        const event = await knownOf(tx, and(isSeenBy(actor), eq(events.id, id))!, actor.userId, tx.now)
        if (event.entry) return { id: event.entry.id }
        const people = 1 + plusOnes
        demand(whyNot.join(actor, chanceOf(event), people, tx.now))
        const { startsAt, endsAt } = event
        const entry = await joinLine(tx, 'event', actor.userId, { subject: id, people, startsAt, endsAt })
        await tellEvents(tx)
        return { id: entry }
      }),
    ),

  /** Takes the person off the line, also when a place is offered to them. NOT_FOUND. */
  stopWaiting: forSignedIn
    .route({ summary: 'Leave the waiting list of an event' })
    .input(joinInput.pick({ id: true }))
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        await leaveLine(tx, input.id, actor.userId)
        await tellEvents(tx)
        return { id: input.id }
      }),
    ),
}
