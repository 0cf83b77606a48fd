import { count, desc, eq } from 'drizzle-orm'
import { openOrder, startCheckout } from '#features/payments/model.ts'
import { readSettings } from '#features/venue/model.ts'
import { refusal } from '#platform/errors.ts'
import { paidMember, signedIn, visitor } from '#platform/rpc.ts'
import { historyList, purchase } from './inputs.ts'
import { tokenBalance } from './model.ts'
import { presets, unitPricePence } from './rules.ts'
import { tokenTransactions } from './table.ts'

const minuteMs = 60_000

export const tokens = {
  /** The price of a token now, in pence: the one setting, less the discount of the person asking (TOK-05, TOK-06). */
  price: visitor.route({ method: 'GET', summary: 'Price of a token' }).handler(async ({ context: { db, actor } }) => {
    const { tokenPricePence: basePence } = await readSettings(db)
    const discountPercent = actor?.membership?.tokenDiscountPercent ?? 0
    return {
      basePence,
      discountPercent,
      unitPence: unitPricePence(basePence, discountPercent),
      presets: [...presets],
      maxQuantity: 1_000,
    }
  }),

  /**
   * Opens the payment page for 1 to 1000 tokens; the amount comes from here, never from the browser. Paid members only
   * (UPGRADE_REQUIRED). "Invalid quantity", "Purchase failed".
   */
  buy: paidMember
    .route({ summary: 'Buy tokens' })
    .input(purchase)
    .handler(async ({ input: { quantity }, context }) => {
      const { actor, runtime } = context
      const orderId = await context.write(async tx => {
        const { tokenPricePence, holdMinutes } = await readSettings(tx)
        const discountPercent = actor.membership?.tokenDiscountPercent ?? 0
        return openOrder(tx, {
          userId: actor.userId,
          kind: 'tokens',
          description: quantity === 1 ? '1 token' : `${quantity} tokens`,
          lines: [{ name: 'Token', quantity, unitPence: unitPricePence(tokenPricePence, discountPercent) }],
          expiresAt: new Date(tx.now.getTime() + holdMinutes * minuteMs),
        })
      })
      try {
        const paths = {
          success: `/token-purchase?purchase=success&order=${orderId}`,
          cancel: '/token-purchase?purchase=cancelled',
        }
        return { orderId, ...(await startCheckout(runtime, orderId, paths)) }
      } catch (error) {
        if ((error as { code?: string }).code !== 'CHECKOUT_FAILED') throw error
        throw refusal('CHECKOUT_FAILED', 'Please try again.', { status: 424, title: 'Purchase failed' })
      }
    }),

  /** Own movements of tokens, newest first, and the balance. */
  history: signedIn
    .route({ method: 'GET', summary: 'Own token movements' })
    .input(historyList)
    .handler(async ({ input, context: { db, actor } }) => {
      const isOwn = eq(tokenTransactions.userId, actor.userId)
      const rows = await db
        .select({
          id: tokenTransactions.id,
          type: tokenTransactions.type,
          amount: tokenTransactions.amount,
          balanceAfter: tokenTransactions.balanceAfter,
          description: tokenTransactions.description,
          createdAt: tokenTransactions.createdAt,
        })
        .from(tokenTransactions)
        .where(isOwn)
        .orderBy(desc(tokenTransactions.createdAt), desc(tokenTransactions.seq))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(tokenTransactions).where(isOwn)
      return { rows, total, balance: await tokenBalance(db, actor.userId) }
    }),
}
