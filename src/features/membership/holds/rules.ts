/** An invoice at the provider, as far as it says what was paid for which time. */
export interface TimedInvoice {
  id?: string | undefined
  status: string | null
  /** In pence, by card. */
  amount_paid: number
  lines: {
    data: {
      amount: number
      discount_amounts: { amount: number }[] | null
      /** In seconds. */
      period: { start: number; end: number }
    }[]
  }
}

/**
 * What is still unused of what was paid for a subscription, in pence: the share that is left of every line whose time is
 * running, so that part months and changes of plan count as they were charged. Never less than nothing.
 */
export function unusedPence(invoices: TimedInvoice[], now: Date): number {
  const at = now.getTime() / 1000
  const lines = invoices.filter(({ status }) => status === 'paid').flatMap(({ lines }) => lines.data)
  const unused = lines.map(({ amount, discount_amounts: discounts, period: { start, end } }) => {
    const paid = (discounts ?? []).reduce((left, discount) => left - discount.amount, amount)
    return start <= at && at < end ? (paid * (end - at)) / (end - start) : 0
  })
  return Math.max(0, Math.round(unused.reduce((sum, pence) => sum + pence, 0)))
}

/** Divides what goes back among the payments it came from, the latest first; none gives back more than is left of it. */
export function dividedAmong<Payment extends { leftPence: number }>(
  amountPence: number,
  payments: Payment[],
): (Payment & { amountPence: number })[] {
  let rest = amountPence
  return payments.flatMap(payment => {
    const part = Math.min(rest, payment.leftPence)
    rest -= part
    return part > 0 ? [{ ...payment, amountPence: part }] : []
  })
}
