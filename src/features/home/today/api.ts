import { type SQL, sql } from 'drizzle-orm'
import { membershipApplications } from '#features/admissions/applications/table.ts'
import { figuresAt, votesMissing } from '#features/admissions/committee/model.ts'
import { registrations } from '#features/admissions/registrations/table.ts'
import { waitingList } from '#features/admissions/waitlist/table.ts'
import { communityDecisions, communityReports } from '#features/community/moderation/table.ts'
import { countInside } from '#features/door/presence/model.ts'
import { events } from '#features/events/events/table.ts'
import { contactInquiries } from '#features/home/enquiries/table.ts'
import { erasureRequests } from '#features/house/privacy/table.ts'
import { securityAlarms } from '#features/house/security/table.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { marketDaysFact } from '#features/market/days/model.ts'
import { marketPapers } from '#features/market/papers/table.ts'
import { runsOutFirst } from '#features/market/stall-admin/model.ts'
import { marketVisitorTickets } from '#features/market/tickets/table.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { disputes } from '#features/money/disputes/table.ts'
import { wantsHand } from '#features/money/provider/model.ts'
import { paymentEvents } from '#features/money/provider/table.ts'
import { refunds } from '#features/money/refunds/table.ts'
import { awaitsDecision, promisedSince, wantsOffice } from '#features/people/incidents/model.ts'
import { decisionHours } from '#features/people/incidents/rules.ts'
import { incidentReports } from '#features/people/incidents/table.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { studioBookings } from '#features/spaces/studio/table.ts'
import { tourSlots } from '#features/spaces/tours/table.ts'
import { hasRole } from '#platform/auth/actor.ts'
import { prepared } from '#platform/db/pool.ts'
import { mails, user } from '#platform/db/tables.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { type Need, needsOf } from './rules.ts'

/** For so long a warning about security stands here. */
const alarmMs = 86_400_000
/** So many people are named, with payments overdue or coming today; the rest is a number. */
const named = 8

/** The start of the back office (decision 57); part of `venue` in the router. */
export const today = {
  /**
   * What needs somebody now and since when, what goes on in the house today, and the figures of Committee Home. The same
   * three statements whatever the numbers.
   */
  today: forAdmin
    .route({ method: 'GET', summary: 'What needs somebody now, and what is on today' })
    .handler(async ({ context: { db, fact, actor, now } }) => {
      const { voteReminderHours } = await fact(settingsFact)
      const on = calendarDate(now)
      const market = (await fact(marketDaysFact)).find(day => day.on === on)
      const [row] = await houseOfToday(db).execute({
        now: now.toISOString(),
        on,
        alarmsFrom: new Date(now.getTime() - alarmMs).toISOString(),
        // Whoever applied before is waited for longer than the committee is asked to take.
        lateFrom: new Date(now.getTime() - voteReminderHours * 3_600_000).toISOString(),
        decisionsLateFrom: new Date(now.getTime() - decisionHours * 3_600_000).toISOString(),
      })
      const {
        lateVotes,
        lateDecisions,
        overduePeople,
        committee,
        bookingsToday,
        stillToCome,
        coming,
        sessions,
        tours,
        tickets,
        inside,
        inBuilding,
        eventsToday,
        ...counted
      } = row!
      const isVotingMember = hasRole(actor, 'committee')
      const ballots = isVotingMember ? await votesMissing(db, actor) : { count: 0, since: null }
      const dated = Object.entries({ ...counted, ballots }).map(([need, { count, since }]) => [
        need,
        { count, since: since && new Date(since) },
      ])
      const who: Partial<Record<Need, string>> = {}
      const opens: Partial<Record<Need, string>> = {}
      for (const [need, { who: name, id }] of Object.entries(counted) as [keyof typeof counted, Of][]) {
        // Whoever votes may read without the names.
        if (need === 'votes' && isVotingMember) continue
        if (name) who[need] = name
        if (id) opens[need] = id
      }
      return {
        at: now,
        on,
        needs: needsOf(Object.fromEntries(dated)),
        /** Of what is about one person: who it is. */
        who,
        /** Of what is one, in a list whose rows open: which row it is. */
        opens,
        lateVotes,
        lateDecisions,
        overduePeople,
        committee: { ...committee, waitingForMe: ballots.count, isVotingMember, isAdmin: true },
        bookings: bookingsToday,
        /** Of them those that are not over; the first are named. */
        stillToCome,
        coming: coming.map(({ startsAt, endsAt, ...one }) => ({
          ...one,
          startsAt: new Date(startsAt),
          endsAt: new Date(endsAt),
        })),
        sessions,
        tours,
        inBuilding,
        events: eventsToday,
        market: market ? { opensAt: market.opensAt, closesAt: market.closesAt, tickets, inside } : null,
      }
    }),
}

