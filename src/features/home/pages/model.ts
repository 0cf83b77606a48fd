import type { z } from 'zod'
import { homepageContent } from '#features/house/page-texts/table.ts'
import type { Settings } from '#features/house/settings/inputs.ts'
import { fact } from '#platform/db/facts.ts'
import { contactStart, type MembershipPlan, membershipPlans } from './inputs.ts'

/** What the venue wrote for the sections of its pages, by their key. */
export const sectionsFact = fact({
  tables: [homepageContent],
  async read(db) {
    const rows = await db
      .select({ key: homepageContent.sectionKey, content: homepageContent.content })
      .from(homepageContent)
    return Object.fromEntries(rows.map(({ key, content }) => [key, content])) as Sections
  },
})
export type Sections = Record<string, unknown>

/** One section as the venue wrote it; null when it wrote none, or one that does not fit. */
export function sectionOf<S extends z.ZodType>(sections: Sections, key: string, schema: S): z.output<S> | null {
  const parsed = schema.safeParse(sections[key] ?? undefined)
  return parsed.success ? parsed.data : null
}

/** How to reach the venue, always with the hours. */
export const contactOf = (settings: Settings) => ({
  ...contactStart(settings),
  opensAt: settings.opensAt,
  closesAt: settings.closesAt,
})

/** The plans that the venue wrote for /membership, or the four that it starts with (MEM-01). */
export const plansOf = (sections: Sections): MembershipPlan[] =>
  (sectionOf(sections, 'membership_plans', membershipPlans) ?? membershipPlans.parse({})).plans

/** The house as search engines have words for it: what it is, where, when it is open and how it is reached. */
export const houseData = (contact: ReturnType<typeof contactOf>, publicUrl: string) => ({
  '@type': ['LocalBusiness', 'EventVenue'],
  '@id': `${publicUrl}/#house`,
  name: 'Exchange',
  description: 'The house of people who make things: studios, desks, wellness, events and a monthly market.',
  url: `${publicUrl}/`,
  image: `${publicUrl}/icon-512.png`,
  address: { '@type': 'PostalAddress', streetAddress: contact.address, addressCountry: 'GB' },
  telephone: contact.phone,
  email: contact.email,
  openingHoursSpecification: {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    opens: contact.opensAt,
    closes: contact.closesAt,
  },
})

/** The fields of a letter to the house as its form has them, drawn before that comes. */
export const letterFields = [
  { label: 'Name', isWide: true, autoComplete: 'name', maxLength: 100 },
  { label: 'Email', kind: 'email', autoComplete: 'email', maxLength: 255 },
  { label: 'Phone', kind: 'tel', autoComplete: 'tel', maxLength: 20 },
  { label: 'Message', kind: 'long', maxLength: 2000 },
] as const
