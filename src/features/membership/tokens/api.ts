import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { readSettings, settingsFact } from '#features/house/settings/model.ts'
import { checkout } from '#features/money/orders/model.ts'
import { listPage } from '#platform/db/list-page.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forPaidMember, forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { historyList, purchase } from './inputs.ts'
import { balanceOf, tokenBalance, tokenOrders } from './model.ts'
import { causeOf, presetsAt, unitPricePence } from './rules.ts'
import { tokenLots, tokenTransactions } from './table.ts'

export const tokens = {
  /**
   * The price of a token now, in pence: the one setting, less the discount of the person asking (TOK-05, TOK-06). It is the
   * same in every amount.
   */
  price: forVisitor
    .route({ method: 'GET', summary: 'Price of a token' })
    .handler(async ({ context: { fact, actor } }) => {
      const { tokenPricePence: basePence } = await fact(settingsFact)
      const discountPercent = actor?.membership?.tokenDiscountPercent ?? 0
      const unitPence = unitPricePence(basePence, discountPercent)
      return {
        basePence,
        discountPercent,
        unitPence,
        presets: presetsAt(() => unitPence),
        maxQuantity: 1_000,
      }
    }),

  /**
   * Opens the payment page for 1 to 1000 tokens; the amount comes from here, never from the browser. Paid members only
   * (UPGRADE_REQUIRED). "Invalid quantity", "Purchase failed".
   */
  buy: forPaidMember
    .meta({ spends: ['money'] })
    .route({ summary: 'Buy tokens' })
    .input(purchase)
    .handler(({ input: { quantity }, context }) =>
      checkout(context, {
        kind: tokenOrders,
        back: id => ({
          paid: `/token-purchase?purchase=success&order=${id}`,
          left: '/token-purchase?purchase=cancelled',
        }),
        failed: { title: 'Purchase failed', message: 'Purchase failed. Please try again.' },
        reserve: async (tx, open) => {
          const { tokenPricePence } = await readSettings(tx)
          const unitPence = unitPricePence(tokenPricePence, context.actor.membership?.tokenDiscountPercent ?? 0)
          const order = await open({
            description: quantity === 1 ? '1 token' : `${quantity} tokens`,
            lines: [{ name: 'Token', quantity, unitPence }],
          })
          return { orderId: order.id }
        },
      }),
    ),

  /** Own movements of tokens, newest first, each with what caused it, and the balance. */
  history: exportable(
    forSignedIn
      .route({ method: 'GET', summary: 'Own token movements' })
      .input(historyList)
      .handler(async ({ input, context: { db, actor } }) => {
        const { id, type, amount, balanceAfter, description, createdAt, seq, userId, ref } = tokenTransactions
        const select = db
          .select({ id, type, amount, balanceAfter, description, createdAt, ref, balance: balanceOf(actor.userId) })
          .from(tokenTransactions)
          .where(eq(userId, actor.userId))
          .$dynamic()
        const page = await listPage(db, select, input, { sort: { createdAt }, tie: seq })
        const balance = page.rows[0]?.balance ?? (await tokenBalance(db, actor.userId))
        return {
          ...page,
          rows: page.rows.map(({ balance: _, ref: name, ...row }) => ({ ...row, cause: causeOf(name) })),
          balance,
        }
      }),
    {
      When: row => row.createdAt,
      What: row => row.description,
      Tokens: row => row.amount,
      'Balance after': row => row.balanceAfter,
    },
  ),

  /** Own tokens by how they came, in the order in which they are spent (TOK-15); what is used up is left out. */
  lots: forSignedIn
    .route({ method: 'GET', summary: 'Own tokens by how they came' })
    .handler(({ context: { db, actor } }) => {
      const { id, type, amount, used, allocatedAt, userId } = tokenLots
      return db
        .select({ id, type, amount, left: sql<number>`${amount} - ${used}`, allocatedAt })
        .from(tokenLots)
        .where(and(eq(userId, actor.userId), gt(amount, used)))
        .orderBy(asc(allocatedAt), asc(id))
        .limit(1_000)
    }),
}
