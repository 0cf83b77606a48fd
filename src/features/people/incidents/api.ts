import { and, asc, desc, eq, inArray, notLike, type SQL, sql } from 'drizzle-orm'
import { ageOf } from '#platform/age.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { emailKey } from '#platform/mail/address.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { instantOf } from '#platform/time.ts'
import {
  decisionInput,
  followUpInput,
  incidentList,
  incidentOrder,
  incidentRef,
  messages,
  newIncident,
  sendInput,
  statusInput,
  typeWords,
} from './inputs.ts'
import { incidentDecidedMail, incidentReportMail } from './mail.tsx'
import {
  awaitsDecision,
  changed,
  factsOf,
  incidentUrl,
  lockIncident,
  promisedSince,
  shown,
  urgencyAt,
  wantsOffice,
} from './model.ts'
import { decisionDueAt, whyNot } from './rules.ts'
import { incidentLinkViews, incidentPeople, incidentReports, incidentResponses, incidentSendings } from './table.ts'

const r = incidentReports
/** So many of the last openings are read beside an incident. */
const viewsShown = 100

/** What happened in the house that should not have, whom it concerns, what they say, and what is decided. */
export const incidents = {
  /** Incident reports, what waits for the office first (INCA-02, INCA-33). */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Incident reports' })
      .input(incidentList)
      .handler(async ({ input, context: { db, now } }) => {
        const { q, status, severity, incidentType, wants } = input
        const select = db
          .select(listed)
          .from(r)
          .leftJoin(user, eq(user.id, r.reportedBy))
          .where(
            and(
              status && eq(r.status, status),
              severity && eq(r.severity, severity),
              incidentType && eq(r.incidentType, incidentType),
              wants && (wants === 'office' ? wantsOffice : awaitsDecision),
              matching(q, r.location, r.description, sql`${peopleOf()}`),
            ),
          )
          .$dynamic()
        const { incidentDate, createdAt, location } = r
        const sort = { incidentDate, createdAt, location, severity: severityOrder }
        const first = input.sort === incidentOrder ? urgencyAt(now) : undefined
        const page = await listPage(db, select, input, { sort, tie: r.id, first })
        return { ...page, rows: page.rows.map(row => told(row, now)) }
      }),
    {
      Recorded: row => row.createdAt,
      'Recorded by': row => row.reportedByName,
      Age: row => row.age,
      Type: row => typeWords[row.incidentType],
      Severity: row => row.severity,
      Status: row => row.status,
      When: row => row.incidentDate,
      Where: row => row.location,
      Description: row => row.description,
      People: row => row.people,
      'Actions taken': row => row.actionsTaken,
      'Needs follow-up': row => row.followUpRequired,
      'Follow-up': row => row.followUpNotes,
      'Sent to': row => row.sentTo,
      Answers: row => row.answers,
      'Decision promised by': row => row.dueAt,
      Decided: row => row.adminFinalResponseAt,
      Decision: row => row.adminFinalResponse,
    },
  ),

  /** One incident whole: people, to whom its report went, what was answered and who opened the link (INCA-03…05). NOT_FOUND. */
  one: forAdmin
    .route({ method: 'GET', summary: 'An incident report' })
    .input(incidentRef)
    .handler(async ({ input: { id }, context: { db, now } }) => {
      const [row] = await db.select(whole).from(r).leftJoin(user, eq(user.id, r.reportedBy)).where(eq(r.id, id))
      if (!row) throw notFound(messages.notFound)
      const responses = await db
        .select()
        .from(incidentResponses)
        .where(eq(incidentResponses.incidentId, id))
        .orderBy(asc(incidentResponses.submittedAt), asc(incidentResponses.id))
      const emailSentTo = row.emailSentTo.map(({ sentAt, ...to }) => ({ ...to, sentAt: new Date(sentAt) }))
      const views = row.views.map(({ viewedAt, ...view }) => ({ ...view, viewedAt: new Date(viewedAt) }))
      return { ...told(row, now), emailSentTo, responses, views }
    }),

  /** Records an incident, `open` (INCA-06, INCA-07). INCIDENT_AHEAD. */
  create: forAdmin
    .route({ summary: 'Record an incident' })
    .input(newIncident)
    .handler(({ input, context: { write, actor } }) =>
      write(async tx => {
        const { incidentOn, incidentTime, peopleInvolved, witnesses, ...facts } = input
        const incidentDate = instantOf(incidentOn, incidentTime)
        demand(whyNot.record(incidentDate, tx.now))
        const [row] = await tx
          .insert(r)
          .values({ ...facts, incidentDate, reportedBy: actor.userId, createdAt: tx.now, updatedAt: tx.now })
          .returning({ id: r.id })
        const { id } = row!
        const people = [
          ...peopleInvolved.map(one => ({ ...one, part: 'involved' as const, incidentId: id })),
          ...witnesses.map(one => ({ ...one, part: 'witness' as const, incidentId: id })),
        ]
        if (people.length > 0) await tx.insert(incidentPeople).values(people)
        await tx.announce(changed)
        return { id }
      }),
    ),

  /** Any status after any other (INCA-07); answers with the one before, for who takes it back. NOT_FOUND. */
  setStatus: forAdmin
    .route({ summary: 'Change the status of an incident' })
    .input(statusInput)
    .handler(({ input: { id, status }, context: { write } }) =>
      write(async tx => {
        const { status: was } = await lockIncident(tx, id)
        await tx.update(r).set({ status, updatedAt: tx.now }).where(eq(r.id, id))
        await tx.announce(changed)
        return { id, was }
      }),
    ),

  /** What was done, and what is still to do. NOT_FOUND; CHANGED_MEANWHILE with what is there when that is no longer what the caller read. */
  followUp: forAdmin
    .route({ summary: 'Note actions and follow-up of an incident' })
    .input(followUpInput)
    .handler(({ input: { id, was, ...noted }, context: { write } }) =>
      write(async tx => {
        const [present] = await tx.select().from(r).where(eq(r.id, id)).for('update')
        if (!present) throw notFound(messages.notFound)
        demand(whyNotEdit({ ...noted, was }, present))
        await tx
          .update(r)
          .set({ ...noted, updatedAt: tx.now })
          .where(eq(r.id, id))
        await tx.announce(changed)
        return { id }
      }),
    ),

  /** Deletes an incident with its people, sendings, answers and link views, at once and for good (INCA-08). NOT_FOUND. */
  remove: forAdmin
    .route({ summary: 'Delete an incident report' })
    .input(incidentRef)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        await lockIncident(tx, id)
        // What is about it goes with it: each of its tables says so.
        await tx.delete(r).where(eq(r.id, id))
        await tx.announce(changed)
        return { id }
      }),
    ),

  /**
   * Mails the report to members and to an address, once to each however often they are named, and notes to whom and when (INCA-11 …
   * INCA-14). Names, addresses and the link are the server's. CHANGED_MEANWHILE when it was sent since the form was opened.
   * NOT_FOUND.
   */
  send: forAdmin
    .route({ summary: 'Send an incident report' })
    .input(sendInput)
    .handler(({ input: { id, userIds, emails, email, seenCount }, context: { write, runtime } }) =>
      write(async tx => {
        const incident = await lockIncident(tx, id)
        demand(whyNot.send(await tx.$count(incidentSendings, eq(incidentSendings.incidentId, id)), seenCount))
        const isReached = and(inArray(user.id, userIds), notLike(user.email, '%.invalid'))
        const who = { userId: user.id, name: user.name, email: user.email }
        const members = userIds.length > 0 ? await tx.select(who).from(user).where(isReached) : []
        if (members.length < new Set(userIds).size) throw notFound('One of these members is not there any more.')
        const addresses = [...emails, email].filter(Boolean)
        const keys = addresses.map(emailKey)
        const known =
          keys.length === 0
            ? []
            : await tx
                .select({ ...who, key: user.emailKey })
                .from(user)
                .where(inArray(user.emailKey, keys))
        const typed = addresses.map(address => {
          const account = known.find(({ key }) => key === emailKey(address))
          return { userId: account?.userId ?? null, name: account?.name ?? '', email: address }
        })
        const to = new Map([...typed, ...members].map(one => [emailKey(one.email), one]))
        for (const { userId, name, email: address } of to.values()) {
          const url = incidentUrl(runtime.env, { id, email: address, uid: userId ?? '' }, tx.now)
          await tx.mail(
            incidentReportMail,
            { address, userId, relatesTo: relatesTo(id) },
            { ...factsOf(incident), name, url },
          )
        }
        const sent = [...to.values()].map(({ userId, email }) => ({ incidentId: id, userId, email, sentAt: tx.now }))
        await tx.insert(incidentSendings).values(sent)
        await tx.update(r).set({ updatedAt: tx.now }).where(eq(r.id, id))
        await tx.announce(changed)
        return { id, sent: sent.length }
      }),
    ),

  /**
   * The final decision, once (INCA-15, INCA-16); everybody who has answered is told at the address of their link, but with
   * `isNotMailed`. DECIDED,
   * NOT_FOUND.
   */
  decide: forAdmin
    .route({ summary: 'Write the final decision about an incident' })
    .input(decisionInput)
    .handler(({ input: { id, finalResponse, isNotMailed }, context: { write, actor } }) =>
      write(async tx => {
        const incident = await lockIncident(tx, id)
        demand(whyNot.decide(incident))
        await tx
          .update(r)
          .set({
            ...{ adminFinalResponse: finalResponse, adminFinalResponseAt: tx.now, adminFinalResponseBy: actor.userId },
            updatedAt: tx.now,
          })
          .where(eq(r.id, id))
        const { linkEmail, respondentName, userId, submittedAt } = incidentResponses
        const answered = isNotMailed
          ? []
          : await tx
              .selectDistinctOn([linkEmail], { id: incidentResponses.id, linkEmail, name: respondentName, userId })
              .from(incidentResponses)
              .where(and(eq(incidentResponses.incidentId, id), sql`${linkEmail} like '%@%'`))
              .orderBy(linkEmail, desc(submittedAt))
        for (const { id: responseId, linkEmail: address, name, userId } of answered)
          await tx.mail(
            incidentDecidedMail,
            { address, userId, relatesTo: `incident_responses/${responseId}` },
            { ...factsOf(incident), name, finalResponse },
          )
        await tx.announce(changed)
        return { id, told: answered.length }
      }),
    ),
}

