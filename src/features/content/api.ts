import { and, count, eq, gt, ne } from 'drizzle-orm'
import { bookings } from '#features/bookings/table.ts'
import { currentMembership } from '#features/memberships/model.ts'
import { tokenBalance } from '#features/tokens/model.ts'
import { readSettings } from '#features/venue/model.ts'
import { signedIn, visitor } from '#platform/rpc.ts'
import { enquiry } from './inputs.ts'
import { contactConfirmationMail } from './mail.tsx'
import { activeSpaces, nextMarketDay, readContact, readLanding, readPlans } from './model.ts'
import { contactInquiries } from './table.ts'

export const content = {
  /** What the landing page shows to everybody (HOME-01…05, HOME-12). */
  landing: visitor
    .route({ method: 'GET', summary: 'The landing page' })
    .handler(({ context: { db, now } }) => readLanding(db, now)),

  /** The home page of the person asking: their standing, the spaces, the next market, how to reach us (HOME-13…15). */
  home: signedIn
    .route({ method: 'GET', summary: 'The personal home page' })
    .handler(async ({ context: { db, now, actor } }) => {
      const settings = await readSettings(db)
      const membership = await currentMembership(db, actor.userId)
      const [ahead] = await db
        .select({ bookings: count() })
        .from(bookings)
        .where(and(eq(bookings.userId, actor.userId), ne(bookings.status, 'cancelled'), gt(bookings.endsAt, now)))
      return {
        firstName: actor.firstName,
        membership: membership && {
          tierName: membership.tier.name,
          isPaid: membership.tier.pricePence > 0,
          weeklyTokens: membership.tier.weeklyTokens,
          paymentStatus: membership.paymentStatus,
          endsOn: membership.cancelsAtPeriodEnd ? (membership.currentPeriodEnd?.toISOString() ?? null) : null,
        },
        tokenBalance: await tokenBalance(db, actor.userId),
        bookingsAhead: ahead!.bookings,
        spaces: await activeSpaces(db),
        market: { next: await nextMarketDay(db, now), membersEnterFreeUntil: settings.membersEnterFreeUntil },
        contact: await readContact(db, settings),
      }
    }),

  /** The plans on the membership page, as the venue wrote them (MEM-01). */
  plans: signedIn
    .route({ method: 'GET', summary: 'Plans of the membership page' })
    .handler(({ context: { db } }) => readPlans(db)),

  /** How to reach the venue, and when it is open (HOME-28). */
  contact: visitor
    .route({ method: 'GET', summary: 'Contact information' })
    .handler(async ({ context: { db } }) => readContact(db, await readSettings(db))),
}

export const contact = {
  /**
   * Stores an enquiry and confirms it by a mail that a job sends (HOME-30…33): mail that fails never fails the enquiry.
   * RATE_LIMITED after 10 in an hour from one address.
   */
  send: visitor
    .meta({ limit: { points: 10, seconds: 3600 } })
    .route({ summary: 'Send an enquiry' })
    .input(enquiry)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const phone = input.phone ?? ''
        const [row] = await tx
          .insert(contactInquiries)
          .values({ ...input, phone, userId: actor?.userId ?? null, createdAt: tx.now })
          .returning({ id: contactInquiries.id })
        const relatesTo = `contact_inquiries/${row!.id}`
        await tx.mail(
          contactConfirmationMail,
          { address: input.email, userId: actor?.userId ?? null, relatesTo },
          { name: input.name, email: input.email, phone, message: input.message },
        )
        await tx.announce({ to: { role: 'admin' }, kind: 'enquiry.received', refresh: ['content'] })
        return { id: row!.id }
      }),
    ),
}
