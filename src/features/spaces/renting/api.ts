import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { payments } from '#features/money/receipts/table.ts'
import { rentAfter, rentalKind } from '#features/spaces/rentals/rules.ts'
import { studioRentalMembers } from '#features/spaces/rentals/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { rentalState } from './rules.ts'

/** So many of the latest payments stand on the page; all of them are on the account. */
const latest = 12

/** What members see of the studios that they rent; mounted under `rentals` in src/api.ts. */
export const renting = {
  /**
   * Own rentals, the newest first, with how each stands, where to pay what waits for it, and when rent is taken next; the
   * latest payments for them, and whom to write to. Sums are in pence, days are the house's.
   */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'The studios that one rents' })
    .handler(async ({ context: { db, fact, actor, now } }) => {
      const r = studioRentalMembers
      const rows = await db
        .select({ of: r, room: spaces.name })
        .from(r)
        .leftJoin(spaces, eq(spaces.id, r.spaceId))
        .where(eq(r.userId, actor.userId))
        .orderBy(desc(r.createdAt), desc(r.id))
      const { id, description, amountPence, paidAt } = payments
      const isOwn = and(eq(payments.userId, actor.userId), eq(payments.kind, rentalKind), isNotNull(paidAt))
      const receipts =
        rows.length === 0
          ? []
          : await db
              .select({ id, description, amountPence, paidAt })
              .from(payments)
              .where(isOwn)
              .orderBy(desc(paidAt), desc(id))
              .limit(latest)
      return {
        rentals: rows.map(({ of, room }) => ({
          ...{ id: of.id, studioName: of.studioName, room, state: rentalState(of) },
          ...{ rentPence: of.monthlyRentAmount, depositPence: of.depositAmount },
          ...{ firstDay: of.rentalStartDate, lastDay: of.rentalEndDate },
          ...{ unpaidPence: of.unpaidPence, unpaidSince: of.unpaidSince },
          ...{ endedAt: of.endedAt, endReason: of.endReason },
          payUrl: of.migrationStatus === 'link_sent' ? of.stripePaymentLink : of.unpaidUrl,
          nextRentOn:
            of.migrationStatus === 'activated'
              ? rentAfter(
                  { first: of.rentalStartDate, last: of.rentalEndDate, paidOn: calendarDate(of.activatedAt!) },
                  now,
                )
              : null,
        })),
        receipts,
        contact: (await fact(settingsFact)).venueEmail,
      }
    }),
}
