import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { applicant, uploadDocument } from './applications.ts'
import { giveTokens } from './bookings.ts'
import { type Call, callOf } from './calls.ts'
import { marketMorning } from './market.ts'
import { callByName, listProcedures } from './procedures.ts'

// Everything that is Ada's, asked for by somebody else in a call that is right but for its key: what is not theirs is
// not there (reliability check 8).
const on = '2026-11-24'
const nowhere = '00000000-0000-4000-8000-000000000000'

const app = sharedTestApp({ now: marketMorning })
let adaId: string
let adas: string[]
const adasEvent = randomUUID()
let beforehand: string
beforeAll(async () => {
  const ada = await paidMember(app)
  const candidate = await applicant(app)
  await giveTokens(app, ada, 500)
  const room = await facility(app, { units: 20 })
  const mine = app.as(ada)
  await mine.bookings.place({ facilityId: room.id, on, startsAt: '10:00', payWith: 'tokens', termsAccepted: true })
  await mine.bookings.place({ facilityId: room.id, on, startsAt: '12:00', payWith: 'card', termsAccepted: true })
  await mine.bookings.addToCart({ facilityId: room.id, on, startsAt: '14:00' })
  await mine.members.createKey({ name: 'Ada’s key' })
  await uploadDocument(app, ada)
  await mine.hosting.save({ id: adasEvent, name: 'Ada’s evening' })
  adas = [...(await idsOf(ada.id)), ...(await idsOf(candidate.id))]
  expect(adas.length).toBeGreaterThan(8)
  beforehand = await stateOf(ada.id)
  adaId = ada.id
})

/** The keys of every row, in any table, that names this person as its own. */
async function idsOf(userId: string): Promise<string[]> {
  const tables = await app.sql<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.columns k on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'id' and k.data_type = 'uuid'
     where c.table_schema = 'public' and c.column_name in ('user_id', 'owner_id', 'host_user_id')`,
  )
  const found = await Promise.all(
    tables.map(({ table_name, column_name }) =>
      app.sql<{ id: string }>(`select id from "${table_name}" where "${column_name}" = $1`, [userId]),
    ),
  )
  return found.flat().map(row => row.id)
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

const own = ['account', 'signedIn', 'member', 'paidMember']
/** Keys that a device makes, and filters: one finds nothing, the other is new. */
const notNames = [
  'incidents.open opening',
  'door.admit scanId',
  'door.admitGuest scanId',
  'door.checkIn id',
  'events.registrations event',
  'bookings.roomsOn eventId',
  'bookings.list facility',
  'bookings.list id',
  'waiting.list facility',
  'payments.orders id',
  'stalls.list id',
  'studio.list id',
  'rentals.list id',
]
/** A page makes these keys: what is no event yet is a new one. */
const newNames = ['hosting.save id', 'hosting.submit id']
/** What is not there is gone already: removing it is no fault, and the answer does not tell whether it was. */
const removals = ['bookings.removeFromCart', 'door.undoCheckIn']
const withIds = listProcedures().flatMap(({ procedure, ...listed }) =>
  idFields(procedure['~orpc'].inputSchema)
    .filter(field => !notNames.includes(`${listed.name} ${field}`))
    .map(field => ({ ...listed, field, call: callOf(listed.name)! })),
)

/** The id is part of what a link is signed for: with another one the link is none, whatever is there. */
const linkCodes = { 'incidents.open': 'INVALID_LINK', 'incidents.answer': 'INVALID_LINK' }
/** What a device waits to hear of must not be a 404 of something on the way: it has a code that only the server gives. */
const ownCodes: Record<string, string> = { 'door.takeBack': 'NO_SCAN', ...linkCodes }

/** Somebody who may make the call, and what they send but for one key. */
async function scene({ as, given, input }: Call) {
  const me = await as!(app)
  await given?.(app, me)
  return { me, sent: (await input!(app, me)) as object }
}

describe.each(withIds)('$name, $field', ({ name, path, field, call, audience }) => {
  const isOwn = own.includes(audience)
  const isNew = newNames.includes(`${name} ${field}`)
  test(`finds nothing ${isOwn ? 'of somebody else’s, and nothing ' : ''}that is not there`, async () => {
    const { me, sent } = await scene(call)
    const ask = (id: string) => callByName(app.as(me), path, { ...sent, [field]: id })
    const answer = (id: string) => ask(id).then(JSON.stringify, ({ code, status }) => ({ code, status }))
    const code = ownCodes[name] ?? 'NOT_FOUND'
    const nothing = removals.includes(name) ? await answer(nowhere) : { code, status: 404 }
    for (const id of isNew ? [adasEvent] : [nowhere, ...(isOwn ? adas : [])]) {
      // Some may ask a few times only, even for nothing.
      await app.sql('delete from limit_counters')
      expect(await answer(id), id).toEqual(nothing)
    }
    expect(await stateOf(adaId)).toBe(beforehand)
  })
})

test('there are such procedures', () => {
  expect(withIds.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['bookings.cancel', 'payments.order', 'members.revokeKey', 'applications.answer']),
  )
})
