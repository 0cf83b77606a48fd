import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs } from '#jobs.ts'
import { prepareDatabase } from '#platform/jobs/prepare.ts'
import { openJobs, prepareJobs } from '#platform/jobs/runner.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

export const templateName = 'exchange_template'

/** One PostgreSQL for the whole run, with a migrated template that each test file copies. */
export async function setup(project: TestProject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-test-'))
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    durable: false,
    maxConnections: 400,
  })
  undo = async () => {
    await postgres.stop()
    await removeEmbeddedPostgres(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const template = await createDatabase(postgres.url, templateName)
    await prepareDatabase(template, resolve('drizzle'))
    const boss = openJobs(template, { isBackground: false, onError: () => {} })
    await boss.start()
    await prepareJobs(boss, jobs)
    await boss.stop({ graceful: false })
    project.provide('postgresUrl', postgres.url)
  } catch (error) {
    // A setup that fails is never torn down: without this its server would go on for ever.
    await undo()
    throw error
  }
}

let undo = async () => {}
export const teardown = () => undo()

/** Makes a database (a copy of `template` if given) and returns its address. */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database "${name}"${template ? ` template "${template}"` : ''}`)
  } finally {
    await client.end()
  }
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}
