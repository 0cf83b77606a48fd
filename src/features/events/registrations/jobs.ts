import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { events } from '#features/events/events/table.ts'
import { addDays } from '#platform/dates.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { eventReminderMail } from './mail.tsx'
import { lockRegistration, mailFacts, toGuest } from './model.ts'
import { cancelUntil } from './rules.ts'
import { eventRegistrations } from './table.ts'

/** Reminds everybody who goes to one of tomorrow's events, once; who registered today has just been told. */
export const remind = defineJob({
  name: 'events.remind',
  payload: z.object({}),
  cron: '10 9-20 * * *',
  cronPayload: {},
  async run(_, { runtime, now, write }) {
    const today = calendarDate(now)
    const r = eventRegistrations
    const isDue = and(eq(r.status, 'registered'), isNull(r.remindedAt))
    const due = await runtime.db
      .select({ id: r.id })
      .from(r)
      .innerJoin(events, eq(events.id, r.eventId))
      .where(
        and(
          eq(events.eventDate, addDays(today, 1)),
          sql`${events.isStanding}`,
          isDue,
          lt(r.registeredAt, instantOf(today, '00:00')),
        ),
      )
    for (const { id } of due)
      await write(async tx => {
        const { registration, event, guest, settings } = await lockRegistration(tx, eq(r.id, id))
        if (registration.status !== 'registered' || registration.remindedAt || event.cancelledAt) return
        await tx.update(r).set({ remindedAt: tx.now }).where(eq(r.id, id))
        if (event.eventDate !== addDays(today, 1)) return
        await tx.mail(eventReminderMail, toGuest({ email: guest.email, userId: registration.userId }, id), {
          ...mailFacts(event, guest.firstName),
          people: 1 + registration.plusOnes,
          tokens: registration.tokensUsed,
          cancelUntil:
            cancelUntil(
              { tokensUsed: registration.tokensUsed, startsAt: event.startsAt },
              settings.cancellationHours,
              tx.now,
            )?.toISOString() ?? null,
        })
      })
  },
})

export const jobs: AnyJob[] = [remind]
