import { and, eq, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { messages } from '#features/people/incidents/inputs.ts'
import { incidentAnsweredMail, incidentDecidedMail } from '#features/people/incidents/mail.tsx'
import {
  changed,
  demandOwnLink,
  demandSent,
  factsOf,
  isDecided,
  lockIncident,
  openingId,
  shown,
} from '#features/people/incidents/model.ts'
import { incidentLinkViews, incidentResponses, incidentReports as r } from '#features/people/incidents/table.ts'
import { mails, user } from '#platform/db/tables.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forVisitor } from '#platform/rpc/procedures.ts'
import { openInput, responseInput } from './inputs.ts'
import { promiseOf, whyNotAnswer } from './rules.ts'

/** What whoever got the report of an incident does by its link, with a session or without; part of `incidents` in the router. */
export const responseCalls = {
  /**
   * `get` of the page of whoever got a link: what it is about and nothing more, and that it was opened, once for each `opening` from
   * one address and browser (INC-03, INCA-05, INCA-22). INVALID_LINK before anything is looked for, and once whom it was sent to is erased; NOT_FOUND once the
   * incident is deleted, RATE_LIMITED.
   */
  open: forVisitor
    .meta({ limit: { as: 'Incident links', points: 120, seconds: 3_600 } })
    .route({ summary: 'Open the link of an incident report' })
    .input(openInput)
    .handler(async ({ input: { opening, ...link }, context: { runtime, request, now, fact, write } }) => {
      demandOwnLink(runtime.env, link, now)
      const { linkViewMonths } = await fact(settingsFact)
      return write(async tx => {
        const { id, email, uid } = link
        const userId = sql<string | null>`(select ${user.id} from ${user} where ${user.id} = ${uid})`
        const [found] = await tx
          .select({
            ...shown,
            isDecided,
            status: r.status,
            decidedAt: r.adminFinalResponseAt,
            name: sql<string>`coalesce((${nameOfAccount(uid)}), '')`,
            ...answersBy(email),
          })
          .from(r)
          .where(eq(r.id, id))
        if (!found) throw notFound(messages.notFound)
        await demandSent(tx, link)
        const from = { ipAddress: request.ipAddress, userAgent: (request.userAgent ?? '').slice(0, 500) }
        const viewId = openingId(runtime.env, { opening, id, email, ...from })
        const [added] = await tx
          .insert(incidentLinkViews)
          .values({ id: viewId, incidentId: id, userId, email, viewedAt: tx.now, ...from })
          .onConflictDoNothing({ target: incidentLinkViews.id })
          .returning({ id: incidentLinkViews.id })
        if (added) await tx.announce(changed)
        const { incidentDate: _, answers, answeredAt, name, decidedAt, ...rest } = found
        return {
          ...factsOf({ ...rest, incidentDate: found.incidentDate }),
          ...{ name, email, answers, answeredAt, linkViewMonths },
          // When it was decided is told to whom a decision was promised.
          ...{ promise: promiseOf(found, tx.now), decidedAt: (answers > 0 && decidedAt?.toISOString()) || null },
          problem: whyNotAnswer(found)?.message ?? null,
        }
      })
    }),

  /**
   * `submit` of that page (INC-04, INCA-23): kept beside what was answered before, and the house is told at its own address. INVALID_LINK,
   * DECIDED, INCIDENT_OVER while it is resolved or closed, ANSWERED after five by one link, NOT_FOUND, RATE_LIMITED after 20 in an hour from one network.
   */
  answer: forVisitor
    .meta({ limit: { as: 'Incident responses', points: 20, seconds: 3_600 } })
    .route({ summary: 'Answer about an incident' })
    .input(responseInput)
    .handler(async ({ input: { id, email, uid, token, ...said }, context: { runtime, now, fact, write } }) => {
      demandOwnLink(runtime.env, { id, email, uid, token }, now)
      const { venueEmail } = await fact(settingsFact)
      return write(async tx => {
        const incident = await lockIncident(tx, id)
        await demandSent(tx, { id, email })
        const byLink = and(eq(incidentResponses.incidentId, id), eq(incidentResponses.linkEmail, email))
        demand(whyNotAnswer({ ...incident, answers: await tx.$count(incidentResponses, byLink) }))
        const userId = sql`(select ${user.id} from ${user} where ${user.id} = ${uid})`
        const [row] = await tx
          .insert(incidentResponses)
          .values({ ...said, incidentId: id, userId, linkEmail: email, submittedAt: tx.now })
          .returning({ id: incidentResponses.id })
        const about = { isHouse: true, relatesTo: `incident_responses/${row!.id}` }
        const answered = { ...factsOf(incident), id, name: said.respondentName }
        await tx.mail(incidentAnsweredMail, { address: venueEmail, ...about }, answered)
        await tx.announce(changed)
        return { id: row!.id }
      })
    }),
}

const nameOfAccount = (id: string) => sql`select u.name from ${user} u where u.id = ${id}`

/** What was answered by the link to this address, first and last, and whether the decision was sent there. */
const answersBy = (email: string) => {
  const own = sql`from ${incidentResponses} a where a.incident_id = incident_reports.id and a.link_email = ${email}`
  return {
    answers: sql<number>`(select count(*)::int ${own})`,
    answeredAt: sql<string | null>`(select to_json(max(a.submitted_at)) #>> '{}' ${own})`,
    firstAnswerAt: sql<Date | null>`(select min(a.submitted_at) ${own})`.mapWith(incidentResponses.submittedAt),
    /** The decision went to them by email, and did not come back. */
    isTold: sql<boolean>`exists (select from ${mails} m where m.template = ${incidentDecidedMail.name}
      and m.status in ('queued', 'sent') and m.relates_to in (select 'incident_responses/' || a.id ${own}))`,
  }
}
