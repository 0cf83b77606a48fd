import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { orderId } from '#features/money/orders/inputs.ts'
import { whyNot } from '#features/money/orders/rules.ts'
import { listPage } from '#platform/db/list-page.ts'
import { heavy } from '#platform/heavy/heavy.ts'
import { demand } from '#platform/rpc/errors.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { ownPayments } from './inputs.ts'
import { type OrderThings, paymentFor } from './model.ts'
import { billOf, paperOf, tokenPartsOf, whyNotPrint } from './rules.ts'
import { payments } from './table.ts'

/** Own payments and the page of each, which leads to these things; part of `payments` in the router. */
export const receiptCalls = (things: OrderThings[]) => ({
  /** Own payments by card and at the desk, newest first: what was paid, every month of a plan too, and what still waits for it. */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own payments' })
    .input(ownPayments)
    .handler(({ input, context: { db, actor } }) => {
      const { id, description, status, amountPence, createdAt } = payments
      const select = db
        .select({ id, description, status, amountPence, createdAt })
        .from(payments)
        .where(
          and(
            eq(payments.userId, actor.userId),
            or(isNotNull(payments.paidAt), inArray(payments.status, ['pending', 'arranged'])),
          ),
        )
        .$dynamic()
      return listPage(db, select, input, { sort: { createdAt }, tie: id })
    }),

  /**
   * One payment with its lines, what was paid and how, and what went back, in pence; for whoever pays it and for admins.
   * NOT_FOUND for everybody else.
   */
  receipt: forSignedIn
    .route({ method: 'GET', summary: 'One payment, as a receipt' })
    .input(orderId)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { payment, person, givenBack, refusedBack } = await paymentFor(db, actor, input.id)
      const kind = things.find(each => each.kind === payment.kind)
      const isOwn = payment.userId === actor.userId
      const found = (await kind?.of(db, payment.id)) ?? []
      const pictures = found.some(({ shown }) => shown) ? await fact(picturesFact) : {}
      const { id, status, way, description, amountPence, creditPence, refundedPence, disputedPence, vat } = payment
      return {
        ...{ id, status, way, description, amountPence, creditPence, refundedPence, disputedPence, vat },
        ...{ createdAt: payment.createdAt, paidAt: payment.paidAt, expiresAt: payment.expiresAt },
        hasOrder: payment.orderId !== null,
        /** Something is kept for the payer until it is paid. */
        isHeld: !kind?.isTheirsUnpaid,
        person,
        isOwn,
        bill: billOf(payment),
        /** What tokens paid beside the card. */
        tokenParts: tokenPartsOf(found),
        givenBack,
        /** Of other payments that arrived for it and were refused. */
        refusedBack,
        things: found.map(({ paid, until, shown, ...thing }) => ({
          ...thing,
          ...(paid && (!until || until > now) && { paid }),
          ...(shown && { shown: { ...shown, seed: shown.picture, picture: pictures[shown.picture] ?? null } }),
        })),
        can: { pay: isOwn && whyNot.pay(payment, now) === null, print: whyNotPrint(payment) === null },
      }
    }),

  /**
   * The receipt of a payment as a PDF, for the same people. NOT_FOUND for everybody else, NOT_PAID while there is nothing to
   * receive, BUSY.
   */
  receiptFile: forSignedIn
    .route({ method: 'GET', summary: 'Receipt of a payment as a PDF' })
    .input(orderId)
    .handler(async ({ input, context: { db, fact, actor } }) => {
      const { payment, person, givenBack } = await paymentFor(db, actor, input.id)
      demand(whyNotPrint(payment))
      const { venueAddress, venueEmail } = await fact(settingsFact)
      const tokenParts = tokenPartsOf((await things.find(each => each.kind === payment.kind)?.of(db, payment.id)) ?? [])
      const paper = paperOf({ ...payment, tokenParts, person, givenBack }, { address: venueAddress, email: venueEmail })
      const bytes = await heavy('paper', actor.userId, threads => threads.paper(paper))
      return new File([new Uint8Array(bytes)], `receipt-${payment.id}.pdf`, { type: 'application/pdf' })
    }),
})
