import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Sections, sectionOf } from '#features/home/pages/model.ts'
import type { SectionGuard } from '#features/home/sections/model.ts'
import { contentVersions } from '#features/home/sections/table.ts'
import { type ImageUse, keyOf } from '#features/house/images/model.ts'
import { homepageContent } from '#features/house/page-texts/table.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { isArchivedAccount } from '#features/people/archive/model.ts'
import { profiles, userRoles } from '#features/people/members/table.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { FilePurpose } from '#platform/files/files.ts'
import { refusal } from '#platform/rpc/errors.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'
import { creativeUpload, directoryContent, directorySection, directoryStart } from './inputs.ts'
import { creativeId, seenBy, type Viewer } from './rules.ts'
import { creativeProfiles, creativeWorks, creativeFormerSlugs as formerSlugs } from './table.ts'

/** Pictures of members and of their works as they were uploaded; what is shown of them is drawn from these. */
export const creativeImages: FilePurpose = {
  name: creativeUpload.purpose,
  accepts: ['jpeg', 'png', 'webp'],
  maxBytes: creativeUpload.maxBytes,
  isPrivate: true,
  mayUpload: actor => whyNotIn(actor, 'member') === null,
  mayRead: async (_, actor, file) => file.ownerId === actor.userId,
}

/** Pictures as profiles show them: to their member, and to whoever sees the profile now. */
export const creativePictures: FilePurpose = {
  ...creativeImages,
  name: 'creative-picture',
  mayUpload: () => false,
  mayRead: async () => false,
  async mayShow({ db }, actor, { id }) {
    const [p, w] = [creativeProfiles, creativeWorks]
    const isWork = sql`exists (select from ${w} where ${and(eq(w.userId, p.userId), eq(w.picture, keyOf(id)))})`
    const isOwn = whyNotIn(actor, 'signedIn') === null ? eq(p.userId, actor!.userId) : undefined
    const [found] = await db
      .select({ userId: p.userId })
      .from(p)
      .innerJoin(user, eq(user.id, p.userId))
      .innerJoin(profiles, eq(profiles.userId, p.userId))
      .where(and(or(eq(p.picture, keyOf(id)), isWork), or(isOwn, isSeenBy(viewerOf(actor)))))
      .limit(1)
    return found !== undefined
  },
}

export const viewerOf = (actor: Actor | null): Viewer =>
  whyNotIn(actor, 'signedIn') !== null ? 'visitor' : whyNotIn(actor, 'member') === null ? 'member' : 'account'

/** The creatives of the house's choice, as it wrote them (CNT-20). */
export const directoryOf = (sections: Sections) =>
  sectionOf(sections, 'creative_directory', directoryContent) ?? directoryStart

const isAdminOf = sql`exists (select from ${userRoles} where ${userRoles.userId} = ${user.id} and ${userRoles.role} = 'admin')`
const isMember = sql`exists (select from ${userMemberships} where ${userMemberships.userId} = ${user.id} and ${isActiveMembership})`

/** Profiles that a viewer sees: of members in good standing, whom nobody blocked, archived or turned away, and whose membership goes on. */
export const isSeenBy = (viewer: Viewer): SQL =>
  and(
    inArray(creativeProfiles.visibility, seenBy(viewer)),
    eq(profiles.accountStatus, 'active'),
    or(eq(profiles.approvalStatus, 'approved'), isAdminOf),
    isMember,
    sql`not ${isArchivedAccount}`,
  )!

/** The profile that has this address, or had it under another name. */
const isAt = (slug: string) =>
  or(
    eq(creativeProfiles.slug, slug),
    sql`${creativeProfiles.userId} = (select ${formerSlugs.userId} from ${formerSlugs} where ${formerSlugs.slug} = ${slug})`,
  )

/** A member's profile with who they are and what they show, for those who see it, also at a former address; one statement. */
export async function profileBySlug(db: Reader, slug: string, viewer: Viewer) {
  const [row] = await db
    .select({
      userId: creativeProfiles.userId,
      slug: creativeProfiles.slug,
      name: user.name,
      role: creativeProfiles.role,
      specialty: creativeProfiles.specialty,
      bio: creativeProfiles.bio,
      links: creativeProfiles.portfolioLinks,
      email: sql<string | null>`case when ${creativeProfiles.showsEmail} then ${user.email} end`,
      isOpen: creativeProfiles.isOpen,
      visibility: creativeProfiles.visibility,
      picture: creativeProfiles.picture,
      works: worksOf(creativeProfiles.userId),
    })
    .from(creativeProfiles)
    .innerJoin(user, eq(user.id, creativeProfiles.userId))
    .innerJoin(profiles, eq(profiles.userId, creativeProfiles.userId))
    .where(and(isAt(slug), isSeenBy(viewer)))
  return row ?? null
}

/** What of a profile is shown, with its pictures: by the answers of the server and by the page that it draws. */
export function shownOf(
  row: NonNullable<Awaited<ReturnType<typeof profileBySlug>>>,
  pictures: Readonly<Record<string, PictureFiles>>,
) {
  const { userId, slug, picture, works, visibility, ...profile } = row
  return {
    ...profile,
    id: slug!,
    icon: null,
    picture: (picture && pictures[picture]) || null,
    works: works.map(work => ({ ...work, picture: pictures[work.picture] ?? null })),
  }
}

