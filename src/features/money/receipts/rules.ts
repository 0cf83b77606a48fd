import { type Way, wayWords } from '#features/money/orders/inputs.ts'
import { orderTotal } from '#features/money/orders/rules.ts'
import type { RefundStatus } from '#features/money/refunds/inputs.ts'
import { formatSum } from '#features/money/refunds/rules.ts'
import type { Paper, PaperSum } from '#platform/paper.ts'
import type { Problem } from '#platform/problem.ts'
import { formatDate, formatMoney, formatTokens } from '#platform/words.ts'

/**
 * What a refund has come to for whoever is paid back: how far it is at the provider, or that it went `atDesk`; `never` when the desk
 * had entered a payment that was none, so that no money goes anywhere.
 */
export type Outcome = RefundStatus | 'atDesk' | 'never'

/** Money that went back, or is on its way. */
export interface GivenBack {
  id: string
  /** In the smallest unit of the currency. */
  pence: number
  currency: string
  reason: string
  outcome: Outcome
  at: Date
  /** VAT that went back with it; 0 without. */
  vatPence: number
}

/** It was no payment at all: the desk entered it by mistake, and took it out again. */
export const wasNever = (givenBack: readonly Pick<GivenBack, 'outcome'>[]): boolean =>
  givenBack.some(({ outcome }) => outcome === 'never')

export interface Vat {
  vatPercent: number
  vatNumber: string
  /** Within what was paid. */
  vatPence: number
}

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

/** What tokens paid of an order beside the card. */
export interface TokenPart {
  label: string
  tokens: number
}

/** A line for each thing of an order that tokens paid for. */
export const tokenPartsOf = (things: readonly { label: string; tokens?: number }[]): TokenPart[] =>
  things.flatMap(({ label, tokens = 0 }) => (tokens > 0 ? [{ label, tokens }] : []))

/** The sum of a bill: `£40`, or `8 tokens and £40`. */
export function totalWords(totalPence: number, tokenParts: readonly TokenPart[]): string {
  const tokens = tokenParts.reduce((sum, part) => sum + part.tokens, 0)
  return tokens > 0 ? `${formatTokens(tokens)} and ${formatMoney(totalPence)}` : formatMoney(totalPence)
}

/** There is a receipt of whatever was paid, also when it has gone back since. */
export const whyNotPrint = ({ paidAt }: { paidAt: Date | null }): Problem | null =>
  paidAt ? null : { code: 'NOT_PAID', message: 'There is no receipt: this has not been paid.' }

/** `Includes VAT at 20%: £5.50`, as receipts say it. */
export const vatWords = ({ vatPercent }: Pick<Vat, 'vatPercent'>, vatPence: number): string =>
  `Includes VAT at ${vatPercent}%: ${formatMoney(vatPence)}`

interface Printed {
  id: string
  description: string
  lines: readonly { name: string; quantity: number; unitPence: number }[]
  way: Way
  amountPence: number
  creditPence: number
  refundedPence: number
  disputedPence: number
  paidAt: Date | null
  vat: Vat | null
  tokenParts: readonly TokenPart[]
  person: string
  givenBack: readonly GivenBack[]
}

/** The receipt of a payment on paper: what was bought, when, how it was paid and what has gone back so far. */
export function paperOf(paid: Printed, house: { address: string; email: string }): Paper {
  const { vat, paidAt, tokenParts } = paid
  const { parts, totalPence } = billOf(paid)
  return {
    title: 'Receipt',
    subject: paid.description,
    from: ['Exchange', ...linesOf(house.address), ...(vat ? [`VAT number ${vat.vatNumber}`] : [])],
    facts: [
      { label: 'Number', value: paid.id },
      { label: wasNever(paid.givenBack) ? 'Entered' : 'Paid', value: paidAt ? formatDate(paidAt, { year: true }) : '' },
      { label: wasNever(paid.givenBack) ? 'For' : 'Paid by', value: paid.person },
      { label: 'How', value: howPaid(paid) },
    ],
    sums: [
      {
        title: 'What was paid',
        rows: [
          ...tokenParts.map(({ label, tokens }) => ({ label, amount: formatTokens(tokens) })),
          ...parts.map(({ label, quantity, unitPence, pence }) => ({
            label,
            ...(quantity > 1 && { detail: `${quantity} × ${formatMoney(unitPence)}` }),
            amount: formatMoney(pence),
          })),
        ],
        total: { label: paidLabel(paid), amount: totalWords(totalPence, tokenParts) },
        notes: vat ? [vatWords(vat, vat.vatPence)] : [],
      },
      ...sumBack(paid),
    ],
    foot: [`Questions about this payment: ${house.email}`],
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter(line => line.trim() !== '')

/** Above the sum of what was paid. */
export function paidLabel({ way, givenBack, tokenParts }: Pick<Printed, 'way' | 'givenBack' | 'tokenParts'>): string {
  if (wasNever(givenBack)) return 'Entered as paid at the desk'
  if (way === 'desk') return 'Paid at the desk'
  return tokenParts.length > 0 ? 'Paid with tokens and by card' : 'Paid by card'
}

function howPaid({ way, amountPence, creditPence, tokenParts }: Printed): string {
  if (way === 'desk') return wayWords.desk
  if (tokenParts.length > 0) return 'By card, and with tokens'
  if (creditPence <= 0) return 'By card'
  return amountPence === 0 ? 'With credit' : 'By card, and with credit'
}

const arrival = {
  done: '',
  pending: 'on its way',
  failed: 'did not go through yet',
  settled: 'another way than by card',
  atDesk: 'at the desk',
  never: 'nothing was taken',
} as const

function sumBack(paid: Printed): PaperSum[] {
  const { refundedPence, disputedPence, amountPence, vat, givenBack: backs } = paid
  if (backs.length === 0 && disputedPence === 0) return []
  const vatPence = backs.reduce((sum, back) => sum + back.vatPence, 0)
  return [
    {
      title: wasNever(backs) ? 'What was struck from the books again' : 'What has gone back',
      rows: [
        ...backs.map(({ pence, currency, reason, outcome, at }) => ({
          label: reason,
          detail: [formatDate(at, { year: true }), arrival[outcome]].filter(Boolean).join(', '),
          amount: formatSum(pence, currency),
        })),
        ...(disputedPence > 0 ? [{ label: 'Taken back by your bank', amount: formatMoney(disputedPence) }] : []),
      ],
      total: {
        label: wasNever(backs) ? 'Paid' : 'Still paid',
        amount: formatMoney(Math.max(0, amountPence - refundedPence - disputedPence)),
      },
      notes:
        vat && vatPence !== 0 && !wasNever(backs)
          ? [`VAT that went back with it, at ${vat.vatPercent}%: ${formatMoney(vatPence)}`]
          : [],
    },
  ]
}
