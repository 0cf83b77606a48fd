import { eq } from 'drizzle-orm'
import type { NextWorkshopContent, WeeklyContent } from '#features/home/highlights/inputs.ts'
import { heroStart } from '#features/home/landing/inputs.ts'
import { addVersion, newestOf } from '#features/home/sections/model.ts'
import { images } from '#features/house/images/table.ts'
import { addDays, mondayOf } from '#platform/dates.ts'
import { type Cause, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate, instantOf } from '#platform/time.ts'

/** The house wrote its pages over some weeks: versions, one that waits for its time, and what its members see today. Once. */
export async function seedSections(runtime: Runtime, cause: Cause, adminId: string): Promise<void> {
  if (await newestOf(runtime.db, 'hero')) return
  const now = runtime.clock.now()
  const today = calendarDate(now)
  const pictures = await runtime.db
    .select({ id: images.originalId })
    .from(images)
    .where(eq(images.bucket, 'homepage-images'))
    .orderBy(images.createdAt, images.alt)
    .limit(8)
  const imageUrl = (n: number) => (pictures[n] ? `/files/${pictures[n].id}` : '')
  const save = (
    daysAgo: number,
    section: string,
    content: unknown,
    is: Partial<Parameters<typeof addVersion>[2]> = {},
  ) =>
    transact(
      runtime,
      { ...cause, actorId: adminId, now: daysAgo === 0 ? now : instantOf(addDays(today, -daysAgo), '11:20') },
      async tx => {
        const newest = await newestOf(tx, section)
        const start = section === 'hero' ? heroStart : null
        await addVersion(tx, section, { start, content, state: 'published', newest: newest?.version ?? 0, ...is })
      },
    )

  await save(
    64,
    'hero',
    { ...heroStart, subtitle: 'Studios, desks and a stage in Marylebone, open every day.' },
    { state: 'draft' },
  )
  await save(63, 'hero', { ...heroStart, title: 'Make it here', buttonText: 'Come and see' })
  await save(61, 'hero', heroStart, { broughtBack: 1 })

  for (const [daysAgo, { day, ...workshop }] of workshops.entries())
    await save((workshops.length - daysAgo) * 20 - 18, 'next_workshop', {
      ...{ ...workshop, date: addDays(today, day), imageUrl: imageUrl(daysAgo) },
    } satisfies NextWorkshopContent)

  const weeks = portraits.length - 1
  for (const [week, portrait] of portraits.entries()) {
    const isNext = week === weeks
    const publishedDate = addDays(mondayOf(today), 7 * (week - weeks + 1))
    const content = { ...portrait, publishedDate, imageUrl: imageUrl(week + 3) } satisfies WeeklyContent
    const daysAgo = (weeks - 1 - week) * 7 + 1
    await (isNext
      ? save(0, 'weekly_content', content, { state: 'scheduled', publishAt: instantOf(publishedDate, '09:00') })
      : save(daysAgo, 'weekly_content', content))
  }
}

const workshops = [
  { title: 'Bookbinding with one needle', day: -16, time: '18:30' },
  { title: 'Marbled paper in an evening', day: 9, time: '18:30' },
]

const portraits: Omit<WeeklyContent, 'imageUrl' | 'publishedDate'>[] = [
  {
    title: 'Two chairs a week',
    description: 'What leaves the yard on Fridays was a heap of ash boards on Monday.',
    content:
      'The steam box stands under the stairs, and whoever passes it after ten in the morning knows that a chair is being bent.\n\nEverything is held together by wedges. There is not a screw in the room.',
    videoUrl: '',
  },
  {
    title: 'A radio play in the podcast studio',
    description: 'Six voices, a tray of gravel and a door that creaks the way it should.',
    content:
      'They met at the long table in spring. By summer they had a script, and somebody who could make rain with a sheet of tin.\n\nThe second part is recorded next month; who wants to be a crowd is welcome.',
    videoUrl: 'https://vimeo.com/76979871',
  },
  {
    title: 'Maps of walks that nobody took',
    description: 'Screen prints in four colours, of paths that begin in Marylebone and end somewhere better.',
    content:
      'Each map begins with a street that is really there. After the second corner it goes its own way.\n\nThe series hangs in the stairwell until the end of the month, and the last copies are at the next market.',
    videoUrl: '',
  },
]
