import { beforeEach, expect, test } from 'vitest'
import { communityPosts } from '#features/community/posts/table.ts'
import { event } from '#seed/factories/events.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { statementsOf } from '#test/statements.ts'
import { jobs } from './jobs.ts'
import type { Part } from './rules.ts'

const app = sharedTestApp()
let me: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  me = await member(app)
})

const find = (q: string, who: Person | null = me) => app.as(who).search.find({ q })
const words = (parts: Part[]) => parts.map(({ text }) => text).join('')
const hits = (parts: Part[]) => parts.flatMap(({ text, isHit }) => (isHit ? [text] : []))
let count = 0
/** A word that nothing else in the house has. */
const word = () => `qux${Array.from(String(++count), digit => 'bcdfghjklm'[Number(digit)]).join('')}vex`

async function post(values: Partial<typeof communityPosts.$inferInsert>) {
  const whole = { title: 'Hello', content: 'Good morning.', userId: me.id, createdAt: app.clock.now(), ...values }
  const [row] = await app.db.insert(communityPosts).values(whole).returning()
  return row!
}

test('fewer than two letters are refused, and signs alone find nothing', async () => {
  for (const q of ['', 'a', ' a '])
    await expect(find(q)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: 'Type two letters or more' })
  for (const q of ['%%', '__', '\\\\', "';", '|&', ':*'])
    expect(await find(q)).toEqual({ events: [], posts: [], members: [], creatives: [], spaces: [] })
})

test('events by name and description, whatever the capitals, accents and a wrong letter [NAV-22]', async () => {
  const its = word()
  const one = await event(app, { name: `Pottery for ${its}`, description: 'With the café next door.' })
  const other = await event(app, { name: 'Walk', description: `Along the canal, to ${its.toUpperCase()} and back.` })
  const ids = async (q: string) => (await find(q)).events.map(({ id }) => id).toSorted()
  const both = [one.id, other.id].toSorted()
  expect(await ids(its)).toEqual(both)
  expect(await ids(its.toUpperCase())).toEqual(both)
  expect(await ids(its.slice(0, 4))).toEqual(expect.arrayContaining(both))
  expect(await ids(`pottery ${its}`)).toEqual([one.id])
  expect(await ids(`${its} POTTREY`)).toEqual([one.id])
  expect(await ids(`${its} ottery`)).toEqual([one.id])
  expect(await ids(`${its} cafe`)).toEqual([one.id])
  expect(await ids(`${its} CAFÉ`)).toEqual([one.id])
  expect(await ids(`${its} nowhere-at-all`)).toEqual([])
  await app.sql(`update events set description = 'Along the river.' where id = $1`, [other.id])
  expect(await ids(its)).toEqual([one.id])
  await app.sql('delete from events where id = $1', [one.id])
  expect(await ids(its)).toEqual([])
})

test('events in the order in which people want them, and those alone that the person may see', async () => {
  const its = word()
  const on = (eventDate: string, more = {}) => event(app, { name: its, eventDate, ...more })
  const [last, next, later, before] = [
    await on('2026-11-10'),
    await on('2026-11-20'),
    await on('2026-12-20'),
    await on('2026-05-01'),
  ]
  await on('2026-11-21', { applicationStatus: 'pending', reviewedAt: null })
  await on('2026-11-21', { applicationStatus: 'draft', reviewedAt: null })
  await on('2026-11-21', { cancelledAt: app.clock.now(), cancelReason: 'The host is ill.' })
  const hidden = await on('2026-11-22', { isActive: false })
  const ids = async (who?: Person) => (await find(its, who)).events.map(({ id }) => id)
  expect(await ids()).toEqual([next.id, later.id, last.id, before.id])
  expect((await find(its)).events.map(({ isOver }) => isOver)).toEqual([false, false, true, true])
  expect(await ids(await admin(app))).toEqual([next.id, hidden.id, later.id, last.id, before.id])
})

