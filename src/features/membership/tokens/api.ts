import { eq } from 'drizzle-orm'
import { readSettings, settingsFact } from '#features/house/settings/model.ts'
import { checkout } from '#features/money/orders/model.ts'
import { listPage } from '#platform/db/list-page.ts'
import { forPaidMember, forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { historyList, purchase } from './inputs.ts'
import { balanceOf, tokenBalance, tokenOrders } from './model.ts'
import { presetsAt, unitPricePence } from './rules.ts'
import { tokenTransactions } from './table.ts'

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

  /** Own movements of tokens, newest first, and the balance. */
  history: forSignedIn
    .route({ method: 'GET', summary: 'Own token movements' })
    .input(historyList)
    .handler(async ({ input, context: { db, actor } }) => {
      const { id, type, amount, balanceAfter, description, createdAt, seq, userId } = tokenTransactions
      const select = db
        .select({ id, type, amount, balanceAfter, description, createdAt, balance: balanceOf(actor.userId) })
        .from(tokenTransactions)
        .where(eq(userId, actor.userId))
        .$dynamic()
      const page = await listPage(db, select, input, { sort: { createdAt }, tie: seq })
      const balance = page.rows[0]?.balance ?? (await tokenBalance(db, actor.userId))
      return { ...page, rows: page.rows.map(({ balance: _, ...row }) => row), balance }
    }),
}
