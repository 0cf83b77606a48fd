import { sql } from 'drizzle-orm'
import { landingFeatures, ourSpaces } from '#features/home/landing/table.ts'
import { marketDays } from '#features/market/days/table.ts'
import { installCatalogue } from '#features/membership/tiers/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { installFacilities } from '#features/spaces/facilities/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { addDays, calendarDate, weekdayOf } from '#platform/time.ts'

/** Tiers, facilities, market days and the texts of the public pages. What is there already stays as it is. */
export async function seedHouse(tx: Tx): Promise<void> {
  if (await isEmpty(tx, membershipTiers)) await installCatalogue(tx, 'information')
  await installFacilities(tx)
  for (const on of ['2025-11-22', ...nextMarketDays(calendarDate(tx.now), 4)])
    await tx.insert(marketDays).values({ on }).onConflictDoNothing({ target: marketDays.on })
  if (await isEmpty(tx, landingFeatures)) await tx.insert(landingFeatures).values(features)
  if (await isEmpty(tx, ourSpaces)) await tx.insert(ourSpaces).values(spaces)
}

/** The fourth Saturday of each of the next months, from `today` on (decision 33). */
export function nextMarketDays(today: string, count: number): string[] {
  const days: string[] = []
  for (let on = addDays(today, 1); days.length < count; on = addDays(on, 1)) {
    const dayOfMonth = Number(on.slice(8))
    if (weekdayOf(on) === 'saturday' && dayOfMonth >= 22 && dayOfMonth <= 28) days.push(on)
  }
  return days
}

async function isEmpty(tx: Tx, table: typeof landingFeatures | typeof ourSpaces | typeof membershipTiers) {
  const { rows } = await tx.execute(sql`select 1 from ${table} limit 1`)
  return rows.length === 0
}

const features: (typeof landingFeatures.$inferInsert)[] = [
  {
    title: 'Rooms that are ready',
    description: 'Photography, podcast and music studios, meeting rooms and desks. Book a slot, bring your idea.',
    iconName: 'Camera',
    linkUrl: '/membership-info',
    linkText: 'Rooms and prices',
  },
  {
    title: 'Tokens instead of rent',
    description: 'Your membership fills your purse with tokens every week. They pay for rooms and never expire.',
    iconName: 'Ticket',
    linkUrl: '/membership-info',
    linkText: 'How tokens work',
  },
  {
    title: 'People beside you',
    description: 'Printers, potters, editors, drummers. A committee of members reads every application.',
    iconName: 'Users',
    linkUrl: '/join',
    linkText: 'Apply',
  },
  {
    title: 'A market of your own',
    description: 'Once a month the ground floor becomes a market. Members enter free and pay less for a stall.',
    iconName: 'Store',
    linkUrl: '/market-tickets',
    linkText: 'The next market',
  },
  {
    title: 'Sauna and ice bath',
    description: 'Down the stairs, behind the laundry door. Twenty minutes there saves two hours upstairs.',
    iconName: 'Heart',
    linkUrl: '/membership-info',
    linkText: 'Wellness',
  },
  {
    title: 'Open early, every day',
    description: 'Somebody of the house is in from morning to evening, seven days a week. Coffee is on.',
    iconName: 'Coffee',
    linkUrl: '/contact',
    linkText: 'Where we are',
  },
].map((feature, displayOrder) => ({ ...feature, displayOrder }))

const spaces: (typeof ourSpaces.$inferInsert)[] = [
  ['coworking-space', 'Coworking', 'Desks with lamps and lockers beside the print room.'],
  ['event-space', 'The Hall', 'A stage, 180 seats and a bar that folds into the wall.'],
  ['music-studio', 'Music Studio', 'Drum kit, piano, two amplifiers, thick walls.'],
  ['meeting-room', 'Meeting Room', 'A table for ten, a screen and a door that closes.'],
  ['photography-studio', 'Photography Studio', 'Infinity cove, colorama, continuous light.'],
  ['photo-podcast-studio', 'Photo & Podcast Studio', 'Portraits in the morning, an episode after lunch.'],
  ['podcast-studio', 'Podcast Studio', 'Four voices, one button.'],
  ['market-stall', 'The Market', 'Sixty stalls on the ground floor, once a month.'],
].map(([imageKey, title, description], displayOrder) => ({
  imageKey: imageKey!,
  title: title!,
  description: description!,
  linkUrl: imageKey === 'market-stall' ? '/market-tickets' : '/bookings',
  displayOrder,
}))
