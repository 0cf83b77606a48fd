import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { referralStatuses } from './inputs.ts'

/** MEM-33, decision 18: pending when the friend applies, completed at their first paid invoice. */
export const referrals = pgTable(
  'referrals',
  {
    id: id(),
    referrerUserId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    referredUserId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    referredEmail: text().notNull(),
    status: word(referralStatuses).notNull().default('pending'),
    rewardGiven: boolean().notNull().default(false),
    /** When the referrer's 10 % off a month was used up; null while it is still to come. */
    discountUsedAt: instant(),
    createdAt: createdAt(),
    completedAt: instant(),
  },
  t => [
    uniqueIndex('referrals_one_per_friend').on(t.referredUserId),
    index().on(t.referrerUserId),
    isOneOf('referrals_status', t.status, referralStatuses),
    check('referrals_not_oneself', sql`${t.referrerUserId} <> ${t.referredUserId}`),
  ],
)

export const data: DataMap = {
  referrals: {
    purpose: 'Rewards for bringing a friend',
    retention: retention.account,
    owner: 'referrer_user_id',
    given: 'id referred_email status reward_given discount_used_at created_at completed_at',
    held: 'referrer_user_id referred_user_id',
    erasure: { referred_email: "'erased'" },
    mentions: { rows: 'referred_user_id = :person', erasure: { referred_email: "'erased'" } },
  },
}

export const refusals: ConstraintRefusals = {
  referrals_not_oneself: () => refusal('SELF_REFERRAL', 'You cannot refer yourself.'),
}
