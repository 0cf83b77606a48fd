import { and, eq, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import { addDays } from '#platform/dates.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { tourReminderMail } from './mail.tsx'
import { mailFacts, toParty } from './model.ts'
import { tourBookings, tourSlots } from './table.ts'

/** Reminds every party of tomorrow's tours, once; who booked today has just been told. */
export const remind = defineJob({
  name: 'tours.remind',
  payload: z.object({}),
  cron: '5 9-20 * * *',
  cronPayload: {},
  async run(_, { runtime, now, write }) {
    const today = calendarDate(now)
    const due = await runtime.db
      .select({ id: tourBookings.id })
      .from(tourBookings)
      .innerJoin(tourSlots, eq(tourSlots.id, tourBookings.tourSlotId))
      .where(
        and(
          eq(tourSlots.tourDate, addDays(today, 1)),
          eq(tourBookings.status, 'confirmed'),
          isNull(tourBookings.remindedAt),
          lt(tourBookings.changedAt, instantOf(today, '00:00')),
        ),
      )
    for (const { id } of due)
      await write(async tx => {
        const [party] = await tx
          .update(tourBookings)
          .set({ remindedAt: tx.now })
          .where(and(eq(tourBookings.id, id), eq(tourBookings.status, 'confirmed'), isNull(tourBookings.remindedAt)))
          .returning()
        if (!party) return
        const [slot] = await tx.select().from(tourSlots).where(eq(tourSlots.id, party.tourSlotId))
        if (slot?.tourDate === addDays(today, 1))
          await tx.mail(tourReminderMail, toParty(party), mailFacts(party, slot))
      })
  },
})

export const jobs: AnyJob[] = [remind]
