import { and, eq, sql } from 'drizzle-orm'
import { homepageContent } from '#features/house/page-texts/table.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { listPage } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { instantOf } from '#platform/time.ts'
import {
  bringBackInput,
  type SectionKind,
  sectionRef,
  sectionSave,
  takeOffInput,
  versionList,
  versionRef,
} from './inputs.ts'
import {
  addVersion,
  lockSection,
  newestOf,
  openVersions,
  readContent,
  type SectionGuard,
  startOf,
  versionOf,
} from './model.ts'
import { nextHour, stateAfter, whyNot } from './rules.ts'
import { contentVersions } from './table.ts'

const v = contentVersions

/** Editing the sections of the pages, handed down by the nouns that show them; part of `content` in the router. */
export const sectionCalls = (kinds: SectionKind[], guards: SectionGuard[]) => {
  const check = (tx: Tx, section: string, content: unknown) =>
    guards.find(({ key }) => key === section)?.check(tx, content)
  const kindOf = (key: string): SectionKind => {
    const kind = kinds.find(each => each.key === key)
    if (!kind) throw notFound()
    return kind
  }
  return {
    /**
     * A section as its editor begins (CNT-03): the newest draft or what is to be published, else what visitors read; beside it who
     * saved what. NOT_FOUND for a section that nobody edits.
     */
    section: forAdmin
      .route({ method: 'GET', summary: 'A section of the pages and its editing' })
      .input(sectionRef)
      .handler(async ({ input: { section }, context: { db, fact, now } }) => {
        const kind = kindOf(section)
        const [versions, [stored]] = await Promise.all([
          openVersions(db, section),
          db
            .select({ content: homepageContent.content, updatedAt: homepageContent.updatedAt, name: user.name })
            .from(homepageContent)
            .leftJoin(user, eq(user.id, homepageContent.updatedBy))
            .where(eq(homepageContent.sectionKey, section)),
        ])
        const fits = (content: unknown) => kind.schema.safeParse(content)
        const draft = versions.find(({ state }) => state === 'draft')
        const open = draft ?? versions[0]
        const parsed = fits(open?.content ?? stored?.content)
        const scheduled = versions.find(({ state }) => state === 'scheduled')
        const content = parsed.success ? parsed.data : kind.start(await fact(settingsFact))
        const isShown = stored !== undefined || !kind.isOptional
        return {
          content,
          /** Null: nothing of it is shown, and nobody works on it. */
          state: open && open.state !== 'published' ? open.state : isShown ? ('published' as const) : null,
          /** The number of the newest version: what a save is based on. */
          version: open?.newest ?? 0,
          can: { takeOff: whyNot.takeOff(kind.isOptional ?? false, isShown) === null },
          savedAt: open?.createdAt ?? stored?.updatedAt ?? null,
          savedByName: open ? open.savedByName : (stored?.name ?? null),
          published: stored ? { at: stored.updatedAt, byName: stored.name } : null,
          scheduled: scheduled
            ? {
                version: scheduled.version,
                publishAt: scheduled.publishAt!,
                byName: scheduled.savedByName,
                hasDraftBeside: draft !== undefined,
              }
            : null,
          later: nextHour(now),
        }
      }),

    /**
     * Saves a section: every save is a version (CNT-01, CNT-03), kept as a draft, shown at once or at a time of the venue's clock,
     * by the rules of the section. `former` is the version that visitors read until now, by which publishing is undone. CHANGED_MEANWHILE with who saved since it was read and the number to go on from,
     * INVALID_INPUT and ADDRESS_TAKEN with the field, NOT_FOUND.
     */
    saveSection: forAdmin
      .route({ summary: 'Save a section of the pages' })
      .input(sectionSave)
      .handler(async ({ input: { section, content, basedOn, saving, ...time }, context: { write, fact } }) => {
        const kind = kindOf(section)
        const start = startOf(kind, await fact(settingsFact))
        return write(async tx => {
          const read = await readContent(tx, kind, content)
          if (saving === 'schedule') demand(whyNot.schedule(time, tx.now))
          await lockSection(tx, section)
          const newest = await newestOf(tx, section)
          demand(whyNot.save(newest, basedOn))
          await check(tx, section, read)
          const former = newest ? await publishedOf(tx, section) : 1
          const version = await addVersion(tx, section, {
            ...{ start, content: read, state: stateAfter[saving], newest: newest?.version ?? 0 },
            ...(saving === 'schedule' && { publishAt: instantOf(time.publishOn, time.publishTime) }),
          })
          return { version, saving, former }
        })
      }),

    /** The versions of a section with who saved them and when, the newest first. */
    versions: forAdmin
      .route({ method: 'GET', summary: 'Versions of a section' })
      .input(versionList)
      .handler(async ({ input: { section, state, q: _, ...paging }, context: { db } }) => {
        const select = db
          .select({
            version: v.version,
            state: v.state,
            savedAt: v.createdAt,
            savedByName: user.name,
            publishAt: v.publishAt,
            publishedAt: v.publishedAt,
            broughtBack: v.broughtBack,
            isEmpty: sql<boolean>`${v.content} = 'null'::jsonb`,
          })
          .from(v)
          .leftJoin(user, eq(user.id, v.savedBy))
          .where(and(section ? eq(v.sectionKey, section) : undefined, state && eq(v.state, state)))
          .$dynamic()
        const page = await listPage(db, select, paging, { sort: { version: v.version }, tie: v.id })
        return {
          ...page,
          rows: page.rows.map(row => ({ ...row, can: { bringBack: whyNot.bringBack(row) === null } })),
        }
      }),

    /** What one version says, to look at. NOT_FOUND. */
    version: forAdmin
      .route({ method: 'GET', summary: 'A version of a section' })
      .input(versionRef)
      .handler(async ({ input: { section, version }, context: { db } }) => {
        const row = await versionOf(db, kindOf(section).key, version)
        const open = await openVersions(db, section)
        return {
          content: row.content,
          newest: open[0]!.newest,
          hasDraft: open.some(({ state }) => state === 'draft'),
          can: { bringBack: whyNot.bringBack(row) === null, goOnFrom: whyNot.goOnFrom(row) === null },
        }
      }),

    /**
     * Publishes an earlier version again as a new one, beside the draft if there is one; or makes it the draft, whose place it takes.
     * `former` is the version that visitors read until now, by which publishing is undone. CHANGED_MEANWHILE, IS_PUBLISHED, IS_DRAFT,
     * IS_EMPTY, ADDRESS_TAKEN, INVALID_INPUT where it no longer fits, NOT_FOUND.
     */
    bringBackVersion: forAdmin
      .route({ summary: 'Bring an earlier version of a section back' })
      .input(bringBackInput)
      .handler(({ input: { section, version, basedOn, saving }, context: { write } }) => {
        const kind = kindOf(section)
        return write(async tx => {
          await lockSection(tx, section)
          const newest = await newestOf(tx, section)
          demand(whyNot.save(newest, basedOn))
          const row = await versionOf(tx, section, version)
          demand(saving === 'draft' ? whyNot.goOnFrom(row) : whyNot.bringBack(row))
          const isNothing = kind.isOptional && row.content === null
          const content = isNothing ? null : await readContent(tx, kind, row.content)
          if (!isNothing) await check(tx, section, content)
          const former = await publishedOf(tx, section)
          const made = await addVersion(tx, section, {
            ...{ content, state: stateAfter[saving], newest: newest!.version, start: null },
            ...{ broughtBack: version, isApart: true },
          })
          return { version: made, former }
        })
      }),

    /**
     * Takes a section that need not stand there off its page; a draft of it stays, and so does what waits for its time. `former` is the
     * version that visitors read until now, by which it is undone. CHANGED_MEANWHILE, IS_NEEDED, NOT_SHOWN, NOT_FOUND.
     */
    takeOffSection: forAdmin
      .route({ summary: 'Take a section off its page' })
      .input(takeOffInput)
      .handler(({ input: { section, basedOn }, context: { write } }) => {
        const kind = kindOf(section)
        return write(async tx => {
          await lockSection(tx, section)
          const newest = await newestOf(tx, section)
          demand(whyNot.save(newest, basedOn))
          const shown = await tx.$count(homepageContent, eq(homepageContent.sectionKey, section))
          demand(whyNot.takeOff(kind.isOptional ?? false, shown > 0))
          const former = newest ? await publishedOf(tx, section) : 1
          const version = await addVersion(tx, section, {
            ...{ content: null, state: 'published', newest: newest?.version ?? 0, start: null, isApart: true },
          })
          return { version, former }
        })
      }),

    /**
     * What waits for its time is not published by itself. It is a draft again; beside a newer draft, which stays, it is kept under the
     * history. NOT_FOUND.
     */
    holdBackVersion: forAdmin
      .route({ summary: 'Hold back what is to be published' })
      .input(sectionRef)
      .handler(({ input: { section }, context: { write } }) =>
        write(async tx => {
          await lockSection(tx, kindOf(section).key)
          const open = await openVersions(tx, section)
          const waiting = open.find(({ state }) => state === 'scheduled')
          demand(whyNot.holdBack(waiting))
          const { id, version } = waiting!
          const isDraft = !open.some(({ state }) => state === 'draft')
          const next = isDraft ? ({ state: 'draft', publishAt: null } as const) : ({ state: 'replaced' } as const)
          await tx.update(v).set(next).where(eq(v.id, id))
          await tx.announce({ to: { role: 'admin' }, kind: 'content.saved' })
          return { version, isDraft }
        }),
      ),
  }
}

/** The number of the version that visitors read. */
async function publishedOf(tx: Tx, section: string): Promise<number | null> {
  const open = await openVersions(tx, section)
  return open.find(({ state }) => state === 'published')?.version ?? null
}