test('whatever a person may not see takes nobody’s place', async () => {
  const its = word()
  const on = (day: number, more = {}) => event(app, { name: its, eventDate: `2026-12-${10 + (day % 10)}`, ...more })
  const seen = await event(app, { name: its, eventDate: '2026-12-28' })
  const over = await event(app, { name: its, eventDate: '2026-01-28' })
  for (let i = 0; i < 30; i++)
    await on(i, i % 2 ? { isActive: false } : { cancelledAt: app.clock.now(), cancelReason: 'The host is ill.' })
  for (let i = 0; i < 30; i++) await event(app, { name: its, eventDate: '2026-10-10', isActive: false })
  expect((await find(its)).events.map(({ id }) => id)).toEqual([seen.id, over.id])

  // Archived, hidden and off offer: more of them than are ever read, all before the one that is left.
  for (let i = 0; i < 14; i++) {
    const { email } = await member(app, { firstName: 'Aaa', lastName: its })
    await app.sql('insert into archived_members (email, email_key) values ($1, $1)', [email])
    const { id } = await post({ title: its })
    await app.sql(`update community_posts set status = 'hidden', hidden_reason = 'x' where id = $1`, [id])
    await facility(app, { name: `${its} ${i}`, isActive: false, sortOrder: 0 })
  }
  const left = await member(app, { firstName: 'Zzz', lastName: its })
  const shown = await post({ title: its, createdAt: new Date('2026-01-01T10:00:00Z') })
  const kiln = await facility(app, { name: its, sortOrder: 9 })
  for (const q of [its, its.slice(1)]) {
    const found = await find(q)
    expect(
      found.members.map(({ id }) => id),
      q,
    ).toEqual([left.id])
    expect(
      found.posts.map(({ id }) => id),
      q,
    ).toEqual([shown.id])
  }
  // Nearly the same name as well.
  expect((await find(`${its.slice(0, -2)}xe`)).members.map(({ id }) => id)).toEqual([left.id])
  expect((await find(its)).spaces.map(({ id }) => id)).toEqual([kiln.id])
})

test('an event far ahead comes before those that are over, however many are between', async () => {
  const its = word()
  const far = await event(app, { name: its, eventDate: '2027-11-20' })
  for (let i = 0; i < 6; i++) await event(app, { name: its, eventDate: `2026-10-1${i}` })
  await app.sql(
    `insert into events (name, event_date, start_time, end_time, starts_at, ends_at, capacity, application_status, reviewed_at)
      select 'Between', '2027-01-10', '18:00', '20:00', '2027-01-10 18:00Z', '2027-01-10 20:00Z', 10, 'approved', now()
      from generate_series(1, 310)`,
  )
  expect((await find(its)).events[0]?.id).toBe(far.id)
})

test('posts by title and text, the latest first; hidden ones and what was written over are not found [NAV-23]', async () => {
  const its = word()
  const at = (day: number) => new Date(Date.UTC(2026, 9, day))
  const older = await post({ title: `Zoë asks about ${its}`, createdAt: at(1) })
  const newer = await post({ content: `Who has an ${its}?`, createdAt: at(2) })
  const ids = async (q: string) => (await find(q)).posts.map(({ id }) => id)
  expect(await ids(its.toUpperCase())).toEqual([newer.id, older.id])
  expect(await ids(`zoe ${its}`)).toEqual([older.id])
  expect(await ids(`${its.slice(0, -2)}xe`)).toEqual([newer.id, older.id])
  const hide = `update community_posts set status = 'hidden', hidden_reason = 'x' where id = $1`
  await app.sql(hide, [newer.id])
  expect(await ids(its)).toEqual([older.id])
  await app.sql(`update community_posts set status = 'published', hidden_reason = null where id = $1`, [newer.id])
  expect(await ids(its)).toEqual([newer.id, older.id])
  await app.sql(`update community_posts set title = 'Erased', content = 'Erased' where id = $1`, [older.id])
  await app.sql('delete from community_posts where id = $1', [newer.id])
  expect(await ids(its)).toEqual([])
})

