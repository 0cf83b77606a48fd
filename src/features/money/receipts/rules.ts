import { orderTotal } from '#features/money/orders/rules.ts'

export interface BillPart {
  label: string
  quantity: number
  unitPence: number
  /** Pence; negative for what is taken off. */
  pence: number
}

/**
 * The lines of a bill, which add up to what the card pays or has paid, in pence. A plan's first payment may be another sum
 * than its price, by days of the month or a discount at the provider; credit is what it paid beside the card.
 */
export function billOf(order: {
  lines: readonly { name: string; quantity: number; unitPence: number }[]
  amountPence: number
  creditPence: number
}): { parts: BillPart[]; totalPence: number } {
  const single = (label: string, pence: number): BillPart => ({ label, quantity: 1, unitPence: pence, pence })
  const adjustedPence = order.amountPence + order.creditPence - orderTotal(order.lines)
  return {
    parts: [
      ...order.lines.map(({ name, quantity, unitPence }) => ({
        ...{ label: name, quantity, unitPence },
        pence: quantity * unitPence,
      })),
      ...(adjustedPence === 0 ? [] : [single(adjustedPence < 0 ? 'Taken off' : 'Added', adjustedPence)]),
      ...(order.creditPence === 0
        ? []
        : [single(order.creditPence > 0 ? 'Paid with your credit' : 'Owed from before', -order.creditPence)]),
    ],
    totalPence: order.amountPence,
  }
}
