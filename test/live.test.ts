import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openLive } from '#platform/live/stream.ts'
import { goodPassword, member } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { sessionCookie } from './browser.ts'
import { openLiveStream } from './live-stream.ts'

// Every change reaches every open browser, whatever the order of commits, however many at once, and after a pause.
const app = sharedTestApp()

async function someone() {
  const person = await member(app, { password: goodPassword })
  return { ...person, cookie: await sessionCookie(app, person.email, goodPassword) }
}

const stream = async (cookie: string, lastEventId?: string) => {
  const opened = await openLiveStream(app, cookie, lastEventId)
  onTestFinished(opened.close)
  return opened
}

/** A transaction that the test commits when it likes. */
async function openTransaction() {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  return {
    async announce(kind: string): Promise<number> {
      const { rows } = await client.query(
        'insert into live_events (audience, payload, created_at) values ($1, $2, $3) returning id',
        ['everyone', { kind, topic: 'test' }, app.clock.now()],
      )
      return Number(rows[0].id)
    },
    commit: () => client.query('commit'),
  }
}

const announce = (...kinds: string[]) =>
  app.write(async tx => {
    for (const kind of kinds) await tx.announce({ to: 'everyone', topic: 'test', kind })
  })

test('what commits late is heard although later ids were heard before, also by a browser that was away', async () => {
  const { cookie } = await someone()
  const open = await stream(cookie)
  const [slow, quick] = [await openTransaction(), await openTransaction()]
  const slowId = await slow.announce('slow')
  const quickId = await quick.announce('quick')
  await quick.commit()
  await announce('after quick')
  expect((await open.next()).kind).toBe('quick')
  const seen = await open.next()
  expect(seen.kind).toBe('after quick')
  await slow.commit()
  await announce('after slow')
  expect((await open.next()).kind).toBe('slow')
  expect((await open.next()).kind).toBe('after slow')
  const back = await stream(cookie, seen.id)
  expect((await back.next()).kind).toBe('slow')
  expect((await back.next()).kind).toBe('after slow')
  // The case is the one that counts: whoever reads on by ids loses the slow one.
  expect(slowId).toBeLessThan(quickId)
})

test('1,200 events in one transaction are all heard, once and in order, and from the middle on after a pause', async () => {
  const { cookie } = await someone()
  const kinds = Array.from({ length: 1_200 }, (_, i) => `burst ${i}`)
  const open = await stream(cookie)
  await announce(...kinds)
  const heard = []
  for (const _ of kinds) heard.push(await open.next())
  expect(heard.map(({ kind }) => kind)).toEqual(kinds)
  for (const last of [0, 498, 499, 500, 700, 1_198, 1_199]) {
    const back = await stream(cookie, heard[last]!.id)
    await announce(`after ${last}`)
    const rest = []
    for (let i = last + 1; i < 1_200; i++) rest.push((await back.next()).kind)
    expect(rest).toEqual(kinds.slice(last + 1))
    // What was announced since by the rounds before, and by this one.
    let next = (await back.next()).kind
    while (next !== `after ${last}`) next = (await back.next()).kind
    await back.close()
  }
})

test('bursts from many writers at once reach a browser that comes and goes, each event once', async () => {
  const { cookie } = await someone()
  let open = await stream(cookie)
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let i = 0; i < 25; i++) await announce(`writer ${writer} event ${i}`)
  })
  const heard: string[] = []
  while (heard.length < 200) {
    const { kind, id } = await open.next()
    heard.push(kind)
    if (heard.length % 17 !== 0) continue
    await open.close()
    open = await stream(cookie, id)
  }
  await Promise.all(writers)
  expect(new Set(heard).size).toBe(200)
})

test('equal events that wait for a browser are one', async () => {
  const { cookie } = await someone()
  const open = await stream(cookie)
  await announce(...Array.from({ length: 300 }, () => 'the same'), 'the end')
  expect((await open.next()).kind).toBe('the same')
  expect((await open.next()).kind).toBe('the end')
})

test('a browser that was away longer than events are kept reads everything again, then goes on', async () => {
  const { cookie } = await someone()
  const open = await stream(cookie)
  await announce('before')
  const seen = await open.next()
  await open.close()
  await announce('meanwhile')
  app.clock.advance(30 * 60_000)
  expect((await (await stream(cookie, seen.id)).next()).kind).toBe('meanwhile')
  app.clock.advance(30 * 60_000)
  const back = await stream(cookie, seen.id)
  expect(await back.next()).toEqual({ id: expect.any(String), kind: 'refresh' })
  await announce('later')
  expect((await back.next()).kind).toBe('later')
})

test.each(['1.5', '-1', 'NaN', '7', '9999999999999999999/1/1/1', '1/2/3', "1/2'/3", '1/2/3/4/5', '0x10/1', '1e3/1'])(
  'an id that this server never gave (%s) makes the browser read everything again',
  async id => {
    const { cookie } = await someone()
    const open = await stream(cookie, id)
    expect(await open.next()).toEqual({ id: expect.any(String), kind: 'refresh' })
  },
)

