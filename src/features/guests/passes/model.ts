import { and, asc, count, eq, gt, gte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { holderFacts, newReadableCode, type Pass, type PassKind } from '#features/door/passes/model.ts'
import { asProblem, type Claims } from '#features/door/passes/rules.ts'
import { mostFound } from '#features/door/presence/inputs.ts'
import { asListed, whyNot as ofHolder, refuse } from '#features/door/refusals/rules.ts'
import { mailMember } from '#features/membership/memberships/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { profiles } from '#features/people/members/table.ts'
import { matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { guestArrivedMail } from './mail.tsx'
import { endOf, guestPass, guestRefusals, whyNot } from './rules.ts'
import { guestPasses } from './table.ts'

type Row = typeof guestPasses.$inferSelect

/**
 * How many passes a member's plan has in the calendar month of `now`, and how many of them are not given out; one that was
 * cancelled unused is given back (GST-04). One statement.
 */
export async function passesOfMonth(db: Reader, userId: string, now: Date): Promise<{ limit: number; left: number }> {
  const first = instantOf(`${calendarDate(now).slice(0, 7)}-01`, '00:00')
  const isGiven = or(ne(guestPasses.status, 'cancelled'), gt(guestPasses.timesUsed, 0))
  const given = db
    .select({ given: count() })
    .from(guestPasses)
    .where(and(eq(guestPasses.inviterUserId, userId), gte(guestPasses.createdAt, first), isGiven))
  const [row] = await db
    .select({ limit: membershipTiers.guestPassesPerMonth, given: sql<number>`(${given})::int` })
    .from(userMemberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .where(and(eq(userMemberships.userId, userId), isActiveMembership))
  return row ? { limit: row.limit, left: Math.max(0, row.limit - row.given) } : { limit: 0, left: 0 }
}

/** Writes a pass down with a code that nobody has. */
export async function newPass(
  tx: Tx,
  pass: Pick<Row, 'inviterUserId' | 'guestName' | 'guestEmail' | 'validUntil' | 'notes'>,
): Promise<Row> {
  const [row] = await tx
    .insert(guestPasses)
    .values({ ...pass, passCode: newReadableCode(), createdAt: tx.now })
    .returning()
  return row!
}

/** What the code of a pass says: good from when it was made until its last day ends. */
export function claimsOf({ id, createdAt, validUntil }: Pick<Row, 'id' | 'createdAt' | 'validUntil'>): Claims {
  return {
    kind: guestPass.mark,
    passId: id,
    personId: null,
    generation: 1,
    issuedAt: Math.floor(createdAt.getTime() / 1000) * 1000,
    validUntil: endOf(validUntil),
  }
}

/** What a guest's pass is to the door. */
export const guestPassKind: PassKind = {
  ...guestPass,

  async find(tx, { passId }, on) {
    if (passId === null) return null
    const [row] = await atDoor(tx).where(eq(guestPasses.id, passId)).for('update', { of: guestPasses })
    return row ? { pass: passOf(row.pass, row.host.name), problem: problemOf(row, on), waitMinutes: 0 } : null
  },

  async findTyped(tx, { characters }) {
    const [row] = await tx.select().from(guestPasses).where(eq(guestPasses.passCode, characters))
    return row ? claimsOf(row) : null
  },

  async byId(db, passId) {
    const [row] = await atDoor(db).where(eq(guestPasses.id, passId))
    return row ? passOf(row.pass, row.host.name) : null
  },

  // The check and the count are one step of the server: the pass is locked since `find` (GPS-05).
  enter: (tx, passId: SQL, at) =>
    tx
      .update(guestPasses)
      .set({
        timesUsed: sql`${guestPasses.timesUsed} + 1`,
        lastUsedAt: sql`greatest(${guestPasses.lastUsedAt}, ${at}::timestamptz)`,
        status: sql`case when ${guestPasses.status} = 'active' and ${guestPasses.timesUsed} + 1 >= ${guestPasses.usageLimit} then 'used' else ${guestPasses.status} end`,
      })
      .where(eq(guestPasses.id, passId))
      .returning({ id: guestPasses.id }),

  async takeBack(tx, passId, { left: entriesLeft }) {
    const { lastAt } = await entriesLeft()
    const left = sql`greatest(${guestPasses.timesUsed} - 1, 0)`
    await tx
      .update(guestPasses)
      .set({
        timesUsed: left,
        lastUsedAt: lastAt,
        status: sql`case when ${guestPasses.status} = 'used' and ${left} < ${guestPasses.usageLimit} then 'active' else ${guestPasses.status} end`,
      })
      .where(eq(guestPasses.id, passId))
  },

  async search(db, q, on) {
    const rows = await atDoor(db)
      .where(and(matching(q, guestPasses.guestName), eq(guestPasses.status, 'active'), gte(guestPasses.validUntil, on)))
      .orderBy(asc(sql`lower(${guestPasses.guestName})`), asc(guestPasses.id))
      .limit(mostFound)
    return rows.map(row => {
      const { name, note, entries } = passOf(row.pass, row.host.name)
      return {
        ...{ passId: row.pass.id, personId: null, name: name ?? '', ticketType: 'guest' as const, entries },
        ...(note !== undefined && { note }),
        ...asProblem(problemOf(row, on)),
      }
    })
  },

  guestName: passId => sql`(select g.guest_name from ${guestPasses} g where g.id = ${passId})`,

  /** The host hears that their guest is at the door, with the first entry. */
  async entered(tx, passId, at) {
    const [row] = await tx.select().from(guestPasses).where(eq(guestPasses.id, passId))
    if (!row) return
    await tx.announce({ to: { userId: row.inviterUserId }, kind: 'guests.arrived' })
    const { guestName } = row
    await mailMember(tx, row.inviterUserId, guestArrivedMail, { guestName, at: at.toISOString() })
  },

  async list(db, on) {
    const rows = await atDoor(db).where(gte(guestPasses.validUntil, on))
    return {
      closed: null,
      waitMinutes: 0,
      walkInPence: null,
      passes: rows.map(row => {
        const { entryLimit, note, ...pass } = passOf(row.pass, row.host.name)
        return {
          passId: row.pass.id,
          personId: null,
          name: pass.name,
          ticketType: pass.ticketType,
          generation: 1,
          ...asListed(problemOf(row, on)),
          entries: pass.entries,
          lastEntryAt: pass.lastEntryAt?.getTime() ?? null,
          pricePence: 0,
          ...(entryLimit !== undefined && { entryLimit }),
          ...(note !== undefined && { note }),
        }
      }),
    }
  },
}

const guestAccounts = alias(user, 'guest_accounts')
const guestProfiles = alias(profiles, 'guest_profiles')

/** Passes with what the door needs to know of the host, and whether the guest is somebody whom the house keeps out. */
const atDoor = (db: Reader) =>
  db
    .select({ pass: guestPasses, host: holderFacts, isGuestOnHold })
    .from(guestPasses)
    .innerJoin(user, eq(user.id, guestPasses.inviterUserId))
    .innerJoin(profiles, eq(profiles.userId, guestPasses.inviterUserId))

/**
 * Whether the guest's address is that of an account which is suspended or blocked, however it is spelt (decision 17): nobody
 * brings back in whom the house keeps out.
 */
const isGuestOnHold = sql<boolean>`exists (select from ${user} guest_accounts
  join ${profiles} guest_profiles on ${guestProfiles.userId} = ${guestAccounts.id}
  where ${guestAccounts.emailKey} = regexp_replace(lower(${guestPasses.guestEmail}), '\\+[^@]*@', '@')
  and ${guestProfiles.accountStatus} <> 'active')`
const problemOf = ({ pass, host, isGuestOnHold }: { pass: Row; host: Host; isGuestOnHold: boolean }, on: string) =>
  whyNot.letIn(pass, on) ??
  (ofHolder.letIn(host) ? refuse(guestRefusals, 'HOST_HELD') : null) ??
  (isGuestOnHold ? refuse(guestRefusals, 'GUEST_HELD') : null)

type Host = Parameters<typeof ofHolder.letIn>[0] & { name: string }

const passOf = (row: Row, host: string): Pass => ({
  id: row.id,
  personId: null,
  name: row.guestName,
  ticketType: 'guest',
  ticketCode: row.passCode,
  pricePence: 0,
  entries: row.timesUsed,
  lastEntryAt: row.lastUsedAt,
  entryLimit: row.usageLimit,
  note: [`Invited by ${host.includes('@') ? 'a member' : host}`, row.notes].filter(Boolean).join('. '),
})
