import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { outboxOf } from '#test/mailbox.ts'
import { told } from '#test/notifications.ts'

// What is told more than once, in which words, and to which devices.
const arrived: string[] = []
const gone = new Map<string, () => Promise<unknown>>()
const service = createServer(async (request, response) => {
  request.resume()
  arrived.push(request.url!)
  const meanwhile = gone.get(request.url!)
  await meanwhile?.()
  response.statusCode = meanwhile ? 410 : 201
  response.end()
})
await new Promise<void>(done => service.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
afterAll(() => void service.close())

const app = sharedTestApp({ env: { PUSH_SERVICES: origin } })

let count = 0
/** A browser of somebody's that is told; its path at the push service. */
async function device(who: Person, path = `/device/${++count}`): Promise<string> {
  const [p256dh, auth] = [createECDH('prime256v1').generateKeys(), randomBytes(16)]
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  await (await app.overHttp(who)).push.subscribe({ endpoint: `${origin}${path}`, keys })
  return path
}
const pushes = (path: string) => arrived.filter(each => each === path).length

test('what the house says again within the hour is mailed and pushed again', async () => {
  const ada = await member(app)
  const phone = await device(ada)
  for (let time = 0; time < 2; time++) {
    await told(app, ada, { kind: 'moderation', title: 'Your post was hidden', path: '/community' })
    await app.runJobs()
  }
  expect([(await outboxOf(app, ada.email)).length, pushes(phone)]).toEqual([2, 2])
})

test('what is marked as read of one kind leaves the others new', async () => {
  const ada = await member(app)
  await told(app, ada, { kind: 'like', title: 'A like', path: '/community' })
  await told(app, ada, { kind: 'comment', title: 'A comment', path: '/community' })
  expect(await app.as(ada).notifications.markAllRead({ kind: 'like' })).toEqual({ marked: 1 })
  const { rows, unread } = await app.as(ada).notifications.list({})
  expect(unread).toBe(1)
  expect(rows.filter(({ readAt }) => readAt === null).map(({ title }) => title)).toEqual(['A comment'])
})

test('a mail quotes 500 characters, as the list does', async () => {
  const ada = await member(app)
  await told(app, ada, { kind: 'mention', title: 'names you', text: 'a'.repeat(600), path: '/community' })
  const text = `${'a'.repeat(499)}…`
  expect(await outboxOf(app, ada.email)).toMatchObject([{ props: { text } }])
  expect((await app.as(ada).notifications.list({})).rows).toMatchObject([{ text }])
})

test('who is archived before a message has gone to their device does not get it', async () => {
  const ada = await member(app)
  const phone = await device(ada)
  await told(app, ada)
  await app.sql(`insert into archived_members (email, email_key) select email, email_key from "user" where id = $1`, [
    ada.id,
  ])
  await app.runJobs()
  expect(pushes(phone)).toBe(0)
})

test('a browser that subscribes anew while its former subscription is found gone stays', async () => {
  const ada = await member(app)
  const path = await device(ada)
  gone.set(path, () => app.sql(`update push_subscriptions set auth = 'renewed' where user_id = $1`, [ada.id]))
  await told(app, ada)
  await app.runJobs()
  expect(pushes(path)).toBe(1)
  expect((await app.as(ada).push.devices()).devices).toHaveLength(1)
})
