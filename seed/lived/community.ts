import { randomUUID } from 'node:crypto'
import { and, asc, eq, like, or } from 'drizzle-orm'
import { keepEvidence } from '#features/community/evidence/model.ts'
import { communityDecisions, communityReports } from '#features/community/moderation/table.ts'
import { communityPictures } from '#features/community/posts/model.ts'
import { communityPostComments, communityPostLikes, communityPosts } from '#features/community/posts/table.ts'
import { postKeys } from '#features/house/images/model.ts'
import { profiles, userRoles } from '#features/people/members/table.ts'
import { user } from '#platform/db/tables.ts'
import { type Cause, type Tx, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { seedPicture } from '../artwork/pictures.ts'
import { hidden, pinned, posts, reported } from './community-words.ts'
import { type Lots, lots } from './lot.ts'
import { insertAll } from './rows.ts'

const hourMs = 3_600_000

/** Months of posts with their pictures, comments and likes, one that waits for a decision and one with an appeal; once. */
export async function seedCommunity(runtime: Runtime, cause: Cause): Promise<void> {
  const [found] = await runtime.db.select({ id: communityPosts.id }).from(communityPosts).limit(1)
  if (found) return
  const draw = lots(77_104)
  const all = [pinned, ...posts]
  const pictures = new Map<string, string>()
  for (const { title, picture } of all) {
    if (!picture) continue
    const key = `${postKeys}${pictures.size + 1}-demo`
    pictures.set(title, key)
    await seedPicture(
      runtime,
      { key, kind: picture[0], ratio: 3 / 2, widths: [480, 960] },
      ['webp'],
      communityPictures.name,
    )
  }
  await transact(runtime, cause, async tx => {
    const people = await membersOf(tx)
    const officeId = (
      await tx.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.role, 'admin')).limit(1)
    )[0]!.id
    const rows: (typeof communityPosts.$inferInsert & { id: string; createdAt: Date })[] = []
    const comments: (typeof communityPostComments.$inferInsert)[] = []
    // Closer together towards today; nothing of tonight.
    let hoursAgo = 7
    for (const { title, text, picture, comments: said } of all) {
      const isPinned = title === pinned.title
      const createdAt = before(tx.now, isPinned ? 24 * 9 : hoursAgo)
      const members = there(people, createdAt)
      const [userId, id] = [isPinned ? officeId : draw.pick(members), randomUUID()]
      rows.push({
        ...{ id, userId, title, content: text, isPinned, createdAt },
        ...{ image: pictures.get(title) ?? null, imageAlt: picture?.[1] ?? '' },
      })
      comments.push(...saidTo(draw, { id, userId, createdAt, said, people: members, now: tx.now }))
      if (!isPinned) hoursAgo += draw.between(8, 40) + rows.length * 6
    }
    await insertAll(tx, communityPosts, rows)
    await insertAll(tx, communityPostComments, comments)
    const likes = rows.flatMap(({ id, userId, createdAt }) =>
      some(draw, there(people, createdAt), draw.between(1, 18)).flatMap(each =>
        each === userId ? [] : [{ postId: id, userId: each }],
      ),
    )
    await insertAll(tx, communityPostLikes, likes)
    await insertModerated(tx, draw, there(people, before(tx.now, 24 * 30)), officeId)
  })
}

interface Writer {
  id: string
  since: Date
}

/** Whoever may write: approved and in good standing, since when, in the order in which they came. */
const membersOf = (tx: Tx): Promise<Writer[]> =>
  tx
    .select({ id: user.id, since: profiles.createdAt })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .where(
      and(
        eq(profiles.approvalStatus, 'approved'),
        eq(profiles.accountStatus, 'active'),
        or(like(user.email, '%@members.example'), like(user.email, 'member%@demo.example')),
      ),
    )
    .orderBy(asc(profiles.createdAt), asc(user.email))

/** Those of them who were members at that moment. */
const there = (people: readonly Writer[], at: Date) => people.filter(({ since }) => since < at).map(({ id }) => id)

const before = (now: Date, hours: number) => new Date(now.getTime() - hours * hourMs)

/** Between the post and now, one after the other; who asked answers every second time. */
function saidTo(
  draw: Lots,
  post: { id: string; userId: string; createdAt: Date; said: string[]; people: string[]; now: Date },
): (typeof communityPostComments.$inferInsert)[] {
  const room = Math.min((post.now.getTime() - post.createdAt.getTime()) / hourMs, 30)
  const others = some(draw, post.people, post.said.length).filter(id => id !== post.userId)
  return post.said.map((content, n) => ({
    ...{ postId: post.id, content },
    userId: n % 2 === 1 ? post.userId : (others[n % others.length] ?? post.people[0]!),
    createdAt: new Date(post.createdAt.getTime() + ((n + 1) * room * hourMs) / (post.said.length + 1)),
  }))
}

/** So many of them, each once. */
function some(draw: Lots, people: readonly string[], count: number): string[] {
  const drawn = new Set<string>()
  while (drawn.size < Math.min(count, people.length)) drawn.add(draw.pick(people))
  return [...drawn]
}

async function insertModerated(tx: Tx, draw: Lots, people: string[], officeId: string): Promise<void> {
  const [seller, first, second, neighbour] = some(draw, people, 4) as [string, string, string, string]
  const [saleAt, noiseAt] = [before(tx.now, 20), before(tx.now, 70)]
  const [sale, noise] = [randomUUID(), randomUUID()]
  await tx.insert(communityPosts).values([
    { id: sale, userId: seller, title: reported.title, content: reported.text, createdAt: saleAt },
    {
      ...{ id: noise, userId: neighbour, title: hidden.title, content: hidden.text, createdAt: noiseAt },
      ...{ status: 'hidden' as const, hiddenReason: hidden.reason },
    },
  ])
  const plain = { commentId: null, image: null, imageAlt: '' }
  const [saleKept, noiseKept] = [
    await keepEvidence(tx, { ...plain, postId: sale, authorId: seller, title: reported.title, content: reported.text }),
    await keepEvidence(tx, { ...plain, postId: noise, authorId: neighbour, title: hidden.title, content: hidden.text }),
  ]
  await tx.insert(communityReports).values(
    [first, second].map((userId, n) => ({
      ...{ postId: sale, evidenceId: saleKept, userId, reason: reported.reasons[n]! },
      createdAt: new Date(saleAt.getTime() + (n + 2) * 2 * hourMs),
    })),
  )
  const [decision] = await tx
    .insert(communityDecisions)
    .values({
      ...{ postId: noise, evidenceId: noiseKept, authorId: neighbour, outcome: 'hidden' as const },
      ...{ reason: hidden.reason, decidedBy: officeId },
      ...{ createdAt: before(tx.now, 48), appeal: hidden.appeal, appealedAt: before(tx.now, 26) },
    })
    .returning({ id: communityDecisions.id })
  await tx.insert(communityReports).values({
    ...{ postId: noise, evidenceId: noiseKept, userId: first },
    ...{ reason: 'It is about one person, and everybody knows whom.', decisionId: decision!.id },
    createdAt: before(tx.now, 60),
  })
}
