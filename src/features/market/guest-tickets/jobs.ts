import { and, eq, inArray, lte } from 'drizzle-orm'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { payBackGuests } from '../days/model.ts'
import { marketWithdrawnMail } from './mail.tsx'
import { backFacts, letGo, lockPurchase, mailFacts, payBack, toBuyer } from './model.ts'
import { guestTicketPurchases } from './table.ts'

/**
 * A market day was cancelled: whoever paid for it gets everything back and is told, once, also who had come in already when it
 * was broken off; whoever is paying cannot any more.
 */
const payBackDay = defineJob({
  ...payBackGuests,
  async run({ dayId, generation }, { runtime, write }) {
    const { id, orderId, status, marketDayId } = guestTicketPurchases
    const due = await runtime.db
      .select({ id, orderId, status })
      .from(guestTicketPurchases)
      .where(
        and(
          eq(marketDayId, dayId),
          lte(guestTicketPurchases.generation, generation),
          inArray(status, ['pending', 'confirmed']),
        ),
      )
    for (const each of due)
      await write(async tx => {
        if (each.status === 'pending') return letGo(tx, each.orderId)
        const found = await lockPurchase(tx, each.id)
        if (found.purchase.status !== 'confirmed') return
        const pence = await payBack(tx, found, 'withdrawn', { refund: 'The market was cancelled' })
        const facts = { ...mailFacts(found.purchase, found.day), ...backFacts(found.order, pence) }
        await tx.mail(marketWithdrawnMail, toBuyer(found.purchase), facts)
      })
  },
})

export const jobs: AnyJob[] = [payBackDay]
