import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { roles } from '#platform/auth/actor.ts'
import { createdAt, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { accountStatuses, approvalStatuses } from './inputs.ts'

/** One per account, made by a trigger when the account is made (MEM-14). */
export const profiles = pgTable(
  'profiles',
  {
    userId: personId()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    phone: text().notNull().default(''),
    addressLine1: text().notNull().default(''),
    addressLine2: text().notNull().default(''),
    city: text().notNull().default(''),
    postalCode: text().notNull().default(''),
    country: text().notNull().default('United Kingdom'),
    approvalStatus: word(approvalStatuses).notNull().default('pending'),
    accountStatus: word(accountStatuses).notNull().default('active'),
    blockedReason: text(),
    blockedAt: instant(),
    blockedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /** Of a block: what is unused of a paid membership goes back. It holds for this block alone, whenever it is acted on. */
    isUnusedGivenBack: boolean().notNull().default(true),
    /** Set when staff made the account with a temporary password; ends with the change (decision 5). */
    mustChangePassword: boolean().notNull().default(false),
    temporaryPasswordUntil: instant(),
    /** When an admin last ended every session, key and link of this person; in the audit log by this column. */
    signedOutAt: instant(),
    referralCode: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('profiles_referral_code').on(t.referralCode),
    isOneOf('profiles_approval_status', t.approvalStatus, approvalStatuses),
    isOneOf('profiles_account_status', t.accountStatus, accountStatuses),
    check('profiles_blocked', sql`(${t.accountStatus} = 'active') = (${t.blockedAt} is null)`),
  ],
)

/** ROLE-01, decision 1. The last admin stays, and nobody removes their own admin role: a trigger refuses. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: word(roles).notNull(),
    grantedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    grantedAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.role] }), isOneOf('user_roles_role', t.role, roles)],
)

export const data: DataMap = {
  profiles: {
    purpose: 'Membership and how to reach you',
    retention: retention.account,
    owner: 'user_id',
    given:
      'first_name last_name phone address_line1 address_line2 city postal_code country approval_status account_status blocked_reason blocked_at is_unused_given_back must_change_password temporary_password_until signed_out_at referral_code created_at',
    held: 'user_id blocked_by',
    erasure: {
      first_name: "''",
      last_name: "''",
      phone: "''",
      address_line1: "''",
      address_line2: "''",
      city: "''",
      postal_code: "''",
      account_status: "'blocked'",
      blocked_reason: "'This account was erased.'",
      blocked_at: 'coalesce(blocked_at, :now)',
    },
  },
  user_roles: {
    purpose: 'What staff may do',
    retention: 'While held',
    owner: 'user_id',
    given: 'role granted_at',
    held: 'user_id granted_by',
    blocksErasure: { when: 'true', words: 'Take away this person’s roles first.' },
    erasure: 'remove',
  },
}

export const refusals: ConstraintRefusals = {
  user_roles_last_admin: () => refusal('LAST_ADMIN', 'The last admin cannot be removed.'),
  user_roles_own_admin: () => refusal('OWN_ADMIN_ROLE', 'You cannot remove your own admin role.'),
}
