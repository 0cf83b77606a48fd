import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/transaction.ts'
import type { PointMoveType } from './inputs.ts'
import { pointTransactions, userPoints } from './table.ts'

/** Points that a person can spend now, for a select. */
export const pointsOf = (userId: string | SQLWrapper) =>
  sql<number>`coalesce((select p.total_points from ${userPoints} p where p.user_id = ${userId}), 0)`

/** How often a cause moved points so far, and how many of them are with the person; for a select. `ref`: in SQL. */
export const movedBy = (userId: SQLWrapper, ref: SQLWrapper) =>
  sql<Moved>`(select jsonb_build_object('times', count(*), 'points', coalesce(sum(t.amount), 0)) from ${pointTransactions} t
    where t.user_id = ${userId} and (t.ref = ${ref} or starts_with(t.ref, ${ref} || ':')))`

interface Moved {
  times: number
  points: number
}

/** What is given, taken back and given again has one cause, and each of its movements a name of its own. */
export const refOf = (ref: string, { times }: Moved) => (times === 0 ? ref : `${ref}:${times}`)

export interface PointMove {
  userId: string
  type: PointMoveType
  /** Negative for what is spent or taken back. */
  amount: number
  description: string
  /** What causes it; the same cause moves points once. */
  ref: string
}

/**
 * Writes a movement of points, in one round trip. False when this cause has moved points already. Throws
 * INSUFFICIENT_POINTS when more is spent than is there.
 */
export async function movePoints(tx: Tx, { userId, type, amount, description, ref }: PointMove): Promise<boolean> {
  const { rows } = await tx.execute<{ is_new: boolean }>(
    sql`select move_points(${userId}, ${type}, ${amount}, ${description}, ${ref}, ${tx.now}) as is_new`,
  )
  return rows[0]!.is_new
}
