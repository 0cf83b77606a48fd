import { and, desc, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type ImageUse, missingOf } from '#features/house/images/model.ts'
import { homepageContent } from '#features/house/page-texts/table.ts'
import type { Settings } from '#features/house/settings/inputs.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { notFound, refusal } from '#platform/rpc/errors.ts'
import { messages, type SectionKind, type VersionState } from './inputs.ts'
import { picturesIn } from './rules.ts'
import { contentVersions } from './table.ts'

const v = contentVersions

/** What sections show of the pictures of the house (CNT-47); what is worked on counts. Lists of pictures are told by their nouns. */
export const sectionUse: ImageUse = {
  rows: sql`select h.content ->> 'imageUrl' as address, ${sectionWords(sql`h.section_key`)} as words
    from ${homepageContent} h where jsonb_typeof(h.content) = 'object' and h.content ->> 'imageUrl' <> ''
    union select d.content ->> 'imageUrl', ${sectionWords(sql`d.section_key`)} || ', ' || d.state
    from ${contentVersions} d where d.state in ('draft', 'scheduled') and jsonb_typeof(d.content) = 'object' and d.content ->> 'imageUrl' <> ''`,
}

function sectionWords(key: SQL) {
  return sql`initcap(replace(${key}, '_', ' '))`
}

/** What the noun of a section demands of what is kept of it, beside what fits into it; handed down in `src/api.ts`. */
export interface SectionGuard {
  key: string
  /** Throws what stands against it. */
  check: (tx: Tx, content: unknown) => Promise<void>
}

/** Publishes what waited for this time; run in jobs.ts. */
export const publishDue: QueuedJob<Record<never, never>> = { name: 'content.publish', payload: z.object({}) }

