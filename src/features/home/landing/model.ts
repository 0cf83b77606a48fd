import { and, asc, eq } from 'drizzle-orm'
import { aboutEvent, eventColumns, isInTime, isListed, pictureOf } from '#features/events/events/model.ts'
import { typeWords } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import { contactOf, sectionOf, sectionsFact } from '#features/home/pages/model.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { comingOf, marketDaysFact } from '#features/market/days/model.ts'
import { planFact } from '#features/market/pitches/model.ts'
import { onOffer } from '#features/market/pitches/rules.ts'
import { memberPricePence } from '#features/market/tickets/rules.ts'
import { activeTiersFact } from '#features/membership/tiers/model.ts'
import { spaces as rooms } from '#features/spaces/rooms/table.ts'
import { fact, type ReadFact } from '#platform/db/facts.ts'
import type { Reader } from '#platform/db/pool.ts'
import { systemCause, type Tx, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate } from '#platform/time.ts'
import { heroContent, heroStart } from './inputs.ts'
import { landingFeatures, ourSpaces } from './table.ts'

/** Active cards of the landing page in their order (HOME-07). */
const featuresFact = fact({
  tables: [landingFeatures],
  read: db =>
    db
      .select({
        id: landingFeatures.id,
        title: landingFeatures.title,
        description: landingFeatures.description,
        iconName: landingFeatures.iconName,
        linkUrl: landingFeatures.linkUrl,
        linkText: landingFeatures.linkText,
      })
      .from(landingFeatures)
      .where(eq(landingFeatures.isActive, true))
      .orderBy(asc(landingFeatures.displayOrder), asc(landingFeatures.title)),
})

const spacesFact = fact({
  tables: [ourSpaces],
  read: db =>
    db
      .select({
        id: ourSpaces.id,
        title: ourSpaces.title,
        description: ourSpaces.description,
        imageKey: ourSpaces.imageKey,
        linkUrl: ourSpaces.linkUrl,
      })
      .from(ourSpaces)
      .where(eq(ourSpaces.isActive, true))
      .orderBy(asc(ourSpaces.displayOrder), asc(ourSpaces.title)),
})

/** Active spaces in their order, each with its picture (HOME-10). */
export async function activeSpaces(fact: ReadFact) {
  const [spaces, pictures] = await Promise.all([fact(spacesFact), fact(picturesFact)])
  return spaces.map(row => ({ ...row, picture: pictures[row.imageKey] ?? null }))
}

export type Landing = Awaited<ReturnType<typeof readLanding>>

/** Everything that the landing page shows (HOME-02…05, HOME-12), without a person; most often without a statement: only events, where visitors may see them, are read. */
export async function readLanding(fact: ReadFact, db: Reader, now: Date) {
  const [settings, sections, pictures] = await Promise.all([fact(settingsFact), fact(sectionsFact), fact(picturesFact)])
  const [features, spaces, next, tiers] = await Promise.all([
    fact(featuresFact),
    activeSpaces(fact),
    nextMarketDay(fact, now),
    fact(activeTiersFact),
  ])
  const hero = sectionOf(sections, 'hero', heroContent) ?? heroStart
  return {
    hero: { ...hero, picture: pictures[hero.imageUrl] ?? pictures.hero ?? null },
    place: settings.landingPlace,
    size: settings.landingSize,
    plans: tiers.map(({ slug, name, pricePence, weeklyTokens }) => ({ slug, name, pricePence, weeklyTokens })),
    features,
    spaces,
    events: settings.pagesOpenToVisitors.includes('/events') ? await eventsToCome(db, pictures, now) : null,
    market: {
      words: settings.landingMarket,
      next,
      guestPence: settings.guestEntryPence,
      memberPence: memberPricePence(next?.on ?? calendarDate(now), settings),
      membersEnterFreeUntil: settings.membersEnterFreeUntil,
      picture: pictures.market ?? null,
    },
    contact: contactOf(settings),
  }
}

/** So many of the next events stand on the page, where visitors may open them (decision 4). */
const eventsShown = 3

async function eventsToCome(db: Reader, pictures: Awaited<ReturnType<typeof picturesFact.read>>, now: Date) {
  const { id, name, eventType, eventDate, startTime, endTime, place, image, imageAlt, imageFocus } = eventColumns
  const rows = await db
    .select({
      ...{ id, name, eventType, eventDate, startTime, endTime, place, image, imageAlt, imageFocus },
      about: aboutEvent,
    })
    .from(events)
    .leftJoin(rooms, eq(rooms.id, events.spaceId))
    .where(and(isListed, isInTime('upcoming', now)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(eventsShown)
  return rows.map(({ image: key, imageAlt: alt, imageFocus: focus, eventType: type, ...row }) => ({
    ...row,
    kind: typeWords[type],
    eventType: type,
    picture: pictureOf({ image: key, imageAlt: alt, imageFocus: focus }, pictures),
  }))
}

/** The next market day that is on, today included until it closes; null when none is planned. */
export async function nextMarketDay(fact: ReadFact, now: Date) {
  const day = comingOf(await fact(marketDaysFact), now)
  if (!day) return null
  const { on, opensAt, closesAt } = day
  return { on, opensAt, closesAt, stalls: onOffer(day, await fact(planFact)) }
}

/** Puts the texts that the house comes with on the landing page, where there are none yet. */
export async function installTexts(tx: Tx): Promise<void> {
  const [feature] = await tx.select({ id: landingFeatures.id }).from(landingFeatures).limit(1)
  if (!feature) await tx.insert(landingFeatures).values(features)
  const [space] = await tx.select({ id: ourSpaces.id }).from(ourSpaces).limit(1)
  if (!space) await tx.insert(ourSpaces).values(spaces)
}

/** The same at the very first start. */
export async function installFirstTexts(runtime: Runtime): Promise<void> {
  const [any] = await runtime.db.select({ id: landingFeatures.id }).from(landingFeatures).limit(1)
  if (!any) await transact(runtime, systemCause(runtime.clock.now(), { requestId: 'first start' }), installTexts)
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
    description: 'Once a month the ground floor becomes a market, and members walk in with a code on their phone.',
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
    description: 'There is somebody at the door from morning to evening, seven days a week. Coffee is on.',
    iconName: 'Coffee',
    linkUrl: '/contact',
    linkText: 'Where we are',
  },
].map((feature, displayOrder) => ({ ...feature, displayOrder }))

// What cannot be booked online leads to where it can be had.
const elsewhere: Record<string, string> = { 'market-stall': '/market-tickets', 'event-space': '/event-space' }

const spaces: (typeof ourSpaces.$inferInsert)[] = [
  ['coworking-space', 'Coworking', 'Desks with lamps and lockers beside the print room.'],
  ['event-space', 'The Hall', 'A stage, 180 seats and a bar that folds into the wall.'],
  ['music-studio', 'Music Studio', 'Drum kit, piano, two amplifiers, thick walls.'],
  ['meeting-room', 'Meeting Room', 'A table for ten, a screen and a door that closes.'],
  ['photography-studio', 'Photography Studio', 'Infinity cove, colorama, continuous light.'],
  ['photo-podcast-studio', 'Photo & Podcast Studio', 'Portraits in the morning, an episode after lunch.'],
  ['podcast-studio', 'Podcast Studio', 'Four voices, one button.'],
  ['market-stall', 'The Market', 'Stalls on the ground floor, once a month.'],
].map(([imageKey, title, description], displayOrder) => ({
  imageKey: imageKey!,
  title: title!,
  description: description!,
  linkUrl: elsewhere[imageKey!] ?? '/bookings',
  displayOrder,
}))
