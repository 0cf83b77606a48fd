import { expect, test } from 'vitest'
import { wallTime } from '#platform/time.ts'
import { member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { inboxOf, outboxOf } from '#test/mailbox.ts'
import { told } from '#test/notifications.ts'
import { callByName } from '#test/procedures.ts'
import { erasePerson } from '../privacy/model.ts'
import { jobs, mailDigests } from './jobs.ts'
import { notify, notifyLater } from './model.ts'

const app = sharedTestApp({ now: '2026-03-27T07:30:00Z' })

const choicesOf = async (who: Person) => {
  const { kinds } = await app.as(who).notifications.choices()
  return Object.fromEntries(
    kinds.map(({ kind, channels }) => [kind, channels.map(({ isOn, can }) => (can.choose ? isOn : 'always'))]),
  )
}
const digest = jobs.find(({ name }) => name === 'notifications.digest')!
/** What the cron line queues; the clock of the test says which hour it is. */
const hourStrikes = async (now?: string) => {
  if (now) app.clock.set(now)
  await app.runtime.jobs.send(digest.name, {})
  await app.runJobs()
}
const digestsTo = async ({ email }: Person) =>
  (await outboxOf(app, email, 'notifications.digest')).map(({ props }) =>
    (props.items as { title: string }[]).map(({ title }) => title),
  )
const like = { kind: 'like', path: '/community' } as const

test('each kind has a choice for each channel, but where a mail is sent anyway', async () => {
  const ada = await member(app)
  expect(await choicesOf(ada)).toMatchObject({
    mention: [true, true, true],
    like: [true, false, false],
    booking: [true, 'always', true],
  })
  await app.as(ada).notifications.choose({ kind: 'like', channel: 'mail', isOn: true })
  await app.as(ada).notifications.choose({ kind: 'mention', channel: 'house', isOn: false })
  await app.as(ada).notifications.choose({ kind: 'mention', channel: 'mail', isOn: false })
  expect(await choicesOf(ada)).toMatchObject({ mention: [false, false, true], like: [true, true, false] })
  await expect(
    app.as(ada).notifications.choose({ kind: 'booking', channel: 'mail', isOn: false }),
  ).rejects.toMatchObject({ code: 'ALWAYS_MAILED' })

  await told(app, ada, { ...like, title: 'A like' })
  await told(app, ada, { kind: 'mention', title: 'A mention', path: '/community' })
  expect((await app.as(ada).notifications.list({})).rows.map(({ title }) => title)).toEqual(['A like'])
  expect((await app.as(ada).members.me())!.unreadCount).toBe(1)
  expect((await outboxOf(app, ada.email)).map(({ subject }) => subject)).toEqual(['A like'])
})

test('what somebody wants nowhere is not kept at all', async () => {
  const ada = await member(app)
  for (const channel of ['house', 'push'] as const)
    await app.as(ada).notifications.choose({ kind: 'like', channel, isOn: false })
  await app.write(async tx => {
    await notify(tx, { to: ada.id, ...like, title: 'A like' })
  })
  expect(await app.sql('select 1 from notifications where user_id = $1', [ada.id])).toEqual([])
})

test('a digest mails at the chosen hour what was not read and not mailed before, once a day', async () => {
  const [ada, ben, cleo] = [await member(app), await member(app), await member(app)]
  for (const who of [ada, ben]) await app.as(who).notifications.chooseDigest({ hour: 8 })
  for (const who of [ada, cleo]) {
    await told(app, who, { ...like, title: 'Not read' })
    await told(app, who, { kind: 'mention', title: 'Mailed at once', path: '/community' })
    await told(app, who, { kind: 'booking', title: 'Mailed by itself', path: '/bookings' })
  }
  await app.as(ada).notifications.markRead({ id: await told(app, ada, { ...like, title: 'Read', path: '/home' }) })
  await hourStrikes('2026-03-27T07:59:00Z')
  expect(await digestsTo(ada)).toEqual([])
  await hourStrikes('2026-03-27T08:04:00Z')
  await hourStrikes()
  await hourStrikes('2026-03-27T23:04:00Z')
  expect([await digestsTo(ada), await digestsTo(ben), await digestsTo(cleo)]).toEqual([[['Not read']], [], []])
  // What one digest held is not in the next.
  await hourStrikes('2026-03-28T08:04:00Z')
  expect(await digestsTo(ada)).toHaveLength(1)
  await told(app, ada, { ...like, title: 'New', path: '/community/2' })
  await hourStrikes('2026-03-28T09:04:00Z')
  expect(await digestsTo(ada)).toHaveLength(1)
  // Two processes at the same time; this is the morning on which clocks go forward.
  app.clock.set('2026-03-29T07:04:00Z')
  await Promise.all([hourStrikes(), hourStrikes()])
  expect(await digestsTo(ada)).toEqual([['Not read'], ['New']])
})

test('an hour that the clock skips, or has twice, or in which the house was down, is one digest', async () => {
  app.clock.set('2026-03-28T20:00:00Z')
  const ada = await member(app)
  await app.as(ada).notifications.chooseDigest({ hour: 1 })
  await told(app, ada, { ...like, title: 'Before spring' })
  await hourStrikes('2026-03-29T00:59:00Z')
  expect([wallTime(app.clock.now()), await digestsTo(ada)]).toEqual(['00:59', []])
  await hourStrikes('2026-03-29T01:04:00Z')
  expect([wallTime(app.clock.now()), await digestsTo(ada)]).toEqual(['02:04', [['Before spring']]])

  app.clock.set('2026-10-24T20:00:00Z')
  await told(app, ada, { ...like, title: 'Before autumn' })
  await hourStrikes('2026-10-25T00:04:00Z')
  await told(app, ada, { ...like, title: 'In the hour', path: '/community/2' })
  await hourStrikes('2026-10-25T01:04:00Z')
  expect([wallTime(app.clock.now()), await digestsTo(ada)]).toEqual(['01:04', [['Before spring'], ['Before autumn']]])
  // Nothing ran until the afternoon.
  await hourStrikes('2026-10-26T15:04:00Z')
  expect((await digestsTo(ada)).at(-1)).toEqual(['In the hour'])
})

test('who chooses an hour that is over gets the first digest tomorrow, and a day has none twice for changing the hour', async () => {
  app.clock.set('2026-05-04T12:30:00Z')
  const ada = await member(app)
  await told(app, ada, { ...like, title: 'One' })
  await app.as(ada).notifications.chooseDigest({ hour: 9 })
  await hourStrikes()
  expect(await digestsTo(ada)).toEqual([])
  await app.as(ada).notifications.chooseDigest({ hour: 18 })
  await hourStrikes('2026-05-04T17:04:00Z')
  expect(await digestsTo(ada)).toEqual([])
  await app.as(ada).notifications.chooseDigest({ hour: null })
  await hourStrikes('2026-05-05T17:04:00Z')
  expect(await digestsTo(ada)).toEqual([])
  await app.as(ada).notifications.chooseDigest({ hour: 19 })
  await hourStrikes('2026-05-05T18:04:00Z')
  expect(await digestsTo(ada)).toEqual([['One']])
})

test('a digest, sent or waiting, says nothing of whoever is erased, and others’ digests stay', async () => {
  app.clock.set('2026-05-11T05:00:00Z')
  const [ada, ben, cleo] = [await member(app), await member(app, { firstName: 'Benedetta' }), await member(app)]
  const byBen = { by: { userId: ben.id, name: 'Benedetta' }, text: 'Words of hers' }
  for (const who of [ada, cleo]) await app.as(who).notifications.chooseDigest({ hour: 8 })
  await told(app, ada, { ...like, ...byBen, title: 'liked your post' })
  await told(app, ada, { ...like, title: 'Another thing', path: '/community/2' })
  await told(app, cleo, { ...like, title: 'Nothing of hers' })
  await hourStrikes('2026-05-11T08:04:00Z')
  await told(app, ada, { ...like, ...byBen, title: 'liked your post', path: '/community/3' })
  app.clock.set('2026-05-12T08:04:00Z')
  // The second waits to be sent.
  await app.write(mailDigests)
  const digests = async () =>
    (
      await app.sql<{ row: string }>(
        `select row_to_json(m)::text as row from mails m where template = 'notifications.digest' and user_id = $1 order by created_at`,
        [ada.id],
      )
    ).map(({ row }) => row)
  expect(await digests()).toEqual([expect.stringContaining('Benedetta'), expect.stringContaining('Words of hers')])
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, ben.id))
  for (const row of await digests()) expect(row).not.toMatch(/Benedetta|Words of hers/)
  expect(await digestsTo(cleo)).toEqual([['Nothing of hers']])
  // What was to be told in her name is told no more.
  await app.write(tx =>
    notifyLater(tx, { to: ada.id, kind: 'comment', ...byBen, title: 'commented', path: '/community' }),
  )
  await app.runJobs()
  expect(await app.sql(`select 1 from notifications where who = 'Benedetta' or text = 'Words of hers'`)).toEqual([])
})

