import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { sharedTestApp } from '#test/app.ts'
import { consoleToLog, createLog } from './log.ts'

const app = sharedTestApp()
const secret = 'ada@people.example'

function written() {
  const lines: string[] = []
  const log = createLog('debug', { write: line => void lines.push(line) })
  return { lines, log }
}

test.each([
  ['cannot be read', sql`select ${secret}::int`],
  [
    'breaks a constraint',
    sql`insert into "user" (id, name, email, email_key) values (${secret}, null, ${secret}, ${secret})`,
  ],
  ['does not exist', sql`select * from nowhere where email = ${secret}`],
])('a failing query whose value %s is logged with its statement and without its values', async (_, query) => {
  const { lines, log } = written()
  const error = await app.db.execute(query).catch(failure => failure)
  expect(error).toBeInstanceOf(Error)
  onTestFinished(consoleToLog(log))
  log.error({ err: error }, 'failed')
  console.error(error)
  console.warn('a library says:', error)
  console.log(`${error.message}`)
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line).not.toContain(secret)
  expect(lines[0]).toMatch(/select|insert/)
  expect(JSON.parse(lines[2]!)).toMatchObject({ level: 40, from: 'console', msg: 'a library says:' })
})
