import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { sharedTestApp } from './app.ts'
import { callOf } from './calls.ts'
import { marketMorning } from './market.ts'
import { callByName, type Listed, listProcedures } from './procedures.ts'
import { statementsOf } from './statements.ts'

// What a call costs the database: one canonical call of each procedure, over HTTP and with an idempotency key, as the
// browser makes it. Finding out who asks is one statement, beginning with its settings is one, committing is one.
// The numbers may not grow by themselves: `npm run statements` writes them anew, and the change is seen in review.
const app = sharedTestApp({ now: marketMorning, env: { DATABASE_POOL: '5' } })
const file = new URL('./statements.json', import.meta.url)
const isWriting = Boolean(process.env.WRITE_STATEMENTS)
const allowed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>

const procedures = listProcedures()
const isRead = ({ procedure }: Listed) => procedure['~orpc'].route.method === 'GET'

const counted: Record<string, number> = {}
afterAll(() => {
  const names = procedures.map(({ name }) => name).filter(name => name in counted || name in allowed)
  if (isWriting) writeFileSync(file, `${JSON.stringify({ ...allowed, ...counted }, names, 2)}\n`)
})

describe.each(procedures)('$name', listed => {
  test('sends as many statements as it may', async () => {
    const { name, path } = listed
    const call = callOf(name)
    expect(call, `${name} has no line in test/calls.ts`).toBeDefined()
    const me = call!.as && (await call!.as(app))
    await call!.given?.(app, me!)
    const input = await call!.input?.(app, me!)
    const caller = await app.overHttp(me, isRead(listed) ? {} : { idempotencyKey: name })
    const ask = () => statementsOf(() => callByName(caller, path, input))
    let sent = await ask()
    // What a process reads once and keeps is not what a call costs.
    if (isRead(listed)) for (const again of [await ask(), await ask()]) if (again.length < sent.length) sent = again
    counted[name] = sent.length
    if (isWriting) return
    const limit = allowed[name] ?? 0
    const list = sent.map(({ text }) => text.replaceAll(/\s+/g, ' ').slice(0, 160)).join('\n')
    if (sent.length > limit)
      throw new Error(`${sent.length} statements, ${limit} allowed: change test/statements.json on purpose\n${list}`)
    if (sent.length < limit)
      throw new Error(`${sent.length} statements, ${limit} allowed: lower it in test/statements.json`)
  })
})

test('the numbers are those of the procedures, and of nothing else', () => {
  expect(Object.keys(allowed)).toEqual(procedures.map(({ name }) => name))
})

/** Named by the specification of this house's speed. */
const specified: Record<string, number> = {
  'content.home': 3,
  'bookings.slots': 2,
  'members.me': 2,
  'door.admit': 8,
  'bookings.place': 12,
  'applications.vote': 10,
}
const readCeiling = 3
const writeCeiling = 12

/** What costs more than others of its kind may, and why it is worth it. */
const exceptions: Record<string, { ceiling: number; because: string }> = {
  'privacy.erase': {
    ceiling: 87,
    because: 'every table that knows the person or speaks of them is written, each by a statement of its own',
  },
  'content.bringBackVersion': {
    ceiling: 13,
    because: 'what is published may be how the house is reached, which is read anew with the settings',
  },
  'content.takeOffSection': {
    ceiling: 13,
    because: 'what is published may be how the house is reached, which is read anew with the settings',
  },
  'memberships.give': {
    ceiling: 25,
    because: 'what the provider makes of it is taken over before the answer: gift, mail, and the membership once more',
  },
  'memberships.pause': {
    ceiling: 13,
    because: 'what the provider makes of it is taken over before the answer: the pause, its mail, and the membership',
  },
  'memberships.startNow': {
    ceiling: 29,
    because:
      'the first charge is entered before the answer: order, its VAT, ledger, membership, the tokens of the week, referral and mail',
  },
}

describe.each(procedures)('$name', listed => {
  const { name } = listed
  const ceiling = specified[name] ?? exceptions[name]?.ceiling ?? (isRead(listed) ? readCeiling : writeCeiling)
  test(`may cost ${ceiling} statements at most`, () => {
    expect(allowed[name]).toBeLessThanOrEqual(ceiling)
  })
})

test('the landing page is written without a statement', async () => {
  const visit = () =>
    statementsOf(async () => expect((await app.fetch('/')).status, 'the pages are built: npm run build').toBe(200))
  await visit()
  expect(await visit()).toEqual([])
})
