import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, isAddressed, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { incidentStatuses, incidentTypes, peopleParts, severities } from './inputs.ts'

/** Incidents in the house (INCA-03). Those whom one concerns, and to whom its report went, are rows of their own. */
export const incidentReports = pgTable(
  'incident_reports',
  {
    id: id(),
    incidentType: word(incidentTypes).notNull(),
    severity: word(severities).notNull(),
    status: word(incidentStatuses).notNull().default('open'),
    incidentDate: instant().notNull(),
    location: text().notNull(),
    description: text().notNull().default(''),
    /** Who of the office recorded it. */
    reportedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    actionsTaken: text().notNull().default(''),
    followUpRequired: boolean().notNull().default(false),
    followUpNotes: text().notNull().default(''),
    /** The final decision: written once, a trigger keeps it. */
    adminFinalResponse: text(),
    adminFinalResponseAt: instant(),
    adminFinalResponseBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    index().on(t.createdAt),
    index().on(t.incidentDate),
    index().on(t.status, t.createdAt),
    index('incident_reports_search').using('gin', t.location.op('gin_trgm_ops'), t.description.op('gin_trgm_ops')),
    isOneOf('incident_reports_type', t.incidentType, incidentTypes),
    isOneOf('incident_reports_severity', t.severity, severities),
    isOneOf('incident_reports_status', t.status, incidentStatuses),
    check('incident_reports_location', sql`${t.location} <> ''`),
    check('incident_reports_decided', sql`(${t.adminFinalResponse} is null) = (${t.adminFinalResponseAt} is null)`),
    check('incident_reports_decision', sql`${t.adminFinalResponse} <> ''`),
    check('incident_reports_decided_by', sql`${t.adminFinalResponseBy} is null or ${t.adminFinalResponse} is not null`),
  ],
)

const incidentId = () =>
  uuid()
    .notNull()
    .references(() => incidentReports.id, { onDelete: 'cascade' })

/** People involved (name, email, role) and witnesses (name, email, phone). */
export const incidentPeople = pgTable(
  'incident_people',
  {
    id: id(),
    incidentId: incidentId(),
    part: word(peopleParts).notNull(),
    name: text().notNull(),
    email: text().notNull().default(''),
    role: text().notNull().default(''),
    phone: text().notNull().default(''),
  },
  t => [index().on(t.incidentId), index().on(t.email), isOneOf('incident_people_part', t.part, peopleParts)],
)

/** To whom the report of an incident went, and when: its `email_sent_to` (INCA-14). */
export const incidentSendings = pgTable(
  'incident_sendings',
  {
    id: id(),
    incidentId: incidentId(),
    /** Absent: to an address alone. */
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    email: text().notNull(),
    sentAt: instant().notNull(),
  },
  t => [index().on(t.incidentId), index().on(t.userId), index().on(t.email)],
)

/** What was answered by the link of a report (INCA-04). Nothing of it is written over by a later answer. */
export const incidentResponses = pgTable(
  'incident_responses',
  {
    id: id(),
    incidentId: incidentId(),
    /** Whose link it was, of a member. */
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    /** The address that the link went to. */
    linkEmail: text().notNull(),
    respondentName: text().notNull(),
    respondentEmail: text().notNull(),
    respondentPhone: text().notNull().default(''),
    reasonForVisit: text().notNull(),
    responseText: text().notNull(),
    submittedAt: instant().notNull(),
  },
  t => [
    index().on(t.incidentId, t.submittedAt),
    index().on(t.userId),
    index().on(t.linkEmail),
    check('incident_responses_text', sql`${t.responseText} <> ''`),
  ],
)

/** Who opened the page of an incident by a link (INCA-05). Its id is made of what makes it one opening (`openingId`). */
export const incidentLinkViews = pgTable(
  'incident_link_views',
  {
    id: uuid().primaryKey(),
    incidentId: incidentId(),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    email: text().notNull(),
    viewedAt: instant().notNull(),
    ipAddress: text().notNull(),
    userAgent: text().notNull().default(''),
  },
  t => [index().on(t.incidentId, t.viewedAt), index().on(t.viewedAt), index().on(t.userId), index().on(t.email)],
)

const asTheReport = 'As long as the report of the incident'

export const data: DataMap = {
  // First of these: an answer on its way holds its row, so that what it wrote is there when the tables below are erased.
  incident_sendings: {
    purpose: 'Reports of incidents that we sent you',
    retention: asTheReport,
    owner: `user_id = :person or ${isAddressed('email')}`,
    given: 'id incident_id email sent_at',
    held: 'user_id',
    erasure: { user_id: 'null', email: "'erased'" },
  },
  incident_link_views: {
    purpose: 'That a link to an incident was opened',
    retention: 'As the venue’s setting says, 12 months unless changed',
    owner: `user_id = :person or ${isAddressed('email')}`,
    given: 'id incident_id email viewed_at ip_address user_agent',
    held: 'user_id',
    erasure: 'remove',
  },
  incident_responses: {
    purpose: 'What you answered about an incident',
    retention: asTheReport,
    owner: `user_id = :person or ${isAddressed('link_email')}`,
    given:
      'id incident_id link_email respondent_name respondent_email respondent_phone reason_for_visit response_text submitted_at',
    held: 'user_id',
    // It is evidence until the case is over.
    blocksErasure: {
      when: `exists (select from incident_reports r where r.id = incident_id and r.admin_final_response is null
        and r.status in ('open', 'investigating'))`,
      words: 'This person answered about an incident that is not decided yet. Decide or close it first.',
    },
    erasure: {
      user_id: 'null',
      link_email: "'erased'",
      respondent_name: "'Erased person'",
      respondent_email: "'erased'",
      respondent_phone: "''",
      reason_for_visit: "'Erased'",
      response_text: "'What was written here was erased.'",
    },
  },
  incident_people: {
    purpose: 'That you were part of an incident, or saw it',
    retention: asTheReport,
    owner: isAddressed('email'),
    given: 'id incident_id part name email role phone',
    erasure: { name: "'Erased person'", email: "''", role: "''", phone: "''" },
  },
  incident_reports: {
    purpose: 'Incidents in the house, and what was decided',
    ...keptFor(6),
    owner: null,
    given: '',
    held:
      'id incident_type severity status incident_date location description reported_by actions_taken follow_up_required follow_up_notes ' +
      'admin_final_response admin_final_response_at admin_final_response_by created_at updated_at',
    erasure: 'keep',
  },
}
