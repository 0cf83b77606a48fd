import type { Context } from 'hono'
import { html } from 'hono/html'
import { type Html, pagesBelow } from '../frame/page.ts'
import { declineMessage } from './cards.ts'

export const pages = pagesBelow('/dev/stripe')
export const { page, notFound } = pages

/** What went wrong at the last press of the button; the code comes with the address, the words are ours. */
export function declineNotice(c: Context): Html | string {
  const message = declineMessage(c.req.query('declined') ?? '')
  return message ? html`<p class="notice" role="alert" id="problem">${message}</p>` : ''
}

/** The fields of a card, filled with Stripe's test card. */
export function cardFields(name: string): Html {
  return html`
<label for="number">Card number</label>
<input id="number" name="number" value="4242 4242 4242 4242" inputmode="numeric" autocomplete="off" maxlength="30" required>
<div class="pair">
<div>
<label for="expiry">Expiry (MM / YY)</label>
<input id="expiry" name="expiry" value="12 / 34" inputmode="numeric" autocomplete="off" maxlength="10" required>
</div>
<div>
<label for="cvc">CVC</label>
<input id="cvc" name="cvc" value="123" inputmode="numeric" autocomplete="off" maxlength="4" required>
</div>
</div>
<label for="name">Name on card</label>
<input id="name" name="name" value="${name}" autocomplete="off" maxlength="200" required>`
}

export function day(at: number | null): string {
  if (at === null) return '–'
  return new Date(at * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    year: 'numeric',
  })
}
