import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from './app.ts'
import { applicant, uploadDocument } from './applications.ts'
import { facility, giveTokens } from './bookings.ts'
import { type Person, paidMember } from './people.ts'
import { callByName, listProcedures } from './procedures.ts'

// Everything that is Ada's, asked for by Bea: the same answer as for what is not there (reliability check 8).
const on = '2026-11-24'

let app: TestApp
let bea: Person
let adas: string[]
let beforehand: string
beforeAll(async () => {
  app = await startTestApp()
  const ada = await paidMember(app)
  const candidate = await applicant(app)
  bea = await paidMember(app)
  await giveTokens(app, ada, 500)
  await giveTokens(app, bea, 500)
  const room = await facility(app, { units: 20 })
  const mine = app.as(ada)
  await mine.bookings.place({
    facilityId: room.id,
    on,
    startsAt: '10:00',
    payWith: 'tokens',
    termsAccepted: true,
  })
  await mine.bookings.place({
    facilityId: room.id,
    on,
    startsAt: '12:00',
    payWith: 'card',
    termsAccepted: true,
  })
  await mine.bookings.addToCart({ facilityId: room.id, on, startsAt: '14:00' })
  await mine.members.createKey({ name: 'Ada’s key' })
  await uploadDocument(app, ada)
  adas = [...(await idsOf(ada.id)), ...(await idsOf(candidate.id))]
  expect(adas.length).toBeGreaterThan(8)
  beforehand = await stateOf(ada.id)
  adaId = ada.id
})
let adaId: string
afterAll(() => app.close())

/** The keys of every row, in any table, that names this person as its own. */
async function idsOf(userId: string): Promise<string[]> {
  const tables = await app.sql<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.columns k on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'id' and k.data_type = 'uuid'
     where c.table_schema = 'public' and c.column_name in ('user_id', 'owner_id')`,
  )
  const found = await Promise.all(
    tables.map(({ table_name, column_name }) =>
      app.sql<{ id: string }>(`select id from "${table_name}" where "${column_name}" = $1`, [userId]),
    ),
  )
  return [userId, ...found.flat().map(row => row.id)]
}

async function stateOf(userId: string): Promise<string> {
  const rows = await app.sql<{ state: string }>(
    `select concat(
      (select string_agg(b::text, '|' order by id) from bookings b where user_id = $1),
      (select string_agg(o::text, '|' order by id) from orders o where user_id = $1),
      (select string_agg(c::text, '|' order by id) from cart_items c where user_id = $1),
      (select string_agg(k::text, '|' order by id) from api_keys k where user_id = $1)) as state`,
    [userId],
  )
  return rows[0]!.state
}

const own = ['account', 'signedIn', 'member', 'paidMember']
const withIds = listProcedures().filter(
  ({ audience, procedure }) => own.includes(audience) && idFields(procedure['~orpc'].inputSchema).length > 0,
)

/** Inputs that are keys of rows. */
function idFields(schema: unknown): string[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { format?: string }>
  }
  return Object.entries(json.properties ?? {})
    .filter(([, property]) => property.format === 'uuid')
    .map(([name]) => name)
}

describe.each(withIds)('$name', ({ name, path, procedure }) => {
  test('gives and changes nothing of somebody else’s', async () => {
    for (const field of idFields(procedure['~orpc'].inputSchema)) {
      const ask = (id: string) =>
        callByName(app.as(bea), path, { [field]: id, on, startsAt: '16:00', termsAccepted: true }).then(
          result => ({ result }),
          ({ code, status, message }: { code?: string; status?: number; message?: string }) => ({
            code,
            status,
            message,
          }),
        )
      const missing = await ask('00000000-0000-4000-8000-000000000000')
      for (const id of adas) expect(await ask(id), `${name} ${field}`).toEqual(missing)
    }
    expect(await stateOf(adaId)).toBe(beforehand)
  })
})

test('there are such procedures', () => {
  expect(withIds.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['bookings.cancel', 'payments.order', 'members.revokeKey']),
  )
})
