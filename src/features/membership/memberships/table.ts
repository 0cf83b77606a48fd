import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { createdAt, day, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { leavingReasons, membershipStatuses, paymentStatuses } from './inputs.ts'

/** One active row per person at most; every approved member has one, Explorer included (decision 32). */
export const userMemberships = pgTable(
  'user_memberships',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    tierId: uuid()
      .notNull()
      .references(() => membershipTiers.id),
    status: word(membershipStatuses).notNull().default('active'),
    paymentStatus: word(paymentStatuses).notNull().default('waived'),
    stripeSubscriptionId: text().unique(),
    /** What the subscription costs a month; the tier may have another price by now. Null without a subscription. */
    monthlyPence: pence(),
    /** When the provider was asked for the state that this row shows: an older answer never replaces a newer one. */
    syncedAt: instant(),
    /** `monthlyPence` was agreed with this person (decision 19); another price of the tier leaves it alone. */
    hasCustomPrice: boolean().notNull().default(false),
    /** Nothing is charged before this instant, though the plan is had: a gift, or complimentary (decision 19). */
    freeUntil: instant(),
    /** What is paid ends here and the plan rests until `freeUntil`: a pause. The same instant: a pause that was taken back. */
    pausedFrom: instant(),
    /** Since when the payment is overdue; the days of grace and the reminders count from here. */
    overdueSince: instant(),
    /** When the days of grace were over, or the bank took the month back for good: what the plan brings rests until it is paid. */
    limitedAt: instant(),
    /** PAY-09 */
    lastPaymentReminderSentAt: instant(),
    paymentReminderCount: integer().notNull().default(0),
    cancelsAtPeriodEnd: boolean().notNull().default(false),
    /** The paid tier that the carried subscription brings with its first charge, at `currentPeriodEnd`; until then this row's tier is free. */
    nextTierId: uuid().references(() => membershipTiers.id),
    startedOn: day().notNull(),
    /** Start of the unbroken paid time; loyalty tokens count from here. */
    paidSinceOn: day(),
    currentPeriodStart: instant(),
    currentPeriodEnd: instant(),
    endedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('user_memberships_one_active').on(t.userId).where(sql`${t.status} = 'active'`),
    index().on(t.tierId),
    check(
      'user_memberships_next_tier',
      sql`${t.nextTierId} is null or ${t.stripeSubscriptionId} is not null and ${t.paidSinceOn} is null`,
    ),
    check('user_memberships_free_is_waived', sql`${t.freeUntil} is null or ${t.paymentStatus} = 'waived'`),
    check(
      'user_memberships_paused_is_free',
      sql`${t.pausedFrom} is null or ${t.freeUntil} is not null and ${t.pausedFrom} <= ${t.freeUntil}`,
    ),
    check(
      'user_memberships_limited_is_unpaid',
      sql`${t.limitedAt} is null or ${t.paymentStatus} = 'overdue' or ${t.paymentStatus} = 'waived' and ${t.freeUntil} is null`,
    ),
    isOneOf('user_memberships_status', t.status, membershipStatuses),
    isOneOf('user_memberships_payment_status', t.paymentStatus, paymentStatuses),
  ],
)

/** Why members cancelled, where they said so; what they take back stays, marked. */
export const cancellationReasons = pgTable(
  'cancellation_reasons',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    membershipId: uuid()
      .notNull()
      .references(() => userMemberships.id, { onDelete: 'cascade' }),
    reason: word(leavingReasons),
    words: text().notNull().default(''),
    createdAt: createdAt(),
    /** When they decided to stay after all. */
    takenBackAt: instant(),
  },
  t => [
    index().on(t.createdAt),
    index().on(t.userId),
    index().on(t.membershipId),
    isOneOf('cancellation_reasons_reason', t.reason, leavingReasons),
  ],
)

/** A membership that its member let rest; kept to count them, and the days that are no paid time. */
export const membershipPauses = pgTable(
  'membership_pauses',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** When it was really over; before `startsAt`: it was taken back and never began. */
    endedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('membership_pauses_one_open').on(t.userId).where(sql`${t.endedAt} is null`),
    index().on(t.userId, t.startsAt),
    check('membership_pauses_forward', sql`${t.endsAt} > ${t.startsAt}`),
  ],
)

export const data: DataMap = {
  membership_pauses: {
    purpose: 'When you let your membership rest',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id starts_at ends_at ended_at created_at',
    held: 'user_id',
    erasure: 'keep',
  },

  cancellation_reasons: {
    purpose: 'Why you cancelled a membership, where you told us',
    retention: retention.account,
    owner: 'user_id',
    given: 'id membership_id reason words created_at taken_back_at',
    held: 'user_id',
    erasure: { words: "''" },
  },

  user_memberships: {
    purpose: 'Your membership',
    retention: retention.sixYears,
    owner: 'user_id',
    given:
      'id tier_id status payment_status cancels_at_period_end next_tier_id monthly_pence has_custom_price free_until paused_from overdue_since limited_at last_payment_reminder_sent_at payment_reminder_count started_on paid_since_on current_period_start current_period_end ended_at created_at',
    held: 'user_id stripe_subscription_id synced_at',
    blocksErasure: {
      when: "status = 'active' and stripe_subscription_id is not null",
      words: 'End this person’s paid membership first.',
    },
    // The row stays for the books; the place in the house is free (decision 59).
    erasure: { status: "'cancelled'", ended_at: 'coalesce(ended_at, :now)' },
  },
}

export const refusals: ConstraintRefusals = {
  user_memberships_one_active: () => refusal('ALREADY_MEMBER', 'There is an active membership already.'),
}

/** As the index of active memberships has it, in words of SQL: a plan for any status could not use it. */
export const isActiveMembership = sql`${userMemberships.status} = 'active'`