/** A session of today in the photography studio. */
interface SessionToday {
  id: string
  startTime: string
  endTime: string
  person: string
}

/** A tour of today, with how many people are expected or came. */
interface TourToday {
  id: string
  startTime: string
  endTime: string
  people: number
}

/** An event of today, with how many people registered. */
interface EventToday extends TourToday {
  name: string
}

interface Coming {
  id: string
  startsAt: string
  endsAt: string
  facility: string
  person: string
}

interface Of {
  count: number
  since: string | null
  who: string | null
  id: string | null
}

/**
 * A column: how many rows there are, since when the first of them is, and where there is one, what it is called in the list that it
 * opens in (`id`), and of a person, whose it is.
 */
const counted = (rows: SQL, since: SQL, { id, name }: { id?: string; name?: SQL } = {}) =>
  sql<Of>`(select json_build_object('count', count(*)::int, 'since', min(${since}),
    'who', case when count(*) = 1 then min(${name ?? sql`null::text`}) end,
    'id', case when count(*) = 1 then min(${id ? sql.raw(`${id}::text`) : sql`null::text`}) end) from ${rows})`
const nameOf = (id: string) => sql`(select nullif(n.name, '') from ${user} n where n.id = ${sql.raw(id)})`

const [now, on] = [sql`${sql.placeholder('now')}::timestamptz`, sql`${sql.placeholder('on')}::date`]
const open = sql`${membershipApplications} a where a.status = 'pending' and a.declined_at is null`
const isToday = sql`b.booking_on = ${on} and b.status = 'confirmed'`
const isOverdue = sql`m.status = 'active' and m.payment_status = 'overdue'`

const waiting = {
  alarms: counted(
    sql`${securityAlarms} s where s.sent_at >= ${sql.placeholder('alarmsFrom')}::timestamptz`,
    sql`s.sent_at`,
  ),
  incidents: counted(
    sql`${incidentReports} where ${wantsOffice}`,
    sql`case when incident_reports.status = 'open' then incident_reports.created_at else ${promisedSince} end`,
    { id: 'incident_reports.id' },
  ),
  disputes: counted(sql`${disputes} d where d.status in ('inquiry', 'to_answer')`, sql`d.created_at`, {
    id: 'd.id',
    name: nameOf('d.user_id'),
  }),
  webhooks: counted(sql`${paymentEvents} where ${wantsHand}`, sql`${paymentEvents.receivedAt}`),
  refunds: counted(sql`${refunds} r where r.status = 'failed'`, sql`r.created_at`, {
    id: 'r.id',
    name: nameOf('r.user_id'),
  }),
  overdue: counted(sql`${userMemberships} m where ${isOverdue}`, sql`m.current_period_end`, { id: 'm.id' }),
  decisions: counted(
    sql`${membershipApplications} a where a.status = 'pending' and a.declined_at is not null`,
    sql`a.declined_at`,
    { id: 'a.id', name: sql`a.full_name` },
  ),
  votes: counted(open, sql`a.submitted_at`, { id: 'a.id', name: sql`a.full_name` }),
  hosts: counted(sql`${events} h where h.application_status = 'pending'`, sql`h.applied_at`, {
    id: 'h.id',
    name: nameOf('h.host_user_id'),
  }),
  enquiries: counted(sql`${contactInquiries} i where i.status = 'open'`, sql`i.created_at`, {
    id: 'i.id',
    name: sql`i.name`,
  }),
  reports: counted(sql`${communityReports} r where r.decision_id is null`, sql`r.created_at`, { id: 'r.id' }),
  appeals: counted(
    sql`${communityDecisions} d where d.appealed_at is not null and d.appeal_outcome is null`,
    sql`d.appealed_at`,
    { id: 'd.id', name: nameOf('d.author_id') },
  ),
  erasures: counted(sql`${erasureRequests} e where e.status = 'pending'`, sql`e.created_at`, {
    name: nameOf('e.user_id'),
  }),
  stallDocuments: counted(sql`${marketPapers} p where p.status = 'waiting'`, sql`p.created_at`, {
    id: 'p.id',
    name: nameOf('p.user_id'),
  }),
  stallExpiries: counted(sql`${marketPapers} p where ${runsOutFirst(on)}`, sql`p.decided_at`, {
    id: 'p.id',
    name: nameOf('p.user_id'),
  }),
  waitlist: counted(sql`${waitingList} w where w.status = 'pending' and w.converted_at is null`, sql`w.created_at`, {
    name: sql`w.first_name || ' ' || w.last_name`,
  }),
  registrations: counted(sql`${registrations} r where r.status = 'pending'`, sql`r.created_at`, {
    name: sql`r.first_name || ' ' || r.last_name`,
  }),
  mails: counted(sql`${mails} m where m.status = 'failed' and m.props is not null`, sql`m.created_at`, { id: 'm.id' }),
} satisfies Record<Exclude<Need, 'ballots'>, SQL>

