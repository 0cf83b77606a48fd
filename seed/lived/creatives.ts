import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, like, or } from 'drizzle-orm'
import { directoryStart } from '#features/home/creatives/inputs.ts'
import { creativePictures, freeSlug } from '#features/home/creatives/model.ts'
import { creativeId } from '#features/home/creatives/rules.ts'
import { creativeProfiles, creativeWorks } from '#features/home/creatives/table.ts'
import { newsSection } from '#features/home/news/inputs.ts'
import { addVersion, newestOf } from '#features/home/sections/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { profiles } from '#features/people/members/table.ts'
import { addDays } from '#platform/dates.ts'
import { user } from '#platform/db/tables.ts'
import { type Cause, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { artworkImage } from '../artwork/artwork.ts'
import { storePicture } from '../artwork/pictures.ts'
import { chosenCreatives, shownCreatives } from './creative-words.ts'
import { libraryAddresses, seedLibrary } from './library.ts'
import { newsWords } from './news-words.ts'

/** Pictures of the house, its news and its directory, and members who show their work. Once. */
export async function seedCreatives(runtime: Runtime, cause: Cause, adminId: string): Promise<void> {
  if (await newestOf(runtime.db, newsSection.key)) return
  await seedLibrary(
    runtime,
    cause,
    chosenCreatives.map(({ name }) => name),
  )
  const { wide, faceOf } = await libraryAddresses(runtime)
  const today = calendarDate(cause.now)
  const news = newsWords.map(({ day, ...item }, n) => ({
    ...{ ...item, id: randomUUID(), date: addDays(today, day) },
    imageUrl: wide[n % wide.length] ?? '',
  }))
  const directory = {
    ...directoryStart,
    creatives: chosenCreatives.map(entry => ({
      ...{ ...entry, id: creativeId(entry.name, []), email: '', imageUrl: faceOf(entry.name) },
      portfolio: `https://${creativeId(entry.name, [])}.example`,
    })),
  }
  await transact(runtime, { ...cause, actorId: adminId, now: instantOf(addDays(today, -2), '10:05') }, async tx => {
    await addVersion(tx, newsSection.key, { content: news, start: [], state: 'published', newest: 0 })
    await addVersion(tx, 'creative_directory', {
      content: directory,
      start: directoryStart,
      state: 'published',
      newest: 0,
    })
  })
  await showWorks(runtime, cause)
}

/** Nine of the members, the one of the demonstration and the longest here first, with a drawn face and two works each. */
async function showWorks(runtime: Runtime, cause: Cause): Promise<void> {
  const isDemoMember = eq(user.email, 'member@demo.example')
  const people = await runtime.db
    .select({ userId: user.id, name: user.name })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .innerJoin(userMemberships, and(eq(userMemberships.userId, user.id), isActiveMembership))
    .where(
      and(
        eq(profiles.accountStatus, 'active'),
        eq(profiles.approvalStatus, 'approved'),
        or(like(user.email, '%@members.example'), isDemoMember),
      ),
    )
    .orderBy(desc(isDemoMember), asc(userMemberships.startedOn), asc(user.email))
    .limit(shownCreatives.length)
  for (const [n, { userId, name }] of people.entries()) {
    const { works, role, specialty, bio, isOpen, visibility } = shownCreatives[n]!
    const picture = await drawn(runtime, 'person', `creative ${n}`, 480, 480)
    const drawnWorks: string[] = []
    for (const title of works) drawnWorks.push(await drawn(runtime, 'event', title, 720, 480))
    const changedAt = new Date(cause.now.getTime() - (n + 3) * 86_400_000)
    await transact(runtime, cause, async tx => {
      const slug = await freeSlug(tx, name)
      const portfolioLinks = n % 2 === 0 || isOpen ? [`https://${slug}.example/work`] : []
      await tx.insert(creativeProfiles).values({
        ...{ userId, slug, role, specialty, bio, portfolioLinks, isOpen, visibility, picture },
        ...{ showsEmail: n % 3 === 0, createdAt: changedAt, changedAt },
      })
      await tx.insert(creativeWorks).values(
        works.map((title, at) => ({
          ...{ userId, title, picture: drawnWorks[at]! },
          createdAt: new Date(changedAt.getTime() + at * 60_000),
        })),
      )
    })
  }
}

async function drawn(runtime: Runtime, kind: string, seed: string, width: number, height: number): Promise<string> {
  const key = `creative-${randomUUID()}`
  const bytes = await artworkImage(kind, seed, width, height, 'webp')
  await storePicture(runtime, { key, bytes, mime: 'image/webp', width, height }, creativePictures.name)
  return key
}
