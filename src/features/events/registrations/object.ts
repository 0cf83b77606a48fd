import { sql } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import type { AgendaPart } from '#features/house/agenda/model.ts'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { containing } from '#platform/db/pool.ts'
import { formatCount, formatDate, stateWords } from '#platform/words.ts'
import { eventRegistrations } from './table.ts'

interface Line {
  name: string
  on: string
  people: number
  event: 'found' | 'registered' | 'attended' | 'cancelled'
}

const line = sql`jsonb_build_object('name', e.name, 'on', e.event_date, 'people', 1 + r.plus_ones)`
const from = sql`${eventRegistrations} r join ${events} e on e.id = r.event_id`

/** Events that a person went to, and those to come. */
export const registrationPart: ObjectPart<Line> = {
  noun: 'event',
  find: (
    q,
    now,
  ) => sql`select e.id::text, e.starts_at, jsonb_build_object('name', e.name, 'on', e.event_date, 'people', e.registered_count, 'event', 'found')
    from ${events} e where e.application_status = 'approved' and (e.name ilike ${containing(q)} or e.id::text ilike ${containing(q).slice(1)})
    order by e.ends_at > ${now.toISOString()}::timestamptz desc,
      case when e.ends_at > ${now.toISOString()}::timestamptz then e.starts_at end, e.starts_at desc, e.id`,
  history: {
    person:
      userId => sql`select concat(r.id, s.place), e.id::text, s.at, ${line} || jsonb_build_object('event', s.event)
      from ${from} cross join lateral (values (1, 'registered', r.registered_at), (2, 'attended', r.attended_at),
        (3, 'cancelled', r.cancelled_at)) s(place, event, at)
      where r.user_id = ${userId} and s.at is not null`,
  },
  say: ({ name, on, people, event }) => {
    const what = `${name}, ${formatDate(on, { year: true })}`
    if (event === 'found') return { title: what, detail: `${formatCount(people, 'person', 'people')} registered` }
    return {
      title: `${event === 'attended' ? 'Was at an event' : stateWords(event)}: ${what}`,
      detail: people > 1 ? formatCount(people, 'person', 'people') : null,
    }
  },
  facts: {
    of: (
      userId,
      now,
    ) => sql`select coalesce(jsonb_agg(n.line), '[]') from (select ${line} || jsonb_build_object('id', e.id) as line from ${from}
      where r.user_id = ${userId} and r.status = 'registered' and e.ends_at > ${now.toISOString()}::timestamptz
      order by e.starts_at limit 3) n`,
    say: (next: (Line & { id: string })[]) => [
      {
        label: 'Next events',
        value:
          next.length === 0
            ? 'None'
            : next.map(({ id, name, on }) => ({ noun: 'event', id, title: `${name}, ${formatDate(on)}` })),
      },
    ],
  },
}

/** Events that somebody goes to and that take place. */
export const eventAgenda: AgendaPart = {
  of: (userId, from) => sql`select 'event-' || e.id, e.name, e.starts_at, e.ends_at, true, '/event/' || e.id,
      greatest(r.registered_at, coalesce(e.reviewed_at, e.created_at))
    from ${eventRegistrations} r join ${events} e on e.id = r.event_id
    where r.user_id = ${userId} and r.status <> 'cancelled' and e.cancelled_at is null
      and e.ends_at > ${from.toISOString()}::timestamptz`,
}
