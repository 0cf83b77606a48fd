import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { communityEvidence, dropErasedEvidence } from '#features/community/evidence/table.ts'
import { communityPosts } from '#features/community/posts/table.ts'
import { dropPicture, postKeys } from '#features/house/images/model.ts'
import { siteImages } from '#features/house/images/table.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'

/** Whether a post, or what is kept of one, has the picture under this key. */
const isShown = (key: unknown) => sql`(exists (select from ${communityPosts} where ${communityPosts.image} = ${key})
  or exists (select from ${communityEvidence} where ${communityEvidence.image} = ${key}))`

/** The picture of evidence whose author was erased. */
const dropErased = defineJob({
  ...dropErasedEvidence,
  async run({ id }, { write }) {
    await write(tx => dropPicture(tx, id, isShown(id)))
  },
})

/** Pictures that were kept for cases whose years are over. */
export const sweepEvidence = defineJob({
  name: 'community.drop-old-evidence',
  payload: z.object({}),
  cron: '40 3 * * *',
  cronPayload: {},
  async run(_, { runtime, write }) {
    const { rows } = await runtime.db.execute<{ key: string }>(sql`
      select distinct ${siteImages.key} as key from ${siteImages}
      where ${siteImages.key} like ${`${postKeys}%`} and not ${isShown(siteImages.key)}`)
    for (const { key } of rows) await write(tx => dropPicture(tx, key, isShown(key)))
  },
})

export const jobs: AnyJob[] = [dropErased, sweepEvidence]
