import { gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { OrderKind } from '#features/money/orders/model.ts'
import { addDays, mondayOf } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { LotType } from './inputs.ts'
import { ages, type WeekLot, weekRef } from './rules.ts'
import { tokenLots } from './table.ts'

/** Tokens that a person can spend now (TOK-07), for a select: the sum of amount minus used. */
export const balanceOf = (userId: string | SQLWrapper) =>
  sql<number>`(select coalesce(sum(t.amount - t.used), 0)::int from ${tokenLots} t where t.user_id = ${userId})`

/** The same, by itself. */
export async function tokenBalance(db: Reader, userId: string): Promise<number> {
  const { rows } = await db.execute<{ balance: number }>(sql`select ${balanceOf(userId)} as balance`)
  return rows[0]!.balance
}

/** What each person has left, for a join; whoever has nothing left has no row. */
export const leftByPerson = (db: Reader) =>
  db
    .select({
      userId: tokenLots.userId,
      balance: sql<number>`sum(${tokenLots.amount} - ${tokenLots.used})::int`.as('balance'),
      bought:
        sql<number>`(sum(${tokenLots.amount} - ${tokenLots.used}) filter (where ${tokenLots.type} = 'purchase'))::int`.as(
          'bought',
        ),
      oldestAt: sql<Date>`min(${tokenLots.allocatedAt})`.mapWith(tokenLots.allocatedAt).as('oldest_at'),
    })
    .from(tokenLots)
    .where(gt(tokenLots.amount, tokenLots.used))
    .groupBy(tokenLots.userId)
    .as('left_over')

/** How tokens come, as the account of the house tells them apart, and the lots that are meant. */
const comings = {
  weekly: sql`t.type = 'weekly'`,
  bonus: sql`t.type not in ('purchase', 'weekly', 'refund')`,
  bought: sql`t.type = 'purchase'`,
  returned: sql`t.type = 'refund'`,
}
type Coming = keyof typeof comings

/**
 * The account of the house's tokens: all that ever came, by how, and what of them was spent; and those that are out at `now`, by age
 * and by how they came, with how many people have them.
 */
export async function tokensOut(db: Reader, now: Date) {
  const starts = ages.map(({ days }) => days)
  const ways = Object.entries(comings) as [Coming, SQL][]
  const sumsOf = (what: SQL) =>
    sql.join(
      ways.map(([way, is]) => sql`${sql.param(way)}::text, coalesce(sum(${what}) filter (where ${is}), 0)`),
      sql`, `,
    )
  type Sums = Record<Coming, number>
  const { rows } = await db.execute<{ bucket: number; came: Sums; spent: Sums; people: number }>(sql`
    select width_bucket(extract(epoch from ${now}::timestamptz - t.allocated_at) / 86400, ${sql.param(starts)}::float8[]) as bucket,
      jsonb_build_object(${sumsOf(sql`t.amount`)}) as came, jsonb_build_object(${sumsOf(sql`t.used`)}) as spent,
      (count(distinct t.user_id) filter (where t.used < t.amount))::int as people
    from ${tokenLots} t group by 1`)
  const account = ways.map(([way]) => {
    const came = rows.reduce((sum, row) => sum + row.came[way], 0)
    const spent = rows.reduce((sum, row) => sum + row.spent[way], 0)
    return { way, came, spent, left: came - spent }
  })
  const byAge = ages.map(({ label }, index) => {
    const found = rows.find(({ bucket }) => bucket === index + 1)
    const out = (way: Coming) => (found ? found.came[way] - found.spent[way] : 0)
    return {
      ...{ age: label, bought: out('bought'), weekly: out('weekly'), returned: out('returned'), bonus: out('bonus') },
      people: found?.people ?? 0,
    }
  })
  return { account, rows: byAge }
}

export interface Grant {
  userId: string
  amount: number
  type: LotType
  description: string
  /** What causes the grant; the same cause grants once. */
  ref: string
}

/** Adds a lot, in one round trip. False when this cause has granted already. */
export async function grantTokens(tx: Tx, grant: Grant): Promise<boolean> {
  const movement = grant.type === 'purchase' ? 'credit' : 'bonus'
  const { rows } = await tx.execute<{ is_new: boolean }>(
    sql`select grant_tokens(${grant.userId}, ${grant.amount}, ${grant.type}, ${movement}, ${grant.description}, ${grant.ref}, ${tx.now}) as is_new`,
  )
  return rows[0]!.is_new
}

/** What lets weekly tokens come: the week itself, a first month or another plan that was paid, or the next month. */
export type WeekCause = 'week' | 'plan' | 'renewal'

/**
 * The tokens of the current week, for each person and week once, whatever plans they have in it (decision 11). A larger plan that
 * was paid within the week brings the difference for the days that are left. A plan that is younger than a week brings no more
 * than is paid of it; the rest comes with the next month. False when there is nothing to add.
 */
export async function grantWeek(
  tx: Tx,
  membership: { userId: string; currentPeriodEnd: Date | null; pausedFrom: Date | null },
  tier: { name: string; weeklyTokens: number },
  cause: WeekCause,
): Promise<boolean> {
  const { userId, currentPeriodEnd, pausedFrom } = membership
  if (tier.weeklyTokens === 0) return false
  const monday = mondayOf(calendarDate(tx.now))
  const paidUntil = pausedFrom && pausedFrom > tx.now ? pausedFrom : currentPeriodEnd
  const [starts, ends] = [instantOf(monday, '00:00'), instantOf(addDays(monday, 7), '00:00')]
  const { rows } = await tx.execute<{ is_new: boolean }>(
    sql`select grant_week(${userId}, ${tier.weeklyTokens}, ${`Weekly tokens, ${tier.name}`}, ${weekRef(userId, monday)}, ${weekRef(userId, addDays(monday, -7))},
      ${starts}::timestamptz, ${ends}::timestamptz, ${paidUntil}::timestamptz, ${cause}, ${tx.now}::timestamptz) as is_new`,
  )
  return rows[0]!.is_new
}

/** The weekly tokens of a person in a month of theirs and the week before it, oldest first: for a select. */
export const weekLots = (userId: SQLWrapper, periodStart: SQLWrapper) =>
  sql<
    LotRow[]
  >`(select coalesce(jsonb_agg(jsonb_build_object('amount', t.amount, 'monday', split_part(t.ref, ':', 3), 'at', t.allocated_at)
      order by t.allocated_at, t.id), '[]'::jsonb)
    from ${tokenLots} t where t.user_id = ${userId} and t.type = 'weekly' and t.allocated_at > ${periodStart} - interval '8 days')`

/** A `WeekLot` as the database puts it in words. */
export type LotRow = Omit<WeekLot, 'at'> & { at: string }

export interface Spend {
  amount: number
  description: string
  /** What the tokens are spent on; it spends once: repeating it is an error of the caller. */
  ref: string
}

/**
 * Takes tokens for all of `spends` or none, oldest lots first, across as many as needed (TOK-15), in one round trip. Throws
 * INSUFFICIENT_TOKENS with what is needed and what is there.
 */
export async function spendTokens(tx: Tx, userId: string, spends: readonly Spend[]): Promise<void> {
  if (spends.length === 0) return
  const amounts = spends.map(({ amount }) => amount)
  const words = spends.map(({ description }) => description)
  const refs = spends.map(({ ref }) => ref)
  const { rows } = await tx.execute<{ is_spent: boolean; present: number }>(
    sql`select * from spend_tokens(${userId}, ${sql.param(amounts)}::int[], ${sql.param(words)}::text[], ${sql.param(refs)}::text[], ${tx.now})`,
  )
  const { is_spent: isSpent, present: balance } = rows[0]!
  const needed = amounts.reduce((sum, amount) => sum + amount, 0)
  if (!isSpent)
    throw refusal('INSUFFICIENT_TOKENS', `You need ${needed} tokens but only have ${balance}`, {
      title: 'Insufficient tokens',
      needed,
      balance,
    })
}

/**
 * Gives back what was spent under these names, each once, as new lots, in one round trip. What the person owes goes to the house
 * first, as a movement of its own. Returns how many tokens came back, with those: 0 when nothing was spent under the names or it
 * was given back before.
 */
export async function returnTokens(tx: Tx, refs: readonly string[], description: string): Promise<number> {
  if (refs.length === 0) return 0
  const { rows } = await tx.execute<{ returned: number }>(
    sql`select return_tokens(${sql.param(refs)}::text[], ${description}, ${owedWords}, ${tx.now}) as returned`,
  )
  return rows[0]!.returned
}

/** Bought tokens: credited once per order, also when the money arrives late. */
export const tokenOrders: OrderKind = {
  name: 'tokens',
  async fulfil(tx, { id, userId, lines, description }) {
    const amount = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    await grantTokens(tx, {
      userId,
      amount,
      type: 'purchase',
      description: `Bought ${description}`,
      ref: `order:${id}`,
    })
    await tx.announce({ to: { userId }, kind: 'tokens.granted' })
    return { outcome: 'fulfilled' }
  },
  release: async () => {},
  async takeBack(tx, { id, userId, lines, refundedPence, lostPence }) {
    // Whole tokens of all that is gone by now. What was spent stays spent, and is owed should it ever come back.
    const due = Math.floor((refundedPence + lostPence) / lines[0]!.unitPence)
    await tx.execute(
      sql`select take_tokens_back(${userId}, ${id}, ${due}, 'Purchase given back', ${`${refundedPence + lostPence}`}, ${tx.now})`,
    )
    await tx.announce({ to: { userId }, kind: 'tokens.changed' })
  },
}

/** Of a movement that follows tokens coming back. */
const owedWords = 'Owed for a purchase that was given back'
