import { settingsIn } from '../frame/settings.ts'

/** What the control page can make go wrong, for every process at once. */
export interface Settings {
  delaySeconds: number
  /** No webhook leaves while it is on. */
  hold: boolean
  /** The next card payment is declined, whatever the card. */
  declineNext: boolean
  /** The next card payment without its payer waits until they confirm it. */
  confirmNext: boolean
  /** The REST interface answers 503. */
  down: boolean
}

export const settings = settingsIn<Settings>('simulator_stripe', {
  delaySeconds: 'delay_seconds',
  hold: 'hold',
  declineNext: 'decline_next',
  confirmNext: 'confirm_next',
  down: 'down',
})