test('a word that no text has any more is forgotten in the night', async () => {
  const [gone, stays] = [word(), word()]
  const { id } = await post({ title: gone, content: stays })
  const kept = async () =>
    (await app.sql<{ word: string }>('select word from search_words where word in ($1, $2)', [gone, stays])).map(
      row => row.word,
    )
  await app.sql('update community_posts set title = $2 where id = $1', [id, 'Now this'])
  expect(await kept()).toHaveLength(2)
  const [forget] = jobs
  await forget!.run({}, { runtime: app.runtime, now: app.clock.now(), write: app.write })
  expect(await kept()).toEqual([stays])
})

test('members by first and last name, however it is written; only those who are in the house, and nothing but the name [NAV-24]', async () => {
  const its = word()
  const zoe = await member(app, { firstName: 'Zoë', lastName: `${its}-Łukasz` })
  const names = async (q: string, who?: Person) => (await find(q, who)).members.map(({ name }) => words(name))
  const name = `Zoë ${its}-Łukasz`
  for (const q of [`Zoe ${its}`, `ZOË ${its}`, its, its.toUpperCase(), its.slice(1), `lukasz ${its}`, `zo ${its}`])
    expect(await names(q), q).toEqual([name])
  expect(await names(`zoe ${its.slice(0, -2)}xe`)).toEqual([name])
  expect((await find(its)).members).toEqual([{ id: zoe.id, name: expect.anything(), creative: null }])
  // Who shows what they make is led to; who shows it to nobody is not.
  const creativeOf = async () => (await find(its)).members[0]!.creative
  await app.sql(
    `insert into creative_profiles (user_id, slug, role, visibility) values ($1, $2, 'Potter', 'members')`,
    [zoe.id, `zoe-${its}`],
  )
  expect(await creativeOf()).toBe(`zoe-${its}`)
  await app.sql(`update creative_profiles set visibility = 'nobody' where user_id = $1`, [zoe.id])
  expect(await creativeOf()).toBeNull()
  for (const [options, why] of [
    [{ approval: 'pending' }, 'applies'],
    [{ approval: 'rejected' }, 'was turned down'],
    [{ tier: 'explorer', status: 'blocked' }, 'is blocked'],
    [{ tier: 'explorer', status: 'suspended' }, 'is suspended'],
  ] as const)
    await person(app, { ...options, firstName: why, lastName: its })
  const left = await member(app, { firstName: 'Archived', lastName: its })
  await app.sql(`insert into archived_members (email, email_key) values ($1, $1)`, [left.email])
  expect(await names(its)).toEqual([name])
  // Who is not a member yet reads no names of members.
  expect(await names(its, await person(app))).toEqual([])
})

test('signs in a name and in what is typed are no patterns', async () => {
  const its = word()
  await member(app, { firstName: 'Fifty%', lastName: `A_B ${its}` })
  await member(app, { firstName: 'Fifty', lastName: `AxB ${its}` })
  expect((await find(`a_b ${its}`)).members.map(({ name }) => words(name))).toEqual([`Fifty% A_B ${its}`])
  expect((await find(`${its}%x`)).members).toEqual([])
})

