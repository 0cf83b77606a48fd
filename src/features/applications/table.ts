import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, day, id, instant, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { files, user } from '#platform/tables.ts'
import { messages } from './inputs.ts'

/** One application for membership (JOIN-26, APPL-14). What only paid tiers ask for is empty on a free one. */
export const membershipApplications = pgTable(
  'membership_applications',
  {
    id: id(),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    fullName: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    phoneNumber: text().notNull(),
    tierSlug: text().notNull(),
    status: text({ enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    termsAccepted: boolean().notNull(),
    termsAcceptedAt: instant().notNull(),
    address: text(),
    city: text(),
    postcode: text(),
    isWestminsterResident: boolean().notNull().default(false),
    creativeDiscipline: text(),
    socialMediaLinks: text().array().notNull().default(sql`'{}'`),
    whyJoin: text(),
    emergencyContactName: text(),
    emergencyContactPhone: text(),
    emergencyContactRelationship: text(),
    insuranceWaiverAccepted: boolean().notNull().default(false),
    insuranceWaiverAcceptedAt: instant(),
    backgroundCheckConsent: boolean().notNull().default(false),
    startOn: day(),
    proRataRequested: boolean().notNull().default(false),
    /** Private files; read through `/files/ID` by reviewers only, deleted some time after the decision. */
    idDocumentFileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    proofOfResidenceFileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    documentsDeletedAt: instant(),
    referralCode: text(),
    referrerUserId: personId().references(() => user.id, { onDelete: 'set null' }),
    /** Votes to approve and to reject so far; the votes themselves are in `committee_votes`. */
    currentVotes: integer().notNull().default(0),
    rejectVotes: integer().notNull().default(0),
    /** Fixed when the application was submitted (APPL-11, decision 14). */
    requiredVotes: integer().notNull(),
    committeeSize: integer().notNull(),
    /** When rejections made an approval impossible: the vote is closed, an admin decides (decision 14). */
    declinedAt: instant(),
    rejectionReason: text(),
    reviewedAt: instant(),
    /** The admin who decided; null when the committee did. */
    decidedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /** The admin who approved before the committee had. */
    overriddenBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /** When the account and the membership (or place in line) of an approved applicant were made. */
    welcomedAt: instant(),
    /** When the people who are waited for were last reminded. */
    remindedAt: instant(),
    submittedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  t => [
    // One open or approved application per person and per address, however two requests race (JOIN-29).
    uniqueIndex('membership_applications_one_per_person').on(t.userId).where(sql`${t.status} <> 'rejected'`),
    uniqueIndex('membership_applications_one_per_email').on(t.emailKey).where(sql`${t.status} <> 'rejected'`),
    index().on(t.status, t.submittedAt),
    index().on(t.userId, t.submittedAt),
    check('membership_applications_status', sql`${t.status} in ('pending', 'approved', 'rejected')`),
    check(
      'membership_applications_votes',
      sql`${t.currentVotes} >= 0 and ${t.rejectVotes} >= 0 and ${t.requiredVotes} >= 1`,
    ),
    check('membership_applications_decided', sql`(${t.status} = 'pending') = (${t.reviewedAt} is null)`),
    check('membership_applications_reason', sql`(${t.status} = 'rejected') = (${t.rejectionReason} is not null)`),
    check('membership_applications_terms', sql`${t.termsAccepted}`),
    check(
      'membership_applications_not_own_referral',
      sql`${t.referrerUserId} is null or ${t.referrerUserId} <> ${t.userId}`,
    ),
  ],
)

/** What an admin may give as the reason of a rejection (APPL-16). */
export const rejectionReasons = pgTable('rejection_reasons', {
  id: id(),
  reason: text().notNull().unique(),
  isActive: boolean().notNull().default(true),
  /** The one that asks for words of its own. */
  needsNotes: boolean().notNull().default(false),
  createdAt: createdAt(),
})

/** Former members who cannot register again (ARC-07, ARC-09); compared by the key of the address (decision 17). */
export const archivedMembers = pgTable('archived_members', {
  id: id(),
  email: text().notNull(),
  emailKey: text().notNull().unique(),
  fullName: text().notNull().default(''),
  phoneNumber: text().notNull().default(''),
  archivedAt: createdAt(),
  archivedReason: text(),
  memberData: jsonb().notNull().default(sql`'{}'::jsonb`),
})

const submittedAlready = () =>
  refusal('APPLICATION_ALREADY_SUBMITTED', messages.alreadySubmitted, {
    title: 'Application Already Submitted',
  })

export const applicationRefusals: ConstraintRefusals = {
  membership_applications_one_per_person: submittedAlready,
  membership_applications_one_per_email: submittedAlready,
  rejection_reasons_reason_unique: () =>
    refusal('REASON_EXISTS', 'This reason is in the list already.', { field: 'reason' }),
}