/** What a mail about an incident is filed under. */
const relatesTo = (id: string) => `incident_reports/${id}`

/** Of an incident's other rows, in one value. */
const of = <T>(value: SQL, table: SQL) =>
  sql<T>`(select ${value} from ${table} x where x.incident_id = incident_reports.id)`
const peopleOf = () => of<string | null>(sql`string_agg(x.name, ', ' order by x.part, x.name)`, sql`${incidentPeople}`)
const severityOrder = sql`array_position(array['low', 'medium', 'high', 'critical'], ${r.severity})`

const listed = {
  ...{ id: r.id, ...shown, status: r.status, description: r.description },
  ...{ actionsTaken: r.actionsTaken, followUpRequired: r.followUpRequired, followUpNotes: r.followUpNotes },
  ...{ adminFinalResponse: r.adminFinalResponse, adminFinalResponseAt: r.adminFinalResponseAt },
  ...{ createdAt: r.createdAt, updatedAt: r.updatedAt, reportedBy: r.reportedBy, reportedByName: user.name },
  people: peopleOf(),
  sentTo: of<string | null>(sql`string_agg(x.email, ', ' order by x.sent_at, x.email)`, sql`${incidentSendings}`),
  answers: of<number>(sql`count(*)::int`, sql`${incidentResponses}`),
  firstAnswerAt: sql<Date | null>`${promisedSince}`.mapWith(incidentResponses.submittedAt),
}

