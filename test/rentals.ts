import { admin, member, type Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { goodCard, pressPay, untilQuiet } from './payments.ts'

/** A rental as the office's form sends it. */
export const rentalOf = ({ id }: { id: string }, more: object = {}) => ({
  ...{ userId: id, studioName: 'Studio 3', monthlyRentAmount: 55_000, rentalStartDate: '2026-12-01' },
  ...more,
})

/** A rental that an admin adds for a member; its id. */
export async function addedRental(app: TestApp, more: object = {}, who?: Person): Promise<string> {
  const { id } = await app.as(await admin(app)).rentals.add(rentalOf(who ?? (await member(app)), more))
  return id
}

/** A rental whose member has been sent the page to pay on. */
export async function linkedRental(
  app: TestApp,
  more: object = {},
  who?: Person,
): Promise<{ id: string; url: string }> {
  const id = await addedRental(app, more, who)
  const { url } = await app.as(await admin(app)).rentals.createPayment({ rentalMemberId: id })
  return { id, url }
}

/** Follows a payment link to the page on which a card is entered. */
export async function openLink(url: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })
  await answer.text()
  return new URL(answer.headers.get('location') ?? '', url).href
}

/** Follows a payment link, pays, and lets everything happen that follows. */
export async function payLink(app: TestApp, url: string, number = goodCard): Promise<void> {
  await pressPay(await openLink(url), number)
  await untilQuiet(app)
}
