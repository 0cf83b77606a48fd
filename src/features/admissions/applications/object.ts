import { type SQL, sql } from 'drizzle-orm'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { containing, telephoneIs } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { stateWords } from '#platform/words.ts'
import { membershipApplications } from './table.ts'

interface ApplicationLine {
  name: string
  tier: string
  status: string
  votes: string
  event?: keyof typeof deeds
  /** Who did it; null for the committee together, and for the house. */
  by?: string | null
  reason?: string | null
  /** The application itself is open: whose it is need not be said again. */
  isOwn?: boolean
}

/** What is told of an application as it goes, in the words of the office. */
const deeds = {
  sent: 'Sent',
  corrected: 'Corrected by the applicant',
  withdrawn: 'Withdrawn by the applicant',
  closed: 'Vote closed: an admin decides',
  approved: 'Approved',
  rejected: 'Rejected',
  welcomed: 'Welcomed',
  deleted: 'Documents deleted',
} as const

const line = sql`jsonb_build_object('name', a.full_name, 'tier', coalesce(t.name, a.tier_slug), 'status', a.status,
  'votes', a.current_votes || ' of ' || a.required_votes)`
const from = sql`${membershipApplications} a left join ${membershipTiers} t on t.slug = a.tier_slug`

interface Contact {
  name: string
  phone: string | null
  relationship: string | null
}

/** Applications by name, address or telephone, in any spelling of its spaces, the latest first; and those of a person. */
export const applicationPart: ObjectPart<ApplicationLine> = {
  noun: 'application',
  find: q => sql`select a.id::text, a.submitted_at, ${line} from ${from}
    where a.full_name ilike ${containing(q)} or a.email ilike ${containing(q)} or ${telephoneIs(sql`a.phone_number`, q)}
    order by a.submitted_at desc, a.id`,
  history: {
    person: (userId, readerId) => eventsOf(sql`a.id::text`, sql`a.user_id = ${userId}`, readerId),
    application: (id, readerId) => eventsOf(sql`null`, sql`a.id = ${id}`, readerId),
  },
  say: ({ name, tier, status, votes, event, by, reason, isOwn }) => {
    const what = `Application of ${name} for ${tier}`
    const state = { title: what, detail: `${stateWords(status)}, ${votes} votes` }
    if (!event || (event === 'sent' && !isOwn)) return state
    const done = doneBy(deeds[event], by ?? null)
    return isOwn
      ? { title: done, detail: reason ?? null }
      : { title: `${deeds[event]}: ${what}`, detail: [by ? done : '', reason].filter(Boolean).join('; ') || null }
  },
  facts: {
    // Whom to call; the latest application says it.
    isLast: true,
    of: userId => sql`select jsonb_build_object('name', a.emergency_contact_name, 'phone', a.emergency_contact_phone,
        'relationship', a.emergency_contact_relationship)
      from ${membershipApplications} a where a.user_id = ${userId} and a.emergency_contact_name <> ''
      order by a.submitted_at desc limit 1`,
    say: (contact: Contact | null) => [
      {
        label: 'Emergency contact',
        value: contact && [contact.name, contact.relationship, contact.phone].filter(Boolean).join(', '),
      },
    ],
  },
}

/** What happened to applications; of one instant the later step has the greater key. Nobody reads who decided on their own. */
function eventsOf(opens: SQL, where: SQL, readerId: string): SQL {
  return sql`select concat(a.id, e.place), ${opens}, e.at, ${line} || jsonb_build_object('event', e.event,
      'by', case when a.user_id is distinct from ${readerId} then w.name end,
      'reason', case when e.event = 'rejected' then a.rejection_reason end, 'isOwn', ${opens} is null)
    from ${from} cross join lateral (values (1, 'sent', a.submitted_at, null), (2, 'corrected', a.corrected_at, null),
      (3, 'closed', a.declined_at, null), (4, 'withdrawn', a.withdrawn_at, null),
      (5, a.status, a.reviewed_at, coalesce(a.decided_by, a.overridden_by)), (6, 'welcomed', a.welcomed_at, null),
      (7, 'deleted', a.documents_deleted_at, null)) e(place, event, at, by)
    left join ${user} w on w.id = e.by
    where e.at is not null and ${where}`
}
