import { and, count, eq, gt, or, type SQL, sql, sum } from 'drizzle-orm'
import { z } from 'zod'
import { settingsFact } from '#features/house/settings/model.ts'
import { currentMembership, lockMembership } from '#features/membership/memberships/model.ts'
import { paymentOf } from '#features/membership/memberships/rules.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { listPage, matchingName } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { renderMail } from '#platform/mail/render.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forSignedIn } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { dueList, reminderChoice, reminderInput } from './inputs.ts'
import { paymentReminderMail } from './mail.tsx'
import {
  dueOf,
  dues,
  monthlyPence,
  type Open,
  openAtProvider,
  paymentShown,
  reminderOf,
  sendReminder,
  tierShown,
} from './model.ts'
import { nextSteps, reminderTypeOf, whyNotRemind } from './rules.ts'

/** Who owes what for a membership, reminders, and the way to pay; part of `memberships` in the router (PAY-01…11). */
export const dueCalls = {
  /**
   * Active memberships with what is to pay for them, next charge, reminders, and for what is overdue the next steps (PAY-02).
   * `plans: paid` leaves out those that cost nothing.
   */
  dues: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Memberships by payment status' })
      .input(dueList)
      .handler(async ({ input, context: { db, fact, now } }) => {
        const { graceDays } = await fact(settingsFact)
        const select = dues(db).where(
          and(
            isActiveMembership,
            input.plans && costsSomething,
            input.status && eq(paymentShown(now), input.status),
            input.tier ? eq(tierShown, input.tier) : undefined,
            matchingName(input.q, user.name, user.email),
          ),
        )
        const page = await listPage(db, select, input, {
          sort: {
            name: user.name,
            monthlyPence,
            currentPeriodEnd: userMemberships.currentPeriodEnd,
            lastReminderAt: userMemberships.lastPaymentReminderSentAt,
            overdueSince: userMemberships.overdueSince,
          },
          // By name among those of whom nothing is overdue.
          tie: sql`(${user.name}, ${userMemberships.id})`,
        })
        return {
          ...page,
          rows: page.rows.map(row => ({
            ...row,
            shown: paymentOf(row, now),
            type: reminderTypeOf(row, now),
            steps:
              row.overdueSince && nextSteps(row.overdueSince, { graceDays, now, isLimited: row.limitedAt !== null }),
            can: { remind: whyNotRemind(row, now) === null },
          })),
        }
      }),
    {
      Person: row => row.name,
      Email: row => row.email,
      Plan: row => row.tier,
      'A month in pounds': row => (row.monthlyPence / 100).toFixed(2),
      Payment: row => row.shown.paymentStatus,
      'Free until': row => row.shown.freeUntil,
      'Paused from': row => row.shown.pause?.from,
      'Paused until': row => row.shown.pause?.until,
      'Period ends': row => row.currentPeriodEnd,
      'Overdue since': row => row.overdueSince,
      'Bookings rest since': row => row.limitedAt,
      'Reminders sent': row => row.reminderCount,
      'Last reminder': row => row.lastReminderAt,
    },
  ),

  /** How many memberships of paid plans there are by payment status, and what they come to a month, in pence. */
  dueCounts: forAdmin
    .route({ method: 'GET', summary: 'Memberships counted by payment status' })
    .handler(async ({ context: { db, now } }) => {
      const status = paymentShown(now)
      return db
        .select({
          status,
          count: count(),
          monthlyPence: sum(monthlyPence).mapWith(Number),
        })
        .from(userMemberships)
        .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
        .where(and(isActiveMembership, costsSomething))
        .groupBy(sql`1`)
    }),

  /**
   * What is open at the provider, by membership: sum in pence, how often the bank was asked and when it is asked again. Null where
   * the provider could not be asked: the list goes on without.
   */
  openPayments: forAdmin
    .route({ method: 'GET', summary: 'Open payments at the provider' })
    .handler(async ({ context: { runtime, db } }) => {
      const open = await openAtProvider(runtime).catch(unreachable(runtime))
      if (!open) return null
      const { id, stripeSubscriptionId } = userMemberships
      const ours = await db
        .select({ id, subscriptionId: stripeSubscriptionId })
        .from(userMemberships)
        .where(and(isActiveMembership, eq(userMemberships.paymentStatus, 'overdue')))
      return ours.flatMap(({ id, subscriptionId }) => {
        const found = open.get(subscriptionId ?? '')
        return found ? [{ id, pence: found.pence, attempts: found.attempts, triesAgainAt: found.triesAgainAt }] : []
      })
    }),

  /**
   * The reminder that a membership would get now, as it would be read, and what went out before (PAY-08). NOT_FOUND when the
   * membership has ended; NOTHING_DUE, ON_HOLD, REMINDED_ALREADY as `problem`; PROVIDER_UNREACHABLE.
   */
  reminder: forAdmin
    .route({ method: 'GET', summary: 'Preview of a payment reminder' })
    .input(reminderChoice)
    .handler(async ({ input: { membershipId }, context: { runtime, db, fact, now } }) => {
      const { graceDays } = await fact(settingsFact)
      const due = await dueOf(db, membershipId)
      if (!due) throw notFound('This membership has ended.')
      const reminder = reminderOf(due, await openOf(runtime, due), { graceDays, now })
      const frame = { venue: await runtime.venue(), publicUrl: runtime.env.publicUrl }
      return {
        ...{ name: due.name, email: due.email, reminderCount: due.reminderCount, lastReminderAt: due.lastReminderAt },
        problem: whyNotRemind(due, now) ?? (reminder ? null : { code: 'NOTHING_DUE', message: nothingOpen }),
        preview: reminder && {
          type: reminder.words.type,
          amountPence: reminder.words.amountPence,
          subject: paymentReminderMail.subject(reminder.words),
          text: (await renderMail(paymentReminderMail.body(reminder.words, frame))).text,
        },
      }
    }),

  /**
   * Sends a payment reminder: address, amount and day are the membership's and the provider's, never the caller's (PAY-08). Counted in the same
   * transaction (PAY-09). NOT_FOUND, NOTHING_DUE, ON_HOLD, REMINDED_ALREADY, CHANGED_MEANWHILE, PROVIDER_UNREACHABLE: nothing was
   * sent or counted then (PAY-11).
   */
  remind: forAdmin
    .route({ summary: 'Send a payment reminder' })
    .input(reminderInput)
    .handler(async ({ input: { membershipId, seenCount }, context }) => {
      const { runtime, db, fact, actor, now } = context
      const { graceDays } = await fact(settingsFact)
      const seen = await dueOf(db, membershipId)
      if (!seen) throw notFound('This membership has ended.')
      const open = await openOf(runtime, seen)
      return context.write(async tx => {
        await lockMembership(tx, seen.userId)
        const due = await dueOf(tx, membershipId)
        if (!due) throw notFound('This membership has ended.')
        demand(whyNotRemind(due, now, seenCount))
        const reminder = reminderOf(due, open, { graceDays, now })
        if (!reminder) throw refusal('NOTHING_DUE', nothingOpen)
        await sendReminder(tx, due, reminder, { sentBy: actor.userId })
        await tx.announce({ to: { role: 'admin' }, kind: 'memberships.reminded' })
        return { membershipId, type: reminder.words.type, reminderCount: due.reminderCount + 1 }
      })
    }),

  /**
   * The provider's page on which one's own open payment can be made with any card; of several, the oldest, with its amount in
   * pence. NOTHING_DUE when there is none any more, PROVIDER_UNREACHABLE.
   */
  payDue: forSignedIn
    .route({ summary: 'Page to pay what is overdue' })
    .input(z.strictObject({}))
    .handler(async ({ context: { runtime, db, actor } }) => {
      const current = await currentMembership(db, actor.userId)
      const open = current && (await openOf(runtime, { subscriptionId: current.stripeSubscriptionId }))
      if (!open?.page) throw refusal('NOTHING_DUE', 'Nothing is open any more. Press Refresh Status.')
      return { url: open.page.url, amountPence: open.page.pence }
    }),
}

const nothingOpen = 'Nothing is open at the payment provider any more. The list follows in a moment.'

/** A plan that costs something, now or once it begins; or something is open for it all the same. */
const costsSomething: SQL = or(
  gt(membershipTiers.pricePence, 0),
  sql`${userMemberships.nextTierId} is not null`,
  sql`${userMemberships.paymentStatus} in ('overdue', 'pending')`,
)!

async function openOf(
  runtime: Runtime,
  { subscriptionId }: { subscriptionId: string | null },
): Promise<Open | undefined> {
  if (!subscriptionId) return undefined
  const open = await openAtProvider(runtime, subscriptionId).catch(unreachable(runtime))
  if (!open)
    throw refusal('PROVIDER_UNREACHABLE', 'What is open could not be found out. Please try again.', { status: 424 })
  return open.get(subscriptionId)
}

const unreachable =
  ({ log }: Runtime) =>
  (error: unknown): null => {
    log.warn({ err: error }, 'open payments could not be read')
    return null
  }
