import { expect, test } from 'vitest'
import { member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { openSession } from '#test/browser.ts'
import { openLiveStream } from '#test/live-stream.ts'
import { outboxOf } from '#test/mailbox.ts'
import { erasePerson, exportPerson, removeOutdated } from '../privacy/model.ts'
import { type News, notify } from './model.ts'

const app = sharedTestApp()

const tell = (to: Person | Person[], news: Partial<News> = {}) =>
  app.write(tx =>
    notify(tx, {
      to: [to].flat().map(({ id }) => id),
      kind: 'like',
      title: 'liked your post',
      path: '/community',
      ...news,
    }),
  )
const by = ({ id, firstName, lastName }: Person) => ({ userId: id, name: `${firstName} ${lastName}` })
const seen = async (who: Person, input = {}) => (await app.as(who).notifications.list(input)).rows
const titles = async (who: Person) => (await seen(who)).map(({ title }) => title)
const minutes = (count: number) => app.clock.advance(count * 60_000)

test('what others do to one thing within an hour is one notification, each of them counted once', async () => {
  const ada = await member(app)
  const [ben, cleo, dan] = [
    await member(app, { firstName: 'Ben' }),
    await member(app, { firstName: 'Cleo' }),
    await member(app, { firstName: 'Dan' }),
  ]
  await tell(ada, { by: by(ben) })
  expect(await titles(ada)).toEqual([`Ben ${ben.lastName} liked your post`])
  minutes(59)
  for (const who of [cleo, ben, cleo]) await tell(ada, { by: by(who) })
  expect(await titles(ada)).toEqual([`Cleo ${cleo.lastName} and 1 other liked your post`])
  // Another thing, and another kind.
  await tell(ada, { by: by(dan), path: '/community/2' })
  await tell(ada, { by: by(dan), kind: 'comment', title: 'commented on your post' })
  expect(await titles(ada)).toHaveLength(3)
  // The hour of the first is over.
  minutes(1)
  await tell(ada, { by: by(dan) })
  expect((await titles(ada))[0]).toBe(`Dan ${dan.lastName} liked your post`)
  expect(await titles(ada)).toHaveLength(4)
})

test('what was read is not counted on: the next one is new', async () => {
  const [ada, ben, cleo] = [await member(app), await member(app), await member(app)]
  await tell(ada, { by: by(ben) })
  const [first] = await seen(ada)
  await app.as(ada).notifications.markRead({ id: first!.id })
  minutes(1)
  await tell(ada, { by: by(cleo) })
  expect((await seen(ada)).map(({ readAt }) => readAt !== null)).toEqual([false, true])
})

test('many at once still make one notification, in which each is counted', async () => {
  const ada = await member(app)
  const others = await Promise.all(Array.from({ length: 8 }, () => member(app)))
  await Promise.all(others.map(each => tell(ada, { by: by(each) })))
  expect(await titles(ada)).toEqual([expect.stringMatching(/ and 7 others liked your post$/)])
  // Those whose hour is over are closed by whoever comes first.
  minutes(61)
  await Promise.all(others.map(each => tell(ada, { by: by(each) })))
  expect(await titles(ada)).toEqual(Array(2).fill(expect.stringMatching(/ and 7 others liked your post$/)))
})

test('what is told under a key is told once, also by two at the same time', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  const once = { kind: 'booking', title: 'A place is free', path: '/bookings', once: 'offer 1' } as const
  await Promise.all([tell(ada, once), tell([ada, ben], once)])
  const [first] = await seen(ada)
  await app.as(ada).notifications.markRead({ id: first!.id })
  await tell(ada, once)
  expect([await titles(ada), await titles(ben)]).toEqual([['A place is free'], ['A place is free']])
  await tell(ada, { ...once, once: 'offer 2' })
  expect(await titles(ada)).toHaveLength(2)
})

test('nobody is told of their own deed, and who is blocked, suspended or archived is told nothing', async () => {
  const ada = await member(app)
  const [blocked, suspended] = [await member(app, { status: 'blocked' }), await member(app, { status: 'suspended' })]
  const archived = await member(app)
  await app.sql(`insert into archived_members (email, email_key) select email, email_key from "user" where id = $1`, [
    archived.id,
  ])
  await tell([ada, blocked, suspended, archived], { by: by(ada) })
  await tell([blocked, suspended, archived], { kind: 'mention' })
  const ids = [ada, blocked, suspended, archived].map(({ id }) => id)
  expect(await app.sql('select 1 from notifications where user_id = any($1)', [ids])).toEqual([])
  expect(await app.sql('select 1 from mails where user_id = any($1)', [ids])).toEqual([])
})