test('of two digests at the same moment one mails what is new', async () => {
  app.clock.set('2026-05-18T05:00:00Z')
  const people = await Promise.all(Array.from({ length: 4 }, () => member(app)))
  for (const who of people) {
    await app.as(who).notifications.chooseDigest({ hour: 8 })
    await told(app, who, { ...like, title: 'One' })
  }
  app.clock.set('2026-05-18T08:04:00Z')
  await Promise.all(Array.from({ length: 4 }, () => app.write(mailDigests)))
  for (const who of people) expect(await digestsTo(who)).toEqual([['One']])
})

test('who is blocked gets no digest', async () => {
  app.clock.set('2026-06-01T05:00:00Z')
  const ada = await member(app)
  await app.as(ada).notifications.chooseDigest({ hour: 8 })
  await told(app, ada, { ...like, title: 'One' })
  await app.sql(`update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1`, [ada.id])
  await hourStrikes('2026-06-01T08:04:00Z')
  expect(await digestsTo(ada)).toEqual([])
})

test('the link of a mail ends it without signing in: by the page, and by a mail program alone', async () => {
  app.clock.set('2026-06-01T05:00:00Z')
  const ada = await member(app)
  await app.as(ada).notifications.chooseDigest({ hour: 8 })
  await told(app, ada, { ...like, title: 'One' })
  await told(app, ada, { kind: 'mention', title: 'A mention', path: '/community' })
  await hourStrikes('2026-06-01T08:04:00Z')
  const found = (await (await app.fetch(`/dev/mail/messages.json?to=${ada.email}`)).json()) as {
    subject: string
    headers: Record<string, string>
    links: string[]
  }[]
  const by = (words: RegExp) => found.find(({ subject }) => words.test(subject))!
  const link = (mail: (typeof found)[number]) => mail.links.find(each => each.includes('/unsubscribe/'))!
  for (const mail of [by(/not read/), by(/A mention/)]) {
    expect(mail.headers['list-unsubscribe']).toBe(`<${link(mail)}>`)
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  }
  const pathOf = (mail: (typeof found)[number]) => new URL(link(mail)).pathname
  const isOn = async () => {
    const { digestHour } = await app.as(ada).notifications.choices()
    return [digestHour, (await choicesOf(ada)).mention![1]]
  }
  // Looking ends nothing: scanners of mail open every link.
  await app.fetch(pathOf(by(/not read/)))
  expect(await isOn()).toEqual([8, true])
  const oneClick = (path: string) =>
    app.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  expect((await oneClick(pathOf(by(/not read/)))).status).toBe(200)
  expect((await oneClick(pathOf(by(/not read/)))).status).toBe(200)
  expect(await isOn()).toEqual([null, true])

  const visitor = app.as(null)
  const token = pathOf(by(/A mention/))
    .split('/')
    .at(-1)!
  const leaving = (canLeave: boolean) => ({ of: 'emails about mentions', can: { leave: canLeave } })
  expect(await visitor.notifications.leaving({ token })).toEqual(leaving(true))
  await visitor.notifications.leave({ token })
  expect(await isOn()).toEqual([null, false])
  // It switches nothing on: that takes the session of whose mails they are.
  await expect(callByName(visitor, ['notifications', 'leave'], { token, isOn: true })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expect(visitor.notifications.choose({ kind: 'mention', channel: 'mail', isOn: true })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  expect(await isOn()).toEqual([null, false])
  await app.as(ada).notifications.choose({ kind: 'mention', channel: 'mail', isOn: true })

  const [from, person, until, signature] = token.split('.')
  const other = Buffer.from((await member(app)).id).toString('base64url')
  for (const forged of [
    `digest.${person}.${until}.${signature}`,
    `${from}.${other}.${until}.${signature}`,
    `${from}.${person}.${Number(until) + 1}.${signature}`,
    `${from}.${person}.${signature}`,
    `${from}.${person}`,
    'x',
    `${token}.x`,
  ]) {
    expect((await oneClick(`/unsubscribe/${forged}`)).status).toBe(404)
    await expect(visitor.notifications.leave({ token: forged })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  expect(await inboxOf(app, ada.email)).toHaveLength(2)

  // Whoever finds the mail after a season ends nothing by it, and is told how it is chosen.
  const sentAt = app.clock.now().getTime()
  app.clock.set(new Date(sentAt + 90 * 86_400_000 - 1_000).toISOString())
  expect((await oneClick(`/unsubscribe/${token}`)).status).toBe(200)
  await app.as(ada).notifications.choose({ kind: 'mention', channel: 'mail', isOn: true })
  app.clock.set(new Date(sentAt + 90 * 86_400_000).toISOString())
  expect(await visitor.notifications.leaving({ token })).toEqual(leaving(false))
  expect((await oneClick(`/unsubscribe/${token}`)).status).toBe(410)
  await expect(visitor.notifications.leave({ token })).rejects.toMatchObject({ code: 'LINK_ENDED' })
  expect(await isOn()).toEqual([null, true])
})
