import { asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { comingDay } from '#features/market/model.ts'
import type { Settings } from '#features/venue/inputs.ts'
import { readSettings } from '#features/venue/model.ts'
import type { Reader } from '#platform/db.ts'
import type { FilePurpose } from '#platform/files.ts'
import { type ContactInfo, contactInfo, heroContent, type MembershipPlan, membershipPlans } from './inputs.ts'
import { homepageContent, landingFeatures, ourSpaces, siteImages } from './table.ts'

/** Pictures of public pages: everybody may see them, only the venue puts them there. */
export const siteImageFiles: FilePurpose = {
  name: 'site-image',
  accepts: ['jpeg', 'png', 'webp'],
  maxBytes: 5 * 1_048_576,
  isPrivate: false,
  mayUpload: actor => actor?.roles.includes('admin') ?? false,
  mayRead: async () => true,
}

/** A picture as a browser takes it: the best format first, each in several widths. */
export interface Picture {
  src: string
  width: number
  height: number
  sources: { mime: string; srcSet: string }[]
}

const formats = ['image/avif', 'image/webp', 'image/jpeg', 'image/png']

/** The pictures of these keys; a key without one is left out. */
export async function picturesOf(db: Reader, keys: string[]): Promise<Record<string, Picture>> {
  if (keys.length === 0) return {}
  const rows = await db.select().from(siteImages).where(inArray(siteImages.key, keys)).orderBy(asc(siteImages.width))
  const found: Record<string, Picture> = {}
  for (const key of new Set(rows.map(row => row.key))) {
    const mine = rows.filter(row => row.key === key)
    const sources = formats.flatMap(mime => {
      const files = mine.filter(row => row.mime === mime)
      return files.length > 0
        ? [{ mime, srcSet: files.map(({ fileId, width }) => `/files/${fileId} ${width}w`).join(', ') }]
        : []
    })
    // Browsers that know none of the formats take the last one, at its middle size.
    const plain = mine.filter(row => row.mime === sources.at(-1)?.mime)
    const { fileId, width, height } = plain[Math.floor(plain.length / 2)]!
    found[key] = { src: `/files/${fileId}`, width, height, sources }
  }
  return found
}

/** One section of the home page as the venue wrote it, or its default. A stored value that does not fit counts as not set. */
export async function readSection<S extends z.ZodType>(
  db: Reader,
  key: string,
  schema: S,
): Promise<z.output<S> | null> {
  const [row] = await db
    .select({ content: homepageContent.content })
    .from(homepageContent)
    .where(eq(homepageContent.sectionKey, key))
  const parsed = schema.safeParse(row?.content ?? undefined)
  return parsed.success ? parsed.data : null
}

/** How to reach the venue: the section that the venue edits, otherwise its settings; always with the hours. */
export async function readContact(db: Reader, settings: Settings) {
  const written = await readSection(db, 'contact_info', contactInfo)
  const info: ContactInfo = written ?? {
    address: settings.venueAddress,
    phone: settings.venuePhone,
    email: settings.venueEmail,
  }
  return { ...info, opensAt: settings.opensAt, closesAt: settings.closesAt }
}

export const readHero = async (db: Reader) => (await readSection(db, 'hero', heroContent)) ?? heroContent.parse({})

/** The plans that the venue wrote for /membership, or the four that it starts with (MEM-01). */
export async function readPlans(db: Reader): Promise<MembershipPlan[]> {
  const written = await readSection(db, 'membership_plans', membershipPlans)
  return (written ?? membershipPlans.parse({})).plans
}

/** Active cards of the landing page in their order (HOME-07). */
export const activeFeatures = (db: Reader) =>
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
    .orderBy(asc(landingFeatures.displayOrder), asc(landingFeatures.title))

/** Active spaces in their order, each with its picture (HOME-10). */
export async function activeSpaces(db: Reader) {
  const rows = await db
    .select({
      id: ourSpaces.id,
      title: ourSpaces.title,
      description: ourSpaces.description,
      imageKey: ourSpaces.imageKey,
      linkUrl: ourSpaces.linkUrl,
    })
    .from(ourSpaces)
    .where(eq(ourSpaces.isActive, true))
    .orderBy(asc(ourSpaces.displayOrder), asc(ourSpaces.title))
  const pictures = await picturesOf(
    db,
    rows.map(({ imageKey }) => imageKey),
  )
  return rows.map(row => ({ ...row, picture: pictures[row.imageKey] ?? null }))
}

export type Landing = Awaited<ReturnType<typeof readLanding>>

/** Everything that the landing page shows (HOME-02…05, HOME-12), without a person. */
export async function readLanding(db: Reader, now: Date) {
  const settings = await readSettings(db)
  const pictures = await picturesOf(db, ['hero', 'market'])
  return {
    hero: { ...(await readHero(db)), picture: pictures.hero ?? null },
    features: await activeFeatures(db),
    spaces: await activeSpaces(db),
    market: {
      next: await nextMarketDay(db, now),
      guestPence: settings.guestEntryPence,
      membersEnterFreeUntil: settings.membersEnterFreeUntil,
      picture: pictures.market ?? null,
    },
    contact: await readContact(db, settings),
  }
}

/** The next market day that is on, today included until it closes; null when none is planned. */
export async function nextMarketDay(db: Reader, now: Date) {
  const day = await comingDay(db, now)
  return day ? { on: day.on, opensAt: day.opensAt, closesAt: day.closesAt } : null
}
