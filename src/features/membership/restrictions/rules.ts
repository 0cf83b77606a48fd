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
      /** Tax that was added is no part of `amount`. */
      taxes?: { amount: number; tax_behavior: string }[] | null
      /** In seconds. */
      period: { start: number; end: number }
    }[]
  }
}

/** What of a person's money a block gives back, in pence. */
export interface GivenBack {
  unusedPence: number
  creditPence: number
}

/** An invoice of which some time is running, as far as it is backed by money: what its card payment left, and credit. */
export interface BackedInvoice extends TimedInvoice {
  total: number
}

/**
 * What a block gives back: the unused time, as far as what paid for it is still with the house, and the credit that the
 * provider keeps; together never more than cards have paid. `leftOf` says what is left of the card payment of an invoice.
 */
export function backOf(
  invoices: BackedInvoice[],
  {
    now,
    creditPence,
    heldPence,
    leftOf,
  }: { now: Date; creditPence: number; heldPence: number; leftOf(id: string): number },
): GivenBack {
  const running = invoices.filter(({ lines }) => lines.data.some(({ period }) => now.getTime() / 1000 < period.end))
  const backed = running.reduce((sum, { id, total, amount_paid }) => sum + leftOf(id!) + total - amount_paid, 0)
  const unused = Math.min(unusedPence(invoices, now), Math.max(0, backed), heldPence)
  return { unusedPence: unused, creditPence: Math.min(creditPence, heldPence - unused) }
}

/**
 * What is still unused of what was paid for a subscription, in pence: the share that is left of every line whose time is not
 * over, so that part months and changes of plan count as they were charged, also a change that counts from a later day. Never
 * less than nothing.
 */
export function unusedPence(invoices: TimedInvoice[], now: Date): number {
  const at = now.getTime() / 1000
  const lines = invoices.filter(({ status }) => status === 'paid').flatMap(({ lines }) => lines.data)
  const unused = lines.map(({ amount, discount_amounts: discounts, taxes, period: { start, end } }) => {
    const net = (discounts ?? []).reduce((left, discount) => left - discount.amount, amount)
    const added = (taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'exclusive')
    const paid = added.reduce((sum, tax) => sum + tax.amount, net)
    return at < end ? (paid * (end - Math.max(start, at))) / (end - start) : 0
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