test('an id from another database, which is ahead of this one, makes the browser read everything again', async () => {
  const { cookie } = await someone()
  const open = await stream(cookie, `${app.clock.now().getTime()}/900000000`)
  expect(await open.next()).toEqual({ id: expect.any(String), kind: 'refresh' })
  await announce('here')
  expect((await open.next()).kind).toBe('here')
})

test('events that a backup brought from another database are told to nobody', async () => {
  const { cookie } = await someone()
  const open = await stream(cookie)
  await app.sql(
    `insert into live_events (audience, payload, transaction) values ('everyone', '{"kind":"old"}', 900000000)`,
  )
  await announce('one')
  await announce('two')
  expect((await open.next()).kind).toBe('one')
  expect((await open.next()).kind).toBe('two')
})

test('a browser that does not read is kept no more than some hundred events, and then reads everything again', async () => {
  const { id } = await someone()
  const live = await openLive(app.runtime)
  onTestFinished(live.stop)
  const closing = new AbortController()
  const slow = live.stream(id, null, closing.signal)
  const prompt = live.stream(id, null, closing.signal)
  for (const each of [slow, prompt]) expect((await each.next()).value).toMatch(/^retry: /)
  const readTo = async (reader: typeof slow, kind: string) => {
    let text = ''
    while (!text.includes(`"${kind}"`)) text += (await reader.next()).value
    return text.match(/"burst \d+ \d+"|"refresh"/g) ?? []
  }
  let heard = 0
  for (let round = 0; round < 3; round++) {
    const kinds = Array.from({ length: 400 }, (_, i) => `burst ${round} ${i}`)
    await announce(...kinds)
    heard += (await readTo(prompt, kinds.at(-1)!)).length
  }
  await announce('last')
  expect(heard).toBe(1_200)
  const left = await readTo(slow, 'last')
  expect(left.length).toBeLessThan(800)
  expect(left).toContain('"refresh"')
  closing.abort()
})

test('a change between the reading of a page and the beginning of its stream is told, without moving its place', async () => {
  const { cookie } = await someone()
  const listening = await stream(cookie)
  await app.write(tx => tx.announce({ to: 'everyone', topic: 'a moment ago', kind: 'x', title: 'Not twice' }))
  await listening.next()
  const answer = await app.fetch('/live', { headers: { cookie } })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  onTestFinished(() => reader.cancel())
  let text = ''
  while (!text.includes('a moment ago')) text += (await reader.read()).value
  expect(text).toContain('\ndata: {"kind":"refresh","topic":"a moment ago"}')
  expect(text).not.toContain('Not twice')
  expect(text.match(/^id: /gm)).toHaveLength(1)
})

test('a browser that was away hears afterwards only what is for its person and their roles', async () => {
  const [me, other] = [await someone(), await someone()]
  const [open, listening] = [await stream(me.cookie), await stream(other.cookie)]
  await announce('seen')
  const seen = await open.next()
  await open.close()
  await app.write(async tx => {
    await tx.announce({ to: { userId: other.id }, kind: 'for another' })
    await tx.announce({ to: { role: 'admin' }, kind: 'for admins' })
    await tx.announce({ to: { userId: me.id }, kind: 'for me' })
    await tx.announce({ to: 'everyone', topic: 'test', kind: 'for everyone' })
  })
  // What the server has read before a browser comes back is what it missed.
  while ((await listening.next()).kind !== 'for everyone') {}
  const back = await stream(me.cookie, seen.id)
  expect((await back.next()).kind).toBe('for me')
  expect((await back.next()).kind).toBe('for everyone')
})

test('what just changed for others is told to nobody who opens a page', async () => {
  const [me, other] = [await someone(), await someone()]
  const listening = await stream(other.cookie)
  await app.write(async tx => {
    await tx.announce({ to: { userId: other.id }, kind: 'for another' })
    await tx.announce({ to: { role: 'admin' }, kind: 'for admins' })
    await tx.announce({ to: 'everyone', topic: 'after the others', kind: 'x' })
  })
  let told = await listening.next()
  while (told.topic !== 'after the others') told = await listening.next()
  const answer = await app.fetch('/live', { headers: { cookie: me.cookie } })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  onTestFinished(() => reader.cancel())
  let text = ''
  while (!text.includes('after the others')) text += (await reader.read()).value
  const topics = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!).topic)
  // No line without a topic: that is what an event for one person or one role comes to.
  expect(topics).not.toContain(undefined)
})

test('a stream that goes on for somebody who is no longer active ends at once and tells nothing', async () => {
  const { id, cookie } = await someone()
  const open = await stream(cookie)
  await announce('seen')
  const seen = await open.next()
  await open.close()
  await announce('meanwhile')
  await app.sql(
    `update profiles set account_status = 'blocked', blocked_at = now(), blocked_reason = 'x' where user_id = $1`,
    [id],
  )
  const live = await openLive(app.runtime)
  onTestFinished(live.stop)
  let text = ''
  for await (const part of live.stream(id, seen.id, new AbortController().signal)) {
    text += part
    // The stream that is not closed says where it is every few seconds.
    if (/^id: /.test(part)) break
  }
  expect(text).toMatch(/^retry: \d+\n\nevent: bye\n/)
})