/** More than a house has members. */
const mostOpen = 1_000

/** The addresses of all profiles that visitors see, in their order. */
export async function openToEveryone(db: Reader): Promise<string[]> {
  const rows = await db
    .select({ slug: creativeProfiles.slug })
    .from(creativeProfiles)
    .innerJoin(user, eq(user.id, creativeProfiles.userId))
    .innerJoin(profiles, eq(profiles.userId, creativeProfiles.userId))
    .where(isSeenBy('visitor'))
    .orderBy(creativeProfiles.slug)
    .limit(mostOpen)
  return rows.flatMap(({ slug }) => slug ?? [])
}

/** The works of a profile as JSON, the earliest first. */
export const worksOf = (userId: typeof creativeProfiles.userId) => sql<
  { id: string; title: string; picture: string }[]
>`(select coalesce(json_agg(json_build_object('id', w.id, 'title', w.title, 'picture', w.picture) order by w.created_at, w.id), '[]')
    from ${creativeWorks} w where w.user_id = ${sql`${userId}`})`

/**
 * An address for somebody of this name that no profile and no entry of the directory has or had, also none of a draft. What
 * a member (`ownerId`) had before they may have again.
 */
export async function freeSlug(tx: Tx, name: string, ownerId = ''): Promise<string> {
  await lockAddresses(tx)
  return creativeId(
    name,
    (await takenIds(tx, ownerId)).map(({ id }) => id),
  )
}

/** One gives an address at a time: of two of one name, members or entries of the directory, the second waits, and sees that of the first. */
const lockAddresses = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('creatives.slug', 0))`)

/** What is kept of the directory, also as a draft, gives nobody the address of a member (CNT-21). ADDRESS_TAKEN with the field. */
export const directoryGuard: SectionGuard = {
  key: directorySection.key,
  async check(tx, content) {
    const entries = directoryContent.parse(content).creatives.map(({ id }) => id)
    await lockAddresses(tx)
    const { rows } = await tx.execute<{ slug: string }>(sql`select slug from (${memberIds('')}) m
      where slug = any(${sql.param(entries)}::text[])`)
    const taken = new Set(rows.map(({ slug }) => slug))
    const at = entries.findIndex(id => taken.has(id))
    if (at < 0) return
    const message = `A member’s profile has the address /creative/${entries[at]}. Add this entry anew, and it is given another.`
    throw refusal('ADDRESS_TAKEN', message, { field: `creatives.${at}.name` })
  },
}

/** Gives a profile an address of the name that its member has by now; links to the former one lead to it. Returns it. */
export async function giveSlug(
  tx: Tx,
  { userId, name, former }: { userId: string; name: string; former: string | null },
): Promise<string> {
  const slug = await freeSlug(tx, name, userId)
  if (former !== null) {
    await tx.delete(formerSlugs).where(eq(formerSlugs.slug, slug))
    await tx.insert(formerSlugs).values({ slug: former, userId, createdAt: tx.now }).onConflictDoNothing()
  }
  return slug
}

/**
 * Every address that is given, or was and may lead somewhere again: those of members but `ownerId`, and of entries of the directory,
 * as it is worked on now (`isEntry`) and in all its versions.
 */
export async function takenIds(db: Reader, ownerId = ''): Promise<{ id: string; isEntry: boolean }[]> {
  const { rows } = await db.execute<{ id: string; isEntry: boolean }>(sql`
    select id, bool_or(is_entry) as "isEntry" from (
      select slug as id, false as is_entry from (${memberIds(ownerId)}) m
      union select jsonb_path_query(h.content, '$.creatives[*].id') #>> '{}', true from ${homepageContent} h
        where h.section_key = 'creative_directory'
      union select jsonb_path_query(d.content, '$.creatives[*].id') #>> '{}', d.state in ('draft', 'scheduled')
        from ${contentVersions} d where d.section_key = 'creative_directory') taken group by id`)
  return rows
}

/** What members but `ownerId` have as their address, or had and still leads to them. */
const memberIds = (
  ownerId: string,
) => sql`select slug from ${creativeProfiles} where slug is not null and user_id <> ${ownerId}
  union select slug from ${formerSlugs} where user_id <> ${ownerId}`

/** Where the directory shows pictures of the house; what is worked on counts. */
export const directoryUse: ImageUse = {
  rows: sql`select c ->> 'imageUrl' as address, 'Creative Directory “' || (c ->> 'name') || '”' as words
    from ${homepageContent} h, jsonb_path_query(h.content, '$.creatives[*]') c where h.section_key = 'creative_directory'
    union select c ->> 'imageUrl', 'Creative Directory “' || (c ->> 'name') || '”, ' || d.state
    from ${contentVersions} d, jsonb_path_query(d.content, '$.creatives[*]') c
    where d.section_key = 'creative_directory' and d.state in ('draft', 'scheduled')`,
}

/** Whoever looks at creatives sees it, and the member whose profile it is, who may be told something. */
export async function tellOf(tx: Tx, userId: string, told: { title?: string; message?: string } = {}): Promise<void> {
  for (const topic of ['content', 'creatives']) await tx.announce({ to: 'everyone', topic, kind: 'creatives.changed' })
  await tx.announce({ to: { userId }, kind: 'creatives.changed', ...told })
}
