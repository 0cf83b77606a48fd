import { expect, test } from 'vitest'
import { member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { outboxOf } from '#test/mailbox.ts'
import { ownDevice, told } from '#test/notifications.ts'

// What a daily digest holds, and that everybody gets theirs.
const app = sharedTestApp({ now: '2026-05-04T05:00:00Z' })

const like = { kind: 'like', title: 'A like', path: '/community' } as const
const days = (count: number) => app.clock.advance(count * 86_400_000)
const wants = (who: Person) => app.as(who).notifications.chooseDigest({ hour: 8 })
async function eightOClock() {
  app.clock.set(`${app.clock.now().toISOString().slice(0, 10)}T08:04:00Z`)
  await app.runtime.jobs.send('notifications.digest', {})
  await app.runJobs()
}
const digestsTo = async ({ email }: Person) =>
  (await outboxOf(app, email, 'notifications.digest')).map(({ props }) => ({
    titles: (props.items as { title: string }[]).map(({ title }) => title),
    total: props.total,
  }))

test('however many people want one, at one hour everybody gets theirs', async () => {
  const people = await Promise.all(Array.from({ length: 53 }, () => member(app)))
  const ids = people.map(({ id }) => id)
  await app.sql(
    `insert into notification_digests (user_id, hour, done_on, created_at) select unnest($1::text[]), 8, '2026-05-03', now()`,
    [ids],
  )
  for (const who of people) await told(app, who, like)
  await eightOClock()
  const [row] = await app.sql(
    `select count(distinct user_id)::int as people from mails where template = 'notifications.digest'`,
  )
  expect(row).toEqual({ people: 53 })
})

test('it holds what was told in the seven days before, and nothing older', async () => {
  const ada = await member(app)
  await told(app, ada, { ...like, title: 'Eight days ago' })
  days(2)
  await told(app, ada, { ...like, title: 'Six days ago' })
  days(5)
  await wants(ada)
  days(1)
  await eightOClock()
  expect(await digestsTo(ada)).toEqual([{ titles: ['Six days ago'], total: 1 }])
})

test('what somebody wants on their devices alone is not in it', async () => {
  const ada = await member(app)
  await ownDevice(app, ada)
  await app.as(ada).notifications.choose({ kind: 'like', channel: 'house', isOn: false })
  await app.as(ada).notifications.choose({ kind: 'like', channel: 'push', isOn: true })
  await wants(ada)
  await told(app, ada, like)
  await told(app, ada, { kind: 'comment', title: 'A comment', path: '/community' })
  days(1)
  await eightOClock()
  expect(await digestsTo(ada)).toEqual([{ titles: ['A comment'], total: 1 }])
})

test('it shows the 20 latest and says how many there are', async () => {
  const ada = await member(app)
  await wants(ada)
  for (let count = 1; count <= 22; count++) {
    app.clock.advance(1_000)
    await told(app, ada, { ...like, title: `Like ${count}`, path: `/community/${count}` })
  }
  days(1)
  await eightOClock()
  const latest = Array.from({ length: 20 }, (_, index) => `Like ${22 - index}`)
  expect(await digestsTo(ada)).toEqual([{ titles: latest, total: 22 }])
})
