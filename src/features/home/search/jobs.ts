import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { searchTexts, searchWords } from './table.ts'

/** Forgets words that stand in no text any more, such as those of an erased person. */
const forgetWords = defineJob({
  name: 'search.forget-words',
  payload: z.object({}),
  cron: '25 4 * * *',
  cronPayload: {},
  async run(_, { write }) {
    const isIn = (
      kind: 'event' | 'post',
    ) => sql`exists (select from ${searchTexts} where ${searchTexts.kind} = ${sql.raw(`'${kind}'`)}
      and ${searchTexts.words} @@ ('''' || ${searchWords.word} || '''')::tsquery)`
    await write(async tx => {
      await tx.delete(searchWords).where(sql`not ${isIn('event')} and not ${isIn('post')}`)
    })
  },
})

export const jobs: AnyJob[] = [forgetWords]
