import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Router } from '#api.ts'
import { currentSigner } from '#features/door/passes/model.ts'
import { marketPass } from '#features/market/tickets/rules.ts'
import { addDays, minutesOf, mondayOf, timeOfMinutes } from '#platform/dates.ts'
import { openDb } from '#platform/db/pool.ts'
import { readEnv } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { calendarDate, instantOf, wallTime } from '#platform/time.ts'
import { bookers, fill, mailOf, password, withClient } from './data.ts'
import type { Sent } from './load.ts'
import type { Facts } from './recording.ts'
import { openVenue } from './venue.ts'

export interface Call {
  name: string
  title: string
  /** The n-th request; for a call that writes, with the facts that no other request shares. */
  request(n: number): { sent: Sent; facts: Facts }
  /** Rows that each call adds, to prove that it did its work. */
  counts?: string
  /** The share of the yardstick's throughput that it is to reach. */
  aim?: number
}

/** Makes a busy venue on an empty database, and the calls on it. */
export async function prepareCalls(dataDir: string, databaseUrl: string) {
  const venue = await openVenue(dataDir, { databaseUrl, isDemo: true })
  try {
    const firstMb = venue.residentMb()
    await fill(databaseUrl)
    const calls = await withClient(databaseUrl, client => openCalls(client, venue.env, venue.url))
    return { calls, env: venue.env, firstMb }
  } finally {
    await venue.stop()
  }
}

/** A call that does nothing, and the five that matter, on the data of `data.ts`. People sign in at `url` once. */
async function openCalls(client: pg.Client, env: Record<string, string>, url: string): Promise<Call[]> {
  const { rows: types } = await client.query<{ id: string; spaceId: string }>(
    `select id, space_id as "spaceId" from booking_types where slug like 'bench_%' order by slug`,
  )
  const people: SignedIn[] = []
  for (let n = 1; n <= bookers; n++) people.push(await signIn(client, url, `booker-${n}`))
  const [someone] = people
  const door = await signIn(client, url, 'door')
  const codeOf = await ticketCodes(client, env)
  const today = calendarDate(new Date())
  const reading = (sent: Sent) => ({ sent, facts: {} })
  return [
    {
      name: 'healthz',
      title: '/healthz',
      request: () => reading({ method: 'GET', path: '/healthz', headers: {} }),
    },
    {
      name: 'landing',
      title: 'Public page',
      aim: 1,
      request: () => reading({ method: 'GET', path: '/', headers: { 'accept-encoding': 'br' } }),
    },
    {
      name: 'home',
      title: 'Session home',
      aim: 1 / 5,
      request: n => reading(rpc('content/home', people[n % bookers]!.cookie, {})),
    },
    {
      name: 'slots',
      title: 'Slot availability',
      aim: 1 / 4,
      request: () =>
        reading(rpc('bookings/slots', someone!.cookie, { facilityId: types[0]!.id, on: addDays(today, 300) })),
    },
    {
      name: 'admit',
      title: 'Check-in',
      aim: 1 / 20,
      counts: `select count(*)::int as n from scans where outcome = 'admitted'`,
      request(n) {
        const { code, ticketId, userId } = codeOf(n)
        const scanId = randomUUID()
        const input = { kind: marketPass.name, code, scanId, scannedAt: new Date().toISOString(), deviceId: 'bench' }
        const codeHash = createHash('sha256').update(code).digest('hex')
        return {
          sent: rpc('door/admit', door.cookie, input),
          facts: { scanId, codeHash, ticketId, userId },
        }
      },
    },
    {
      name: 'book',
      title: 'Booking',
      aim: 1 / 30,
      counts: `select count(*)::int as n from bookings where status = 'confirmed'`,
      request(n) {
        // Neighbours in time differ in person and facility: what is measured is the work, not a queue for one lock.
        const { userId, email, cookie, session } = people[n % bookers]!
        const { id: facilityId, spaceId } = types[n % types.length]!
        const slot = Math.floor(n / types.length)
        const on = addDays(today, 1 + Math.floor(slot / slotsPerDay))
        const startsAtTime = timeOfMinutes(minutesOf('09:00') + (slot % slotsPerDay) * 60)
        const starts = instantOf(on, startsAtTime)
        const ends = new Date(starts.getTime() + 3_600_000)
        const key = randomUUID()
        const input = { facilityId, on, startsAt: startsAtTime, payWith: 'tokens', termsAccepted: true }
        const [startsAt, endsAt] = [starts.toISOString(), ends.toISOString()]
        const facts = {
          facilityId,
          spaceId,
          on,
          startsAtTime,
          endsAtTime: wallTime(ends),
          startsAt,
          endsAt,
          monday: mondayOf(on),
        }
        return {
          sent: rpc('bookings/place', cookie, input, { 'idempotency-key': key }),
          facts: { ...facts, key, userId, email, session },
        }
      },
    },
  ]
}

/** A call as a browser makes it; its path is checked against the router. */
export const rpc = (path: Path, cookie: string, input: object, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  path: `/rpc/${path}`,
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie, ...headers },
  body: JSON.stringify({ json: input }),
})

type Path = { [Noun in keyof Router & string]: `${Noun}/${keyof Router[Noun] & string}` }[keyof Router & string]

/** An hour each, so that neighbours do not overlap and the floor can always take the first unit. */
const slotsPerDay = 12

interface SignedIn {
  userId: string
  email: string
  cookie: string
  /** The session's token, as the database keeps it. */
  session: string
}

/** Signs a person of `data.ts` in, as their browser does. */
export async function signIn(client: pg.Client, url: string, name: string): Promise<SignedIn> {
  const email = mailOf(name)
  const answer = await fetch(`${url}/auth-api/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  const session = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0]!
  const { rows } = await client.query('select id from "user" where email = $1', [email])
  return { userId: rows[0].id, email, cookie, session }
}

/** The code of each member's ticket for today, made when it is asked for and good for as long as a code may be. */
async function ticketCodes(client: pg.Client, env: Record<string, string>) {
  const { rows } = await client.query<{ ticketId: string; userId: string }>(
    `select id as "ticketId", user_id as "userId" from market_visitor_tickets where ticket_code like 'member-%' order by id`,
  )
  const db = openDb(env.DATABASE_URL!, { max: 1, log: createLog('error') })
  const signer = await currentSigner(db, readEnv(env), new Date())
  await db.$client.end()
  return (n: number) => {
    const { ticketId, userId } = rows[n]!
    const issuedAt = Date.now()
    const times = { issuedAt, validUntil: issuedAt + marketPass.longestMinutes * 60_000 }
    const code = signer.pass({ kind: marketPass.mark, passId: ticketId, personId: userId, generation: 1, ...times })
    return { code, ticketId, userId }
  }
}