test('a transaction that fails tells nobody', async () => {
  const ada = await member(app)
  const failing = app.write(async tx => {
    await notify(tx, { to: ada.id, kind: 'mention', title: 'Told', path: '/home' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([await seen(ada), await outboxOf(app, ada.email)]).toEqual([[], []])
})

test('a mention is mailed once, and what others add to it is not; what has a mail of its own is not mailed again', async () => {
  const [ada, ben, cleo] = [await member(app), await member(app, { firstName: 'Ben' }), await member(app)]
  const mention = { kind: 'mention', title: 'mentioned you', text: 'Is the press free?' } as const
  await tell(ada, { ...mention, by: by(ben) })
  await tell(ada, { ...mention, by: by(cleo) })
  await tell(ada, { kind: 'booking', title: 'Your booking moved', path: '/bookings' })
  expect(await outboxOf(app, ada.email)).toMatchObject([
    { template: 'notifications.told', subject: `Ben ${ben.lastName} mentioned you`, props: { text: mention.text } },
  ])
})

test('the list goes on page by page, also among many of one moment, and filters by kind', async () => {
  const ada = await member(app)
  for (let count = 0; count < 5; count++) await tell(ada, { title: `Post ${count}`, path: `/community/${count}` })
  await tell(ada, { kind: 'event', title: 'Moved', path: '/events' })
  const found: string[] = []
  let before: string | null = ''
  while (before !== null) {
    const page: Awaited<ReturnType<ReturnType<typeof app.as>['notifications']['list']>> = await app
      .as(ada)
      .notifications.list({ size: 2, ...(before && { before }) })
    expect(page.unread).toBe(6)
    found.push(...page.rows.map(({ id }) => id))
    before = page.earlier
  }
  expect([found.length, new Set(found).size]).toEqual([6, 6])
  expect((await seen(ada, { kind: 'event' })).map(({ title }) => title)).toEqual(['Moved'])
})

test('one is marked as read, or all, or all of a kind; what is another’s is not there', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  await tell(ada, { path: '/community/1' })
  await tell(ada, { path: '/community/2' })
  minutes(1)
  await tell(ada, { kind: 'event', title: 'Moved', path: '/events' })
  const { rows } = await app.as(ada).notifications.list({})
  await expect(app.as(ben).notifications.markRead({ id: rows[0]!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.as(ada).notifications.markRead({ id: rows[0]!.id })
  const readAt = (await seen(ada))[0]!.readAt
  minutes(5)
  await app.as(ada).notifications.markRead({ id: rows[0]!.id })
  expect((await seen(ada))[0]!.readAt).toEqual(readAt)
  expect(await app.as(ada).notifications.markAllRead({ kind: 'like' })).toEqual({ marked: 2 })
  expect(await app.as(ada).notifications.markAllRead({})).toEqual({ marked: 0 })
  expect((await app.as(ada).notifications.list({})).unread).toBe(0)
})

test('open pages hear of it at once, and of what was read elsewhere', async () => {
  const ada = await member(app)
  const stream = await openLiveStream(app, await openSession(app.runtime, ada.id))
  await tell(ada)
  expect(await stream.next()).toMatchObject({ kind: 'notifications.told' })
  await app.as(ada).notifications.markAllRead({})
  expect(await stream.next()).toMatchObject({ kind: 'notifications.read' })
  await stream.close()
})

test('they are kept for a year, are part of the export, and go with an erasure, the name of who is erased too', async () => {
  const [ada, ben] = [await member(app), await person(app, { firstName: 'Ben' })]
  await tell(ada, { by: by(ben), text: 'words of Ben' })
  await tell(ben, { kind: 'event', title: 'Moved', path: '/events' })
  const map = app.runtime.dataMap
  const { data } = await exportPerson(app.db, map, ada.id, app.clock.now())
  expect(data.notifications!.rows).toMatchObject([{ title: 'liked your post', kind: 'like' }])
  await app.write(tx => erasePerson(tx, map, ben.id))
  expect(await seen(ada)).toMatchObject([{ title: 'Somebody liked your post', text: '' }])
  expect(await app.sql('select 1 from notifications where user_id = $1', [ben.id])).toEqual([])
  minutes(365 * 24 * 60 + 1)
  await app.write(tx => removeOutdated(tx, map))
  expect(await app.sql('select 1 from notifications where user_id = $1', [ada.id])).toEqual([])
})

test('a text that is cut in the middle of a sign is told without that sign', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  const text = `${'a'.repeat(498)}😀${'b'.repeat(50)}`
  await app.write(tx =>
    notify(tx, {
      to: ada.id,
      kind: 'mention',
      by: { userId: ben.id, name: 'Ben' },
      title: 'names you',
      text,
      path: '/community',
    }),
  )
  const [row] = await app.sql<{ text: string }>('select text from notifications where user_id = $1', [ada.id])
  expect(row!.text).toBe(`${'a'.repeat(498)}…`)
})

test('a mail that told of somebody says nothing of them once they are erased', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  await tell(ada, { kind: 'mention', by: by(ben), title: 'names you', text: 'Come over', path: '/community' })
  const mailed = () =>
    app.sql<{ subject: string; props: unknown }>(`select subject, props from mails where user_id = $1`, [ada.id])
  expect((await mailed())[0]!.subject).toContain(ben.firstName)
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, ben.id))
  expect(await mailed()).toEqual([{ subject: 'Erased', props: null }])
})

test('what arrives while everything is marked as read is either seen or new, and never read before it was told', async () => {
  const ada = await member(app)
  const others = await Promise.all(Array.from({ length: 6 }, () => member(app)))
  await tell(ada, { by: by(others[0]!) })
  await Promise.all([
    ...others.slice(1).map(each => tell(ada, { by: by(each) })),
    app.as(ada).notifications.markAllRead({}),
    app.as(ada).notifications.markAllRead({}),
  ])
  const rows = await app.sql<{ people: number; isRead: boolean; isOpen: boolean }>(
    `select cardinality(people) as people, read_at is not null as "isRead", is_open as "isOpen" from notifications where user_id = $1`,
    [ada.id],
  )
  // Nobody is lost, at most one takes in more, and what was read takes in nothing.
  expect(rows.reduce((sum, { people }) => sum + people, 0)).toBe(6)
  expect(rows.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(1)
  for (const row of rows) expect(row.isOpen).toBe(!row.isRead)
  // Whoever comes after that is unread.
  const late = await member(app)
  await tell(ada, { by: by(late) })
  expect((await app.as(ada).notifications.list({})).unread).toBe(1)
})
