import { type SQL, sql } from 'drizzle-orm'
import { platformData } from '#platform/data-map.ts'
import type { Reader } from '#platform/db.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'
import type { Tx } from '#platform/work.ts'
import { columnsOf, type DataMapEntry, featureData, ownerCondition, whyNotErase } from './rules.ts'

/** Every table. The account comes last: others find their rows by the address that erasure overwrites there. */
export const dataMap: Record<string, DataMapEntry> = { ...featureData, ...platformData }

export interface PersonalExport {
  userId: string
  exportedAt: string
  /** For every table with something about the person: why we have it, how long, and the rows. */
  data: Record<string, { purpose: string; retention: string; rows: Record<string, unknown>[] }>
}

/**
 * Everything that the house holds about a person, by the data map, as one JSON value. Writes the export into the audit
 * log. NOT_FOUND when there is no such person.
 */
export async function exportPerson(tx: Tx, userId: string): Promise<PersonalExport> {
  await demandPerson(tx, userId)
  const data: PersonalExport['data'] = {}
  for (const [table, { owner, given, purpose, retention }] of Object.entries(dataMap)) {
    const columns = columnsOf(given)
    if (owner === null || columns.length === 0) continue
    const { rows } = await tx.execute<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(r) as row from (
        select ${sql.raw(columns.map(column => `"${column}"`).join(', '))} from ${sql.identifier(table)}
        where ${ofPerson(owner, userId)}) r`)
    if (rows.length > 0) data[table] = { purpose, retention, rows: rows.map(({ row }) => row) }
  }
  await tx.execute(sql`select audit_export(${userId})`)
  return { userId, exportedAt: tx.now.toISOString(), data }
}

/**
 * Takes the person out of every table, by the data map: what bookkeeping and safety need stays, about nobody. Refuses
 * with ERASURE_BLOCKED while something of theirs is still under way.
 */
export async function erasePerson(tx: Tx, userId: string): Promise<void> {
  await demandPerson(tx, userId)
  const why = await whyNotErasable(tx, userId, tx.cause.actorId)
  if (why) throw refusal('ERASURE_BLOCKED', why)
  for (const [table, { owner, erasure }] of Object.entries(dataMap)) {
    if (owner === null || erasure === 'keep') continue
    const rows = ofPerson(owner, userId)
    if (erasure === 'remove') await tx.execute(sql`delete from ${sql.identifier(table)} where ${rows}`)
    else {
      const blanks = Object.entries(erasure).map(([column, value]) => `"${column}" = ${value}`)
      await tx.execute(sql`update ${sql.identifier(table)} set ${sql.raw(blanks.join(', '))} where ${rows}`)
    }
  }
}

/** What stands in the way of erasing this person now; null when nothing does. */
export async function whyNotErasable(db: Reader, userId: string, actorId: string | null): Promise<string | null> {
  const { rows } = await db.execute<{
    roles: number
    subscriptions: number
    bookings: number
    orders: number
    refunds: number
    applications: number
  }>(sql`select
    (select count(*)::int from user_roles where user_id = ${userId}) as roles,
    (select count(*)::int from user_memberships where user_id = ${userId} and status = 'active' and stripe_subscription_id is not null) as subscriptions,
    (select count(*)::int from bookings where user_id = ${userId} and status <> 'cancelled' and ends_at > now()) as bookings,
    (select count(*)::int from orders where user_id = ${userId} and status = 'pending') as orders,
    (select count(*)::int from refunds r join orders o on o.id = r.order_id where o.user_id = ${userId} and r.status = 'pending') as refunds,
    (select count(*)::int from membership_applications where user_id = ${userId} and status = 'pending') as applications`)
  const found = rows[0]!
  return whyNotErase({
    isOneself: userId === actorId,
    roles: found.roles,
    hasSubscription: found.subscriptions > 0,
    upcomingBookings: found.bookings,
    pendingOrders: found.orders,
    openRefunds: found.refunds,
    openApplications: found.applications,
  })
}

async function demandPerson(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from ${user} where ${user.id} = ${userId} for update`)
  if (rows.length === 0) throw notFound('There is nobody with this ID.')
}

/** The map's condition with the person as a bound parameter. */
function ofPerson(owner: string, userId: string): SQL {
  const parts = ownerCondition(owner).split('$1')
  return sql.join(parts.flatMap((part, index) => (index === 0 ? [sql.raw(part)] : [sql`${userId}`, sql.raw(part)])))
}