const houseOfToday = prepared(db =>
  db
    .select({
      ...waiting,
      lateVotes: sql<number>`(select count(*)::int from ${open}
        and a.submitted_at < ${sql.placeholder('lateFrom')}::timestamptz)`,
      lateDecisions: sql<number>`(select count(*)::int from ${incidentReports} where ${awaitsDecision}
        and ${promisedSince} <= ${sql.placeholder('decisionsLateFrom')}::timestamptz)`,
      overduePeople: sql<{ userId: string; name: string; email: string }[]>`(
        select coalesce(json_agg(json_build_object('userId', p.id, 'name', p.name, 'email', p.email) order by p.name), '[]')
        from (select u.id, u.name, u.email from ${userMemberships} m join ${user} u on u.id = m.user_id
          where ${isOverdue} order by u.name limit ${sql.raw(String(named))}) p)`,
      committee: figuresAt(now),
      bookingsToday: sql<number>`(select count(*)::int from ${bookings} b where ${isToday})`,
      stillToCome: sql<number>`(select count(*)::int from ${bookings} b where ${isToday} and b.ends_at > ${now})`,
      coming: sql<Coming[]>`(
        select coalesce(json_agg(json_build_object('id', c.id, 'startsAt', c.starts_at, 'endsAt', c.ends_at,
          'facility', c.facility, 'person', c.person) order by c.starts_at, c.id), '[]')
        from (select b.id, b.starts_at, b.ends_at, t.name as facility, u.name as person
          from ${bookings} b join ${bookingTypes} t on t.id = b.booking_type_id join ${user} u on u.id = b.user_id
          where ${isToday} and b.ends_at > ${now} order by b.starts_at, b.id limit ${sql.raw(String(named))}) c)`,
      sessions: sql<SessionToday[]>`(
        select coalesce(json_agg(json_build_object('id', s.id, 'startTime', s.start_time, 'endTime', s.end_time,
          'person', s.client_name) order by s.start_time, s.id), '[]')
        from ${studioBookings} s where s.booking_date = ${on} and s.status <> 'cancelled')`,
      tours: sql<TourToday[]>`(
        select coalesce(json_agg(json_build_object('id', s.id, 'startTime', s.start_time, 'endTime', s.end_time,
          'people', s.booked_count) order by s.start_time, s.id), '[]')
        from ${tourSlots} s where s.tour_date = ${on} and s.status = 'active')`,
      inBuilding: countInside,
      eventsToday: sql<EventToday[]>`(
        select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'startTime', e.start_time, 'endTime', e.end_time,
          'people', e.registered_count) order by e.start_time, e.id), '[]')
        from ${events} e where e.event_date = ${on} and e.application_status = 'approved' and e.is_standing)`,
      tickets: sql<number>`(select count(*)::int from ${marketVisitorTickets} v where v.on = ${on})`,
      inside: sql<number>`(select count(*)::int from ${marketVisitorTickets} v where v.on = ${on} and v.status = 'used')`,
    })
    .from(sql`(select) nothing`)
    .prepare('house_of_today'),
)
