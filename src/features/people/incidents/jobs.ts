import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { settingsFact } from '#features/house/settings/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { incidentLinkViews } from './table.ts'

/** Removes what is older than the house keeps of who opened the links of incidents (decision 46). */
const forgetViews = defineJob({
  name: 'incidents.forget-views',
  payload: z.object({}),
  cron: '50 3 * * *',
  cronPayload: {},
  async run(_, { runtime, now }) {
    const { linkViewMonths } = await runtime.facts.get(settingsFact)
    const before = sql`${now.toISOString()}::timestamptz - make_interval(months => ${linkViewMonths})`
    await runtime.db.delete(incidentLinkViews).where(lt(incidentLinkViews.viewedAt, before))
  },
})

export const jobs: AnyJob[] = [forgetViews]
