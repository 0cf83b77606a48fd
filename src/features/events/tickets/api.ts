import { and, eq } from 'drizzle-orm'
import { currentSigner, typedCodes } from '#features/door/passes/model.ts'
import { eventColumns } from '#features/events/events/model.ts'
import { events } from '#features/events/events/table.ts'
import { messages, registrationRef } from '#features/events/registrations/inputs.ts'
import { eventRegistrations as r } from '#features/events/registrations/table.ts'
import { settingsFrom, storedSetting } from '#features/house/settings/model.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forMember } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { comingOf, generation } from './model.ts'
import { eventPass, whyNot } from './rules.ts'

/** Tickets of events; mounted under `events` in src/api.ts. */
export const eventTickets = {
  /**
   * The caller's ticket of a registration for an event of today, with a fresh code (decision 36). Each call signs a new code.
   * Throws NOT_FOUND, CANCELLED, EVENT_CANCELLED, NOT_YET before the day of the event, EVENT_OVER after its end.
   */
  ticket: forMember
    .route({ method: 'GET', summary: 'A fresh code for an event' })
    .input(registrationRef)
    .handler(async ({ input, context: { db, now, actor, runtime } }) => {
      const { eventDate, startsAt, endsAt } = eventColumns
      const [row] = await db
        .select({
          ...{ passId: r.id, status: r.status, plusOnes: r.plusOnes, cancelledAt: events.cancelledAt },
          ...{ eventName: events.name, eventDate, startsAt, endsAt },
          minutes: storedSetting('ticketMinutes'),
        })
        .from(r)
        .innerJoin(events, eq(events.id, r.eventId))
        .where(and(eq(r.id, input.id), eq(r.userId, actor.userId)))
      if (!row) throw notFound(messages.notFound)
      demand(whyNot.ticket(comingOf(row), now, calendarDate(now)))
      const { passId, plusOnes } = row
      const signer = await currentSigner(db, runtime.env, now)
      // Codes count in whole seconds.
      const issuedAt = Math.floor(now.getTime() / 1000) * 1000
      const validUntil = issuedAt + settingsFrom({ ticketMinutes: row.minutes }).ticketMinutes * 60_000
      const claims = { kind: eventPass.mark, passId, personId: actor.userId, generation, issuedAt, validUntil }
      return {
        code: signer.pass(claims),
        typedCode: typedCodes(runtime.env)({ passId, generation }, Math.floor(issuedAt / 60_000)),
        plusOnes,
        issuedAt,
        validUntil,
        serverNow: now.getTime(),
      }
    }),
}
