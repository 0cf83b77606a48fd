import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { jobs } from '#jobs.ts'
import { startJobs } from '#platform/jobs/runner.ts'
import { sharedTestApp } from './app.ts'

// What the house does by itself, and when by the clock on its wall. A further copy on purpose: a line that is lost or
// moved is noticed here and by nobody else.
const timetable: Record<string, string> = {
  'applications.create-accounts': '*/5 * * * *',
  'applications.delete-documents': '30 2 * * *',
  'committee.remind': '5 * * * *',
  'community.drop-old-evidence': '40 3 * * *',
  'content.publish': '* * * * *',
  'door.endTheDay': '* * * * *',
  'events.remind': '10 9-20 * * *',
  'hosting.remind': '25 * * * *',
  'incidents.forget-views': '50 3 * * *',
  'market.forget-papers': '40 4 * * *',
  'market.papers': '20 9 * * *',
  'memberships.dues': '25 8-19 * * *',
  'memberships.end-periods': '*/10 * * * *',
  'memberships.gifts-ending': '20 8-20 * * *',
  'memberships.reconcile': '47 4 * * *',
  'memberships.reconcile-restrictions': '52 4 * * *',
  'notifications.digest': '4 * * * *',
  'payments.expire': '* * * * *',
  'payments.fetch-missed': '23 * * * *',
  'payments.reconcile': '17 4 * * *',
  'platform.look-for-lost': '37 * * * *',
  'platform.prune-audit': '40 3 * * *',
  'platform.sweep': '17 * * * *',
  'privacy.forget': '10 4 * * *',
  'rentals.end-due': '7 3 * * *',
  'search.forget-words': '25 4 * * *',
  'security.check-chain': '20 4 * * *',
  'security.watch': '*/5 * * * *',
  'store.watch': '* * * * *',
  'tokens.loyalty': '10 * * * *',
  'tokens.weekly': '5 * * * *',
  'tours.remind': '5 9-20 * * *',
  'waiting.offer': '* * * * *',
  'waitlist.convert': '0 9 * * *',
}

const app = sharedTestApp()
const scheduled = async () => {
  await startJobs(app.runtime, jobs)
  return app.runtime.jobs.getSchedules()
}

test('after the start every recurring job is in the timetable of the job library, by its cron line', async () => {
  const kept = await scheduled()
  expect(Object.fromEntries(kept.map(({ name, cron }) => [name, cron]))).toEqual(timetable)
  expect(jobs.flatMap(({ name, cron }) => (cron ? [name] : [])).sort()).toEqual(Object.keys(timetable))
})

test('nine o’clock is nine at the venue, before and after both clock changes', async () => {
  const daily = (await scheduled()).find(({ name }) => name === 'waitlist.convert')!
  const days = ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']
  const runs = days.map(day => nextRun(daily.cron, daily.timezone, new Date(`${day}T00:00:00Z`)))
  expect(runs).toEqual(['2026-03-28T09:00', '2026-03-29T08:00', '2026-10-24T08:00', '2026-10-25T09:00'])
})

/** When the job library would run this line next, in UTC: read by what it reads cron lines with. */
function nextRun(cron: string, tz: string, currentDate: Date): string {
  const { CronExpressionParser } = createRequire(import.meta.resolve('pg-boss'))('cron-parser')
  return CronExpressionParser.parse(cron, { tz, strict: false, currentDate }).next().toDate().toISOString().slice(0, 16)
}
