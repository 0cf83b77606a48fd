import { sectionOf, sectionsFact } from '#features/home/pages/model.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { nextWorkshop, weeklyContent } from './inputs.ts'

/** What the house wants its members to see; part of `content` in the router. */
export const highlights = {
  /** The next workshop, until its day is over, and the member highlight, each with its picture; null while there is none (HOME-18, CNT-11, CNT-17). */
  highlights: forSignedIn
    .route({ method: 'GET', summary: 'The next workshop and the member highlight' })
    .handler(async ({ context: { fact, now } }) => {
      const [sections, pictures] = await Promise.all([fact(sectionsFact), fact(picturesFact)])
      const workshop = sectionOf(sections, 'next_workshop', nextWorkshop)
      const highlight = sectionOf(sections, 'weekly_content', weeklyContent)
      return {
        workshop:
          workshop && workshop.date >= calendarDate(now)
            ? { ...workshop, picture: pictures[workshop.imageUrl] ?? null }
            : null,
        highlight: highlight && { ...highlight, picture: pictures[highlight.imageUrl] ?? null },
      }
    }),
}
