import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { createdAt, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { visibilities } from './inputs.ts'

/** Removes a picture of an erased member's profile; run in jobs.ts. */
export const dropErasedPicture: QueuedJob<{ id: string }> = {
  name: 'creatives.drop-erased-picture',
  payload: z.object({ id: z.string().max(100) }),
}

/**
 * What a member says of themselves and their work. `slug` is the address, given by the name when others may see it first, and anew when
 * somebody of another name saves it; the former one leads there.
 */
export const creativeProfiles = pgTable(
  'creative_profiles',
  {
    userId: personId()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    slug: text().unique(),
    role: text().notNull().default(''),
    specialty: text().notNull().default(''),
    bio: text().notNull().default(''),
    /** Addresses that begin with https. */
    portfolioLinks: text().array().notNull().default(sql`'{}'`),
    showsEmail: boolean().notNull().default(false),
    /** Open to collaborate. */
    isOpen: boolean().notNull().default(false),
    visibility: word(visibilities).notNull().default('nobody'),
    /** The key of their picture among those of the house (`site_images`). */
    picture: text(),
    createdAt: createdAt(),
    changedAt: createdAt(),
  },
  t => [
    index().on(t.visibility),
    index().on(t.picture).where(sql`${t.picture} is not null`),
    isOneOf('creative_profiles_visibility', t.visibility, visibilities),
    check('creative_profiles_whole', sql`${t.visibility} = 'nobody' or ${t.slug} is not null and ${t.role} <> ''`),
  ],
)

/** Addresses that a profile had under another name: links to them lead to the present one, and nobody else is given them. */
export const creativeFormerSlugs = pgTable(
  'creative_former_slugs',
  {
    slug: text().primaryKey(),
    userId: personId()
      .notNull()
      .references(() => creativeProfiles.userId, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  t => [index().on(t.userId)],
)

/** Works that a profile shows, in the order in which they were added. */
export const creativeWorks = pgTable(
  'creative_works',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => creativeProfiles.userId, { onDelete: 'cascade' }),
    /** The key of its picture among those of the house. */
    picture: text().notNull(),
    /** What it is, also for those who do not see it. */
    title: text().notNull(),
    createdAt: createdAt(),
  },
  t => [index().on(t.userId, t.createdAt), index().on(t.picture), check('creative_works_title', sql`${t.title} <> ''`)],
)

export const data: DataMap = {
  creative_former_slugs: {
    purpose: 'Addresses that your creative profile had before',
    retention: retention.account,
    owner: 'user_id',
    given: 'slug created_at',
    held: 'user_id',
    erasure: 'remove',
  },
  creative_works: {
    purpose: 'Works that your creative profile shows',
    retention: retention.account,
    owner: 'user_id',
    given: 'id title picture created_at',
    held: 'user_id',
    erasure: 'remove',
    outside: { job: dropErasedPicture, id: 'picture' },
  },
  creative_profiles: {
    purpose: 'Your creative profile',
    retention: retention.account,
    owner: 'user_id',
    given: 'slug role specialty bio portfolio_links shows_email is_open visibility picture created_at changed_at',
    held: 'user_id',
    erasure: 'remove',
    outside: { job: dropErasedPicture, id: 'picture' },
  },
}
