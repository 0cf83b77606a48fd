import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sharedTestApp } from '#test/app.ts'
import { defineJob } from './define.ts'
import { prepareJobs, startJobs } from './runner.ts'

const app = sharedTestApp()

const done: number[] = []
const counted = defineJob({
  name: 'test.counted',
  payload: z.object({ n: z.number() }),
  retries: 0,
  run: async ({ n }) => {
    done.push(n)
    if (n === 7) throw new Error('not this one')
  },
})

test('what waits in a queue is taken without a pause, what matters more first, and one that fails takes no other along', async () => {
  const { jobs } = app.runtime
  await prepareJobs(jobs, [counted])
  const all = Array.from({ length: 100 }, (_, n) => n)
  await app.write(async tx => {
    for (const n of all) await tx.enqueue(counted, { n }, n >= 96 ? { priority: 1 } : {})
  })
  await startJobs(app.runtime, [counted])
  // At one job in each pause, as it once was, a hundred take minutes.
  await vi.waitFor(() => expect(done).toHaveLength(100), { timeout: 45_000, interval: 100 })
  expect(done.slice(0, 4).sort()).toEqual([96, 97, 98, 99])
  expect(done.toSorted((a, b) => a - b)).toEqual(all)
  const states = () =>
    app.sql(
      `select state::text, count(*)::int as n from pgboss.job where name = $1 group by state order by state::text`,
      [counted.name],
    )
  await vi.waitFor(async () =>
    expect(await states()).toEqual([
      { state: 'completed', n: 99 },
      { state: 'failed', n: 1 },
    ]),
  )
  await jobs.offWork(counted.name)
})
