import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { containing } from '#platform/db/pool.ts'
import { formatDay, stateWords } from '#platform/words.ts'
import { type IncidentType, typeWords } from './inputs.ts'
import { nameOfIncident } from './rules.ts'
import { incidentPeople, incidentReports, incidentResponses, incidentSendings } from './table.ts'

interface IncidentLine {
  type: IncidentType
  severity: string
  status: string
  at: string
  location: string
  event: 'found' | 'sent' | 'answered'
}

const line = sql`jsonb_build_object('type', r.incident_type, 'severity', r.severity, 'status', r.status, 'at', r.incident_date,
  'location', r.location, 'event', `

/** Incidents by where they were, what is said of them and whom they concern; and on a person, what they were sent and answered. */
export const incidentPart: ObjectPart<IncidentLine> = {
  noun: 'incident',
  find: q => sql`select r.id::text, r.incident_date, ${line}'found') from ${incidentReports} r
    where r.location ilike ${containing(q)} or r.description ilike ${containing(q)}
      or r.id in (select p.incident_id from ${incidentPeople} p where p.name ilike ${containing(q)})
    order by r.created_at desc, r.id`,
  history: {
    person: userId => sql`select 's' || s.id, r.id::text, s.sent_at, ${line}'sent')
        from ${incidentSendings} s join ${incidentReports} r on r.id = s.incident_id where s.user_id = ${userId}
      union all select 'a' || a.id, r.id::text, a.submitted_at, ${line}'answered')
        from ${incidentResponses} a join ${incidentReports} r on r.id = a.incident_id where a.user_id = ${userId}`,
  },
  say: ({ type, severity, status, at, location, event }) => {
    const name = nameOfIncident(typeWords[type], location)
    const detail = [stateWords(severity), stateWords(status).toLowerCase(), formatDay(new Date(at))].join(', ')
    if (event === 'found') return { title: name, detail }
    return {
      title: `${event === 'sent' ? 'Got the report of an incident' : 'Answered about an incident'}: ${name}`,
      detail,
    }
  },
}
