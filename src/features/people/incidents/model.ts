import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env.ts'
import { notFound, refusal } from '#platform/rpc/errors.ts'
import { idSignedFor, isSigned, signatureOf } from '#platform/signature.ts'
import { messages } from './inputs.ts'
import { decisionHours, type IncidentFacts, linkDays } from './rules.ts'
import { incidentReports, incidentResponses, incidentSendings } from './table.ts'

interface Bound {
  /** Of the incident. */
  id: string
  email: string
  /** Of the account; empty where the report went to an address alone. */
  uid: string
}

/** The link of a report: to this incident for this recipient alone, for thirty days (INC-01, decision 40). */
export function incidentUrl(env: Pick<Env, 'secret' | 'publicUrl'>, bound: Bound, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + linkDays * 86_400)
  const token = `${until}.${signatureOf(env, purpose, signed(bound, until))}`
  return `${env.publicUrl}/incident-response?${new URLSearchParams({ id: bound.id, email: bound.email, uid: bound.uid, token })}`
}

/**
 * Refuses a link that is not the house's own, or whose time is over, before anything is looked for: nobody learns by guessing
 * whether there is such an incident. INVALID_LINK.
 */
export function demandOwnLink(
  env: Pick<Env, 'secret'>,
  { token, ...bound }: Bound & { token: string },
  now: Date,
): void {
  const [until = '', signature = '', ...more] = token.split('.')
  const isOwn = more.length === 0 && isSigned(env, purpose, signed(bound, until), signature)
  if (!isOwn)
    throw refusal('INVALID_LINK', 'This link is not complete. Copy all of it from the email.', { status: 404 })
  if (now.getTime() >= Number(until) * 1_000)
    throw refusal('INVALID_LINK', `This link has ended: it works for ${linkDays} days. Write to us for another.`, {
      status: 404,
    })
}

/**
 * Refuses a link whose report is no longer noted as sent there: whom it was sent to has been erased. Until the transaction is over
 * nobody is erased meanwhile. INVALID_LINK.
 */
export async function demandSent(tx: Tx, { id, email }: Pick<Bound, 'id' | 'email'>): Promise<void> {
  const [sent] = await tx
    .select({ id: incidentSendings.id })
    .from(incidentSendings)
    .where(and(eq(incidentSendings.incidentId, id), eq(incidentSendings.email, email)))
    .limit(1)
    .for('share')
  if (!sent) throw refusal('INVALID_LINK', 'This link has ended. Write to us for another.', { status: 404 })
}

/** The incident with whether it is decided; nobody else changes it until the transaction is over. NOT_FOUND. */
export async function lockIncident(tx: Tx, id: string) {
  const { incidentType, severity, status, incidentDate, location } = incidentReports
  const [row] = await tx
    .select({ id: incidentReports.id, incidentType, severity, status, incidentDate, location, isDecided })
    .from(incidentReports)
    .where(eq(incidentReports.id, id))
    .for('update')
  if (!row) throw notFound(messages.notFound)
  return row
}

export const isDecided = sql<boolean>`${incidentReports.adminFinalResponse} is not null`

/** When the first answered of those who still wait to be told; in a statement over `incident_reports`. */
export const promisedSince = sql`(select min(p.submitted_at) from ${incidentResponses} p
  where p.incident_id = incident_reports.id and p.link_email like '%@%')`
/** A decision was promised and is not made, whatever the status. */
export const awaitsDecision = sql`(incident_reports.admin_final_response is null and ${promisedSince} is not null)`
/** Somebody of the office has to do with it: nobody looks into it yet, or a decision is promised. */
export const wantsOffice = sql`(incident_reports.status = 'open' or ${awaitsDecision})`

/** What is first to be looked at: decisions that are late at `now`, then those that are promised, then what is not over. */
export const urgencyAt = (now: Date) => sql`case
  when ${awaitsDecision} then case
    when ${promisedSince} <= ${new Date(now.getTime() - decisionHours * 3_600_000).toISOString()}::timestamptz then 3 else 2 end
  when incident_reports.status in ('open', 'investigating') then 1 else 0 end`

/** What the office is told: its lists and panels are read again. */
export const changed = { to: { role: 'admin' }, kind: 'incidents.changed' } as const

const r = incidentReports
/** What whoever is asked about an incident is told of it. */
export const shown = {
  incidentType: r.incidentType,
  severity: r.severity,
  incidentDate: r.incidentDate,
  location: r.location,
}
/** The same in a mail or an answer. */
export const factsOf = ({
  incidentDate,
  incidentType,
  severity,
  location,
}: Omit<IncidentFacts, 'incidentAt'> & { incidentDate: Date }): IncidentFacts => ({
  ...{ incidentType, severity, location },
  incidentAt: incidentDate.toISOString(),
})

/**
 * The id of the row of an opening, from what makes it the same one: incident, email, address, browser, and the id that its page
 * chose. So no id that somebody chooses takes the place of another's opening.
 */
export const openingId = (
  env: Pick<Env, 'secret'>,
  of: { opening: string; id: string; email: string; ipAddress: string; userAgent: string },
): string =>
  idSignedFor(env, 'incident opening', JSON.stringify([of.opening, of.id, of.email, of.ipAddress, of.userAgent]))

const purpose = 'incident response'
// As JSON, so that no two recipients have the same text.
const signed = ({ id, email, uid }: Bound, until: string) => JSON.stringify([id, email, uid, until])