interface Involved {
  name: string
  email: string
  role: string
}
interface Witness extends Omit<Involved, 'role'> {
  phone: string
}

interface Namesake {
  userId: string
  name: string
  email: string
}

type View = Omit<typeof incidentLinkViews.$inferSelect, 'viewedAt'> & { viewedAt: string }

const peopleAs = <T>(part: 'involved' | 'witness', extra: 'role' | 'phone') =>
  sql<
    T[]
  >`(select coalesce(json_agg(json_build_object('name', x.name, 'email', x.email, ${sql.raw(`'${extra}', x.${extra}`)})
    order by x.name, x.id), '[]') from ${incidentPeople} x where x.incident_id = incident_reports.id and x.part = ${part})`

const whole = {
  ...listed,
  peopleInvolved: peopleAs<Involved>('involved', 'role'),
  witnesses: peopleAs<Witness>('witness', 'phone'),
  /** Accounts that have the name of somebody whose address is not in the report. */
  namesakes: sql<
    Namesake[]
  >`(select coalesce(json_agg(json_build_object('userId', u.id, 'name', u.name, 'email', u.email)
      order by u.name, u.email), '[]') from ${user} u where u.email not like '%.invalid' and lower(u.name) in
    (select lower(x.name) from ${incidentPeople} x where x.incident_id = incident_reports.id and x.email = ''))`,
  emailSentTo: of<{ id: string | null; email: string; sentAt: string }[]>(
    sql`coalesce(json_agg(json_build_object('id', x.user_id, 'email', x.email, 'sentAt', x.sent_at) order by x.sent_at, x.email), '[]')`,
    sql`${incidentSendings}`,
  ),
  views: sql<
    View[]
  >`(select coalesce(json_agg(json_build_object('id', x.id, 'incidentId', x.incident_id, 'userId', x.user_id,
      'email', x.email, 'viewedAt', x.viewed_at, 'ipAddress', x.ip_address, 'userAgent', x.user_agent) order by x.viewed_at desc, x.id), '[]')
    from (select * from ${incidentLinkViews} v where v.incident_id = incident_reports.id
      order by v.viewed_at desc, v.id limit ${sql.raw(String(viewsShown))}) x)`,
  viewCount: of<number>(sql`count(*)::int`, sql`${incidentLinkViews}`),
  adminFinalResponseBy: r.adminFinalResponseBy,
  adminFinalResponseByName: sql<string | null>`(select d.name from ${user} d where d.id = ${r.adminFinalResponseBy})`,
}

/** A row with what follows from the time. */
const told = <Row extends { createdAt: Date; firstAnswerAt: Date | null; adminFinalResponse: string | null }>(
  row: Row,
  now: Date,
) => {
  const isDecided = row.adminFinalResponse !== null
  const dueAt = row.firstAnswerAt && !isDecided ? decisionDueAt(row.firstAnswerAt) : null
  const can = { decide: whyNot.decide({ isDecided }) === null }
  return { ...row, age: ageOf(row.createdAt, now), dueAt, isLate: dueAt !== null && dueAt <= now, can }
}
