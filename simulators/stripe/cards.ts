import type { Stripe } from 'stripe'
import { make, nowSeconds } from './samples.ts'
import { extraOf, save, type Work } from './store.ts'

/** Why a card was declined, in Stripe's words. */
export interface Decline {
  code: string
  decline_code: string
  message: string
}

/** What a person types on a payment page. */
export interface CardEntry {
  number: string
  expiry: string
  cvc: string
  name: string
}

/** What only the bank knows about a card. */
interface CardBehaviour {
  decline: string | null
  declinesLater: boolean
}

const declines: Record<string, Decline> = {
  generic_decline: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

/** Stripe's test cards: brand, country and what becomes of a payment. */
const testCards: Record<string, { brand: string; country?: string; decline?: string; declinesLater?: boolean }> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa' },
  '4000008260000000': { brand: 'visa', country: 'GB' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000002': { brand: 'visa', decline: 'generic_decline' },
  '4000000000009995': { brand: 'visa', decline: 'insufficient_funds' },
  '4000000000009987': { brand: 'visa', decline: 'lost_card' },
  '4000000000000069': { brand: 'visa', decline: 'expired_card' },
  '4000000000000127': { brand: 'visa', decline: 'incorrect_cvc' },
  '4000000000000119': { brand: 'visa', decline: 'processing_error' },
  '4000000000000341': { brand: 'visa', declinesLater: true },
}

/** What a payment page says about an entry that never reaches the bank. */
export const entryProblems = {
  number: 'Your card number is invalid.',
  not_a_test_card: 'Your card was declined. Your request was in test mode, but used a non test card.',
  expiry: "Your card's expiration date is incomplete or in the past.",
  cvc: "Your card's security code is incomplete.",
}
export type EntryProblem = keyof typeof entryProblems

/** Checks what was typed; the number itself is never stored, only what Stripe would keep of it. */
export async function createPaymentMethod(
  work: Work,
  entry: CardEntry,
  billing: { email: string | null; customer: string | null },
): Promise<Stripe.PaymentMethod | EntryProblem> {
  const number = entry.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return 'number'
  const card = testCards[number]
  if (!card) return 'not_a_test_card'
  const expiry = readExpiry(entry.expiry)
  if (!expiry) return 'expiry'
  if (!/^\d{3,4}$/.test(entry.cvc.trim())) return 'cvc'
  const sample = make('payment_method', {})
  const behaviour: CardBehaviour = {
    decline: card.decline ?? null,
    declinesLater: card.declinesLater ?? false,
  }
  return save(
    work,
    {
      ...sample,
      billing_details: {
        address: { city: null, country: 'GB', line1: null, line2: null, postal_code: null, state: null },
        email: billing.email,
        name: entry.name || null,
        phone: null,
        tax_id: null,
      },
      card: {
        ...sample.card!,
        brand: card.brand,
        country: card.country ?? 'US',
        display_brand: card.brand,
        exp_month: expiry.month,
        exp_year: expiry.year,
        generated_from: null,
        last4: number.slice(-4),
        networks: { available: [card.brand], preferred: null },
        wallet: null,
      },
      customer: billing.customer,
    },
    behaviour,
  )
}

/** The bank's answer to a payment, or null when it agrees. Uses up "decline next card". */
export async function askBank(work: Work, paymentMethod: string | null, isLater: boolean): Promise<Decline | null> {
  const { rowCount } = await work.client.query(
    'update simulator_stripe.settings set decline_next = false where decline_next',
  )
  if (rowCount) return declines.generic_decline!
  if (!paymentMethod) return declines.generic_decline!
  if (isLater) {
    const asked = await work.client.query(
      'update simulator_stripe.settings set confirm_next = false where confirm_next',
    )
    if (asked.rowCount) return declines.authentication_required!
  }
  const behaviour = await extraOf<CardBehaviour>(work, paymentMethod)
  if (isLater && behaviour.declinesLater) return declines.generic_decline!
  return behaviour.decline ? (declines[behaviour.decline] ?? declines.generic_decline!) : null
}

/** The sentence a payment page shows for a code, never text that came with the address. */
export function declineMessage(code: string): string | null {
  return declines[code]?.message ?? (code in entryProblems ? entryProblems[code as EntryProblem] : null)
}

function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text)
  if (!match) return null
  const month = Number(match[1])
  const year = Number(match[2]) + (match[2]!.length === 2 ? 2000 : 0)
  if (month < 1 || month > 12) return null
  return Date.UTC(year, month, 1) / 1000 > nowSeconds() ? { month, year } : null
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
