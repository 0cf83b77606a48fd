import { eq } from 'drizzle-orm'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { dayInput, newDay } from './inputs.ts'
import { dayRow, inFreeHall, payBackGuests, payStallsBack } from './model.ts'
import { messages, whyNot } from './rules.ts'
import { marketDays } from './table.ts'

export const days = {
  /** Adds a market day, weekends only, from today on; a cancelled one on that date takes place again. DATE_PAST, MARKET_DAY_EXISTS, HALL_TAKEN. */
  addDay: forAdmin
    .route({ summary: 'Add a market day' })
    .input(newDay)
    .handler(({ context: { write }, input }) =>
      inFreeHall(
        write(async tx => {
          demand(whyNot.add(input.on, calendarDate(tx.now)))
          const day = { ...input, ...dayRow(input) }
          const [row] = await tx
            .insert(marketDays)
            .values({ ...day, createdAt: tx.now })
            .onConflictDoUpdate({
              target: marketDays.on,
              set: { ...day, isCancelled: false },
              setWhere: eq(marketDays.isCancelled, true),
            })
            .returning({ id: marketDays.id })
          if (!row) throw refusal('MARKET_DAY_EXISTS', messages.dayExists, { field: 'on' })
          await tx.announce({ to: 'everyone', topic: 'market', kind: 'market.days' })
          return row
        }),
      ),
    ),

  /**
   * Cancels a market that has not been; codes already handed out for it no longer count, and stalls and guests are told and paid
   * back by jobs, which end the waiting for its stalls as well.
   */
  cancelDay: forAdmin
    .route({ summary: 'Cancel a market day' })
    .input(dayInput)
    .handler(({ context: { write }, input }) =>
      write(async tx => {
        const [day] = await tx.select().from(marketDays).where(eq(marketDays.id, input.id)).for('update')
        if (!day) throw notFound()
        demand(whyNot.cancel(day, tx.now))
        await tx
          .update(marketDays)
          .set({ isCancelled: true, generation: day.generation + 1 })
          .where(eq(marketDays.id, day.id))
        await tx.enqueue(payStallsBack, { dayId: day.id, cancelledAt: tx.now.toISOString() })
        await tx.enqueue(payBackGuests, { dayId: day.id, generation: day.generation })
        await tx.announce({ to: 'everyone', topic: 'market', kind: 'market.days' })
        return { on: day.on }
      }),
    ),
}
