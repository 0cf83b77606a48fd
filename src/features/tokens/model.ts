import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { OrderKind } from '#features/payments/model.ts'
import type { Reader } from '#platform/db.ts'
import { refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'
import type { Tx } from '#platform/work.ts'
import { tokenLots, tokenTransactions } from './table.ts'

/** Tokens that a person can spend now: the sum of amount minus used (TOK-07). */
export async function tokenBalance(db: Reader, userId: string): Promise<number> {
  const [row] = await db
    .select({ balance: sql<number>`coalesce(sum(${tokenLots.amount} - ${tokenLots.used}), 0)::int` })
    .from(tokenLots)
    .where(eq(tokenLots.userId, userId))
  return row!.balance
}

export interface Grant {
  userId: string
  amount: number
  type: (typeof tokenLots.$inferInsert)['type']
  description: string
  /** What causes the grant; the same cause grants once. */
  ref: string
}

/** Adds a lot. False when this cause has granted already. */
export async function grantTokens(tx: Tx, grant: Grant): Promise<boolean> {
  await lockBalance(tx, grant.userId)
  const [lot] = await tx
    .insert(tokenLots)
    .values({
      userId: grant.userId,
      amount: grant.amount,
      type: grant.type,
      ref: grant.ref,
      allocatedAt: tx.now,
    })
    .onConflictDoNothing({ target: tokenLots.ref })
    .returning({ id: tokenLots.id })
  if (!lot) return false
  await record(
    tx,
    grant.userId,
    grant.type === 'purchase' ? 'credit' : 'bonus',
    grant.amount,
    grant.description,
    `grant:${grant.ref}`,
  )
  return true
}

/**
 * Takes tokens, oldest lots first, across as many as needed (TOK-15). `ref` names the cause and spends once: repeating it
 * is an error of the caller. Throws INSUFFICIENT_TOKENS with what is there.
 */
export async function spendTokens(
  tx: Tx,
  spend: { userId: string; amount: number; description: string; ref: string },
): Promise<void> {
  await lockBalance(tx, spend.userId)
  const lots = await tx
    .select()
    .from(tokenLots)
    .where(and(eq(tokenLots.userId, spend.userId), gt(tokenLots.amount, tokenLots.used)))
    .orderBy(asc(tokenLots.allocatedAt), asc(tokenLots.id))
    .for('update')
  const balance = lots.reduce((sum, lot) => sum + lot.amount - lot.used, 0)
  if (balance < spend.amount)
    throw refusal('INSUFFICIENT_TOKENS', `You need ${spend.amount} tokens but only have ${balance}`, {
      title: 'Insufficient tokens',
      needed: spend.amount,
      balance,
    })
  let open = spend.amount
  for (const lot of lots) {
    const taken = Math.min(open, lot.amount - lot.used)
    if (taken === 0) break
    await tx
      .update(tokenLots)
      .set({ used: lot.used + taken })
      .where(eq(tokenLots.id, lot.id))
    open -= taken
  }
  await record(tx, spend.userId, 'debit', -spend.amount, spend.description, spend.ref)
}

/**
 * Gives back what the spend `ref` took, once, as a new lot. Returns how many tokens came back: 0 when nothing was spent
 * under that name or it was given back before.
 */
export async function returnTokens(tx: Tx, ref: string, description: string): Promise<number> {
  const [spent] = await tx.select().from(tokenTransactions).where(eq(tokenTransactions.ref, ref))
  if (!spent) return 0
  await lockBalance(tx, spent.userId)
  const [reversed] = await tx
    .select({ id: tokenTransactions.id })
    .from(tokenTransactions)
    .where(eq(tokenTransactions.reversesId, spent.id))
  if (reversed) return 0
  const amount = -spent.amount
  await tx
    .insert(tokenLots)
    .values({ userId: spent.userId, amount, type: 'refund', ref: `return:${ref}`, allocatedAt: tx.now })
  await record(tx, spent.userId, 'reversal', amount, description, `return:${ref}`, spent.id)
  return amount
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
    await tx.announce({ to: { userId }, kind: 'tokens.granted', refresh: ['tokens', 'members'] })
    return { outcome: 'fulfilled' }
  },
  release: async () => {},
}

// One person's tokens move in one transaction at a time: the row of the person is the lock, also when there is no lot yet.
async function lockBalance(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select 1 from ${user} where ${user.id} = ${userId} for no key update`)
}

async function record(
  tx: Tx,
  userId: string,
  type: (typeof tokenTransactions.$inferInsert)['type'],
  amount: number,
  description: string,
  ref: string,
  reversesId?: string,
) {
  await tx.insert(tokenTransactions).values({
    userId,
    type,
    amount,
    balanceAfter: await tokenBalance(tx, userId),
    description,
    ref,
    reversesId: reversesId ?? null,
    createdAt: tx.now,
  })
}