/** Of one section one save at a time: each then sees the newest version, and its number is the next. */
export const lockSection = (tx: Tx, section: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`section ${section}`}, 0))`)

/**
 * The versions of a section that are not history, the newest first, and who saved them; `newest` is the number of the newest of
 * all. One of them is published as soon as there are any; where its content is null, nothing is shown.
 */
export const openVersions = (db: Reader, section: string) =>
  db
    .select({
      ...getTableColumns(v),
      savedByName: user.name,
      newest: sql<number>`(select max(all_of.version) from content_versions all_of where all_of.section_key = ${section})`,
    })
    .from(v)
    .leftJoin(user, eq(user.id, v.savedBy))
    .where(and(eq(v.sectionKey, section), inArray(v.state, ['draft', 'scheduled', 'published'])))
    .orderBy(desc(v.version))

interface Added {
  /** null: nothing is shown */
  content: unknown
  state: VersionState
  newest: number
  start: unknown
  publishAt?: Date
  broughtBack?: number
  /** It does not come of the draft, which stays. */
  isApart?: boolean
}

/** A save that takes the place of the versions in `replaces`; with the first one what stood there before becomes version 1. */
export async function addVersion(tx: Tx, section: string, is: Added): Promise<number> {
  const { content, state, publishAt = null, broughtBack = null, isApart = false } = is
  const published = isApart ? (['published'] as const) : (['draft', 'published'] as const)
  const replaces = { draft: ['draft'], scheduled: ['draft', 'scheduled'], published } as const
  if (is.newest === 0) await keepFormer(tx, section, is.start)
  if (state !== 'replaced')
    await tx
      .update(v)
      .set({ state: 'replaced' })
      .where(and(eq(v.sectionKey, section), inArray(v.state, [...replaces[state]])))
  const version = Math.max(is.newest, 1) + 1
  const savedBy = tx.cause.actorId
  const publishedAt = state === 'published' ? tx.now : null
  await tx.insert(v).values({
    ...{ sectionKey: section, version, content: stored(content), state, publishAt, publishedAt, broughtBack, savedBy },
    createdAt: tx.now,
  })
  if (state === 'published') await show(tx, { sectionKey: section, content, savedBy })
  if (publishAt) await tx.enqueue(publishDue, {}, { runAt: publishAt })
  await tx.announce({ to: { role: 'admin' }, kind: 'content.saved' })
  return version
}

/** Nothing has a value of its own in the column, which is never empty. */
const stored = (content: unknown) => content ?? sql`'null'::jsonb`

/** What visitors read of a section from now on, and who wrote it (CNT-01); nothing where it was taken off. */
async function show(
  tx: Tx,
  { sectionKey, content, savedBy }: { sectionKey: string; content: unknown; savedBy: string | null },
) {
  const is = { content, updatedBy: savedBy, updatedAt: tx.now }
  if (content === null) await tx.delete(homepageContent).where(eq(homepageContent.sectionKey, sectionKey))
  else
    await tx
      .insert(homepageContent)
      .values({ sectionKey, ...is })
      .onConflictDoUpdate({ target: homepageContent.sectionKey, set: is })
  await tx.announce({ to: 'everyone', topic: 'content', kind: 'content.published' })
}

/** What stood there before anybody saved a version, so that it can be brought back like any other. */
async function keepFormer(tx: Tx, key: string, start: unknown): Promise<void> {
  const [former] = await tx.select().from(homepageContent).where(eq(homepageContent.sectionKey, key))
  const at = former?.updatedAt ?? tx.now
  await tx.insert(v).values({
    ...{ sectionKey: key, version: 1, content: stored(former?.content ?? start), state: 'published' },
    ...{ savedBy: former?.updatedBy ?? null, createdAt: at, publishedAt: at },
  })
}

/** Publishes every version whose time has come, each once, whichever server does it. */
export async function publishWhatIsDue(tx: Tx): Promise<void> {
  const due = await tx
    .select({ sectionKey: v.sectionKey })
    .from(v)
    .where(and(eq(v.state, 'scheduled'), lte(v.publishAt, tx.now)))
    .orderBy(v.sectionKey)
  for (const { sectionKey } of due) {
    await lockSection(tx, sectionKey)
    const mine = eq(v.sectionKey, sectionKey)
    // Another server may have been faster, or an editor may have held it back.
    const [row] = await tx
      .select()
      .from(v)
      .where(and(mine, eq(v.state, 'scheduled'), lte(v.publishAt, tx.now)))
    if (!row) continue
    await tx
      .update(v)
      .set({ state: 'replaced' })
      .where(and(mine, eq(v.state, 'published')))
    await tx.update(v).set({ state: 'published', publishedAt: tx.now }).where(eq(v.id, row.id))
    await show(tx, row)
    await tx.announce({ to: { role: 'admin' }, kind: 'content.saved' })
  }
}

/** What stood there before anybody wrote it; null for what need not stand there. */
export const startOf = (kind: SectionKind, settings: Settings) => (kind.isOptional ? null : kind.start(settings))

/**
 * What was sent, or stood there once, as the section keeps it: by its own rules, with pictures that the house has. INVALID_INPUT with
 * the field.
 */
export async function readContent(tx: Tx, kind: SectionKind, sent: unknown): Promise<unknown> {
  const parsed = kind.schema.safeParse(sent)
  const [problem] = parsed.error?.issues ?? []
  if (problem) throw invalid(problem.message, problem.path.join('.'))
  const shown = picturesIn(parsed.data)
  const areSmall = kind.hasSmallPictures ?? false
  const [missing] = await missingOf(
    tx,
    shown.map(({ address }) => address),
    { areSmall },
  )
  const { path } = shown.find(({ address }) => address === missing) ?? {}
  if (path) throw invalid(areSmall ? messages.noSmallPicture : messages.noPicture, path)
  return parsed.data
}

const invalid = (message: string, field: string) =>
  refusal('INVALID_INPUT', message, { status: 400, title: messages.invalid, field })

/** One version of a section. NOT_FOUND. */
export async function versionOf(db: Reader, section: string, version: number) {
  const [row] = await db
    .select({ ...getTableColumns(v), savedByName: user.name })
    .from(v)
    .leftJoin(user, eq(user.id, v.savedBy))
    .where(and(eq(v.sectionKey, section), eq(v.version, version)))
  if (!row) throw notFound(messages.noVersion)
  return row
}

/** The number of the newest version, whatever became of it; and who saved it. Null while there is none. */
export async function newestOf(db: Reader, section: string) {
  const [row] = await db
    .select({ version: v.version, savedAt: v.createdAt, savedByName: user.name })
    .from(v)
    .leftJoin(user, eq(user.id, v.savedBy))
    .where(eq(v.sectionKey, section))
    .orderBy(desc(v.version))
    .limit(1)
  return row ?? null
}
