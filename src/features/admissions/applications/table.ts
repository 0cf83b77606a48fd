import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, day, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, noAddress, retention } from '#platform/db/data-map.ts'
import { files, user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { applicationStatuses, messages, recusalCauses } from './inputs.ts'

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
    status: word(applicationStatuses).notNull().default('pending'),
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
    /** When the applicant took it back (decision 53). */
    withdrawnAt: instant(),
    /** When the applicant last corrected it, before the first vote (decision 53). */
    correctedAt: instant(),
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
    uniqueIndex('membership_applications_one_per_person').on(t.userId).where(isLive(t)),
    uniqueIndex('membership_applications_one_per_email').on(t.emailKey).where(isLive(t)),
    index().on(t.status, t.submittedAt),
    index().on(t.userId, t.submittedAt),
    isOneOf('membership_applications_status', t.status, applicationStatuses),
    check(
      'membership_applications_votes',
      sql`${t.currentVotes} >= 0 and ${t.rejectVotes} >= 0 and ${t.requiredVotes} >= 1`,
    ),
    check(
      'membership_applications_decided',
      sql`(${t.status} in ('approved', 'rejected')) = (${t.reviewedAt} is not null)`,
    ),
    check('membership_applications_withdrawn', sql`(${t.status} = 'withdrawn') = (${t.withdrawnAt} is not null)`),
    check('membership_applications_reason', sql`(${t.status} = 'rejected') = (${t.rejectionReason} is not null)`),
    check('membership_applications_terms', sql`${t.termsAccepted}`),
    check(
      'membership_applications_not_own_referral',
      sql`${t.referrerUserId} is null or ${t.referrerUserId} <> ${t.userId}`,
    ),
  ],
)

/** Open or approved: there is one such application of a person. */
const isLive = ({ status }: { status: AnyPgColumn }) => sql`${status} in ('pending', 'approved')`

/** Who does not vote on an application: the applicant, whoever referred them, and who stepped back. */
export const recusals = pgTable(
  'recusals',
  {
    applicationId: uuid()
      .notNull()
      .references(() => membershipApplications.id),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    cause: word(recusalCauses).notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.applicationId, t.userId] }), isOneOf('recusals_cause', t.cause, recusalCauses)],
)

/** Questions of the committee to the applicant, who does not learn who asked. */
export const applicationQuestions = pgTable(
  'application_questions',
  {
    id: id(),
    applicationId: uuid()
      .notNull()
      .references(() => membershipApplications.id),
    askedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    question: text().notNull(),
    askedAt: createdAt(),
    answer: text(),
    answeredAt: instant(),
  },
  t => [
    index().on(t.applicationId),
    check('application_questions_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
)

const submittedAlready = () =>
  refusal('APPLICATION_ALREADY_SUBMITTED', messages.alreadySubmitted, {
    title: 'Application Already Submitted',
  })

/** A condition of the data map: the row belongs to an application of the person. */
export const ofTheirApplication = 'application_id in (select id from membership_applications where user_id = :person)'

export const data: DataMap = {
  membership_applications: {
    purpose: 'Deciding about membership',
    retention: 'Account, documents until the venue’s setting says',
    owner: 'user_id',
    given:
      'id full_name email phone_number tier_slug status terms_accepted terms_accepted_at address city postcode is_westminster_resident creative_discipline social_media_links why_join emergency_contact_name emergency_contact_phone emergency_contact_relationship insurance_waiver_accepted insurance_waiver_accepted_at background_check_consent start_on pro_rata_requested id_document_file_id proof_of_residence_file_id documents_deleted_at referral_code current_votes reject_votes required_votes declined_at rejection_reason reviewed_at withdrawn_at corrected_at submitted_at created_at',
    held: 'user_id email_key referrer_user_id committee_size decided_by overridden_by welcomed_at reminded_at',
    blocksErasure: { when: "status = 'pending'", words: 'This person’s application is still open. Decide it first.' },
    erasure: {
      full_name: "'Erased person'",
      email: noAddress,
      email_key: noAddress,
      phone_number: "''",
      address: "''",
      city: "''",
      postcode: "''",
      creative_discipline: "''",
      social_media_links: 'default',
      why_join: "''",
      emergency_contact_name: "''",
      emergency_contact_phone: "''",
      emergency_contact_relationship: "''",
      rejection_reason: "case when rejection_reason is not null then 'Erased' end",
    },
  },
  recusals: {
    purpose: 'Who stepped back from a vote',
    retention: 'As long as the application',
    owner: 'user_id',
    given: 'application_id cause created_at',
    held: 'user_id',
    erasure: 'keep',
  },
  application_questions: {
    purpose: 'Questions of the committee and your answers',
    retention: retention.account,
    owner: ofTheirApplication,
    given: 'id application_id question asked_at answer answered_at',
    held: 'asked_by',
    erasure: 'remove',
  },
}

export const refusals: ConstraintRefusals = {
  membership_applications_one_per_person: submittedAlready,
  membership_applications_one_per_email: submittedAlready,
}
