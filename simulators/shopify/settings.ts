import { settingsIn } from '../frame/settings.ts'

/** What the control page can make go wrong, for every process at once. */
export interface Settings {
  delaySeconds: number
  /** No webhook leaves while it is on. */
  hold: boolean
  /** Everything answers 503. */
  down: boolean
  /** Both interfaces answer 402, as for a shop that is frozen. */
  paymentRequired: boolean
  /** How long an answer takes longer than usual. */
  slowMs: number
  /** Carts are refused with an error of the user's. */
  refuseCarts: boolean
  /** Answers are no JSON. */
  garbled: boolean
}

export const settings = settingsIn<Settings>('simulator_shopify', {
  delaySeconds: 'delay_seconds',
  hold: 'hold',
  down: 'down',
  paymentRequired: 'payment_required',
  slowMs: 'slow_ms',
  refuseCarts: 'refuse_carts',
  garbled: 'garbled',
})
