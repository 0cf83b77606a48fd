import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * What becomes of calls that begin one after the other while this statement on what has this id is under way, so that none of them
 * has seen what the others do; refusals by their code. Who waited too long and was told that the house is busy comes again when it is
 * over.
 */
export async function during(
  app: TestApp,
  statement: string,
  id: string,
  calls: (() => Promise<unknown>)[],
): Promise<unknown[]> {
  const other = new pg.Client({ connectionString: app.databaseUrl })
  await other.connect()
  const isOver = Promise.withResolvers<void>()
  let done = 0
  const answerOf = async (call: () => Promise<unknown>) => {
    const answer = await call().catch(({ code }: { code: string }) => code)
    done++
    if (answer !== 'BUSY') return answer
    await isOver.promise
    return call().catch(({ code }: { code: string }) => code)
  }
  try {
    await other.query('begin')
    await other.query(statement, [id])
    const answers: Promise<unknown>[] = []
    for (const call of calls) {
      answers.push(answerOf(call))
      await expect
        .poll(async () => done + (await waiting(other)), { interval: 10, timeout: 20_000 })
        .toBeGreaterThanOrEqual(answers.length)
    }
    await other.query('commit')
    isOver.resolve()
    return await Promise.all(answers)
  } finally {
    await other.end()
  }
}

async function waiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.count
}
