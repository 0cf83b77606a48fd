import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'

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
    approvalStatus: text({ enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    accountStatus: text({ enum: ['active', 'blocked', 'suspended'] })
      .notNull()
      .default('active'),
    blockedReason: text(),
    blockedAt: instant(),
    blockedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /** Set when staff made the account with a temporary password; ends with the change (decision 5). */
    mustChangePassword: boolean().notNull().default(false),
    referralCode: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('profiles_referral_code').on(t.referralCode),
    check('profiles_approval_status', sql`${t.approvalStatus} in ('pending', 'approved', 'rejected')`),
    check('profiles_account_status', sql`${t.accountStatus} in ('active', 'blocked', 'suspended')`),
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
    role: text({ enum: ['admin', 'committee', 'door'] }).notNull(),
    grantedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    grantedAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.userId, t.role] }),
    check('user_roles_role', sql`${t.role} in ('admin', 'committee', 'door')`),
  ],
)

export const memberRefusals: ConstraintRefusals = {
  user_roles_last_admin: () => refusal('LAST_ADMIN', 'The last admin cannot be removed.'),
  user_roles_own_admin: () => refusal('OWN_ADMIN_ROLE', 'You cannot remove your own admin role.'),
}