test('creatives by what they do, those alone that show it to this person', async () => {
  const its = word()
  const say = async (who: Person, visibility: string, role = `${its} maker`) =>
    app.sql(
      `insert into creative_profiles (user_id, slug, role, specialty, visibility) values ($1, $2, $3, 'By hand', $4)`,
      [who.id, `slug-${who.id.toLowerCase()}`, role, visibility],
    )
  const [ada, zoe, shy] = [
    await member(app, { firstName: 'Ada', lastName: 'Aaa' }),
    await member(app, { firstName: 'Zoe', lastName: 'Zzz' }),
    await member(app),
  ]
  await say(ada, 'everyone')
  await say(zoe, 'members')
  await say(shy, 'nobody')
  const found = async (q: string, who?: Person) => (await find(q, who)).creatives
  expect((await found(its.toUpperCase())).map(({ userId }) => userId)).toEqual([ada.id, zoe.id])
  const [first] = await found(its.slice(0, 6))
  expect([first!.id, words(first!.name), words(first!.text)]).toEqual([
    `slug-${ada.id.toLowerCase()}`,
    'Ada Aaa',
    `${its} maker · By hand`,
  ])
  // Who is no member yet is told of those who show it to everybody.
  expect((await found(its, await person(app))).map(({ userId }) => userId)).toEqual([ada.id])
  await app.sql(`update creative_profiles set visibility = 'nobody' where user_id = $1`, [ada.id])
  expect((await found(its)).map(({ userId }) => userId)).toEqual([zoe.id])
})

test('eight words narrow down what is found, and no more of them are read', async () => {
  const its = Array.from({ length: 8 }, word)
  const one = await event(app, { name: 'A long evening', description: its.join(' ') })
  await event(app, { name: 'Another', description: its.slice(0, 7).join(' ') })
  const ids = async (typed: string[]) => (await find(typed.join(' '))).events.map(({ id }) => id)
  expect(await ids(its.slice(0, 7))).toHaveLength(2)
  expect(await ids(its)).toEqual([one.id])
  expect(await ids([...its, 'nowhere-at-all'])).toEqual([one.id])
})

test('spaces that are on offer, by name and description', async () => {
  const its = word()
  const kiln = await facility(app, { name: `Kiln ${its}`, description: 'Two kilns for ceramics.' })
  await facility(app, { name: `Loom ${its}`, isActive: false })
  for (const q of [its, `${its} ceramics`, `klin ${its}`])
    expect(
      (await find(q)).spaces.map(({ id }) => id),
      q,
    ).toEqual([kiln.id])
})

test('five of each kind at most [NAV-25]', async () => {
  const its = word()
  for (let i = 0; i < 7; i++) {
    await event(app, { name: `${its} ${i}` })
    await post({ title: `${its} ${i}` })
    const { id } = await member(app, { firstName: `Nora${i}`, lastName: its })
    await app.sql(`insert into creative_profiles (user_id, slug, role, visibility) values ($1, $2, $3, 'members')`, [
      id,
      `nora-${its}-${i}`,
      its,
    ])
    await facility(app, { name: `${its} ${i}` })
  }
  const found = await find(its)
  expect(Object.values(found).map(({ length }) => length)).toEqual([5, 5, 5, 5, 5])
})

test('texts are cut at 100 characters around what was found, which is marked', async () => {
  const its = word()
  const long = 'Bring something that you are working on and would like to show. '
  await event(app, { name: its, description: `${long.repeat(3)}The ${its}es are there. ${long.repeat(3)}` })
  await post({ title: 'Short', content: `An ${its}.` })
  const { events, posts } = await find(its.toUpperCase())
  const [{ title, text }] = events as [(typeof events)[0]]
  expect(hits(title)).toEqual([its])
  expect(hits(text)).toEqual([its])
  expect(words(text).length).toBeLessThanOrEqual(100)
  expect(words(text).length).toBeGreaterThan(80)
  expect(words(text)).toMatch(new RegExp(`^….* ${its}es are there\\. .*…$`))
  expect(posts[0]!.text).toEqual([
    { text: 'An ', isHit: false },
    { text: its, isHit: true },
    { text: '.', isHit: false },
  ])
})

test('only who is signed in and not on hold searches, with two statements whatever there is', async () => {
  await expect(find('ada', null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const blocked = await member(app, { status: 'blocked' })
  await expect(find('ada', blocked)).rejects.toMatchObject({ code: 'ACCOUNT_BLOCKED' })
  expect((await statementsOf(() => find('ada'))).length).toBeLessThanOrEqual(3)
})
