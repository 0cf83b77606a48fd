import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/transaction.ts'
import type { PointMoveType } from './inputs.ts'
import { userPoints } from './table.ts'

/** Points that a person can spend now, for a select. */
export const pointsOf = (userId: string | SQLWrapper) =>
  sql<number>`coalesce((select p.total_points from ${userPoints} p where p.user_id = ${userId}), 0)`

export interface PointMove {
  userId: string
  type: PointMoveType
  /** Negative for what is spent. */
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
