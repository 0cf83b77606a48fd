import { beforeEach, expect, test } from 'vitest'
import { heroStart } from '#features/home/landing/inputs.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { during } from '#test/at-once.ts'
import { libraryImage, publishedReach, savedHero } from '#test/sections.ts'
import { publishDue } from './model.ts'

// What becomes of the other versions of a section, and of other sections, when one is saved.
const app = sharedTestApp()
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  await app.sql('delete from content_versions')
  await app.sql('delete from homepage_content')
  ada = await admin(app)
})

const office = () => app.as(ada).content
const titled = (title: string, more: object = {}) => ({ content: { ...heroStart, title, ...more } })
const later = { saving: 'schedule', publishOn: '2026-11-19', publishTime: '09:00' } as const
const states = async (section = 'hero') =>
  (await office().versions({ section })).rows.map(({ version, state }) => `${version} ${state}`)
const newest = async () => (await app.sql<{ id: string }>('select coalesce(max(id), 0) as id from live_events'))[0]!.id
const shown = async () => (await app.as(null).content.landing()).hero.title

test('a draft stands beside what waits for its time, and both beside what visitors read', async () => {
  await savedHero(app, ada, titled('Now'))
  await savedHero(app, ada, { ...titled('Tomorrow'), ...later })
  expect(await states()).toEqual(['3 scheduled', '2 published', '1 replaced'])
  await savedHero(app, ada, { ...titled('Half written'), saving: 'draft' })
  expect(await states()).toEqual(['4 draft', '3 scheduled', '2 published', '1 replaced'])
  // What is published comes of the draft; what waits for its time goes on waiting.
  await savedHero(app, ada, titled('Now at last'))
  expect(await states()).toEqual(['5 published', '4 replaced', '3 scheduled', '2 replaced', '1 replaced'])
  expect(await shown()).toBe('Now at last')
  await savedHero(app, ada, { ...titled('Tomorrow, better'), ...later })
  expect((await states()).slice(0, 3)).toEqual(['6 scheduled', '5 published', '4 replaced'])
})

/** What stands on a page since before there were versions, by this person. */
const fromBefore = (section: string, content: object, by: Person) =>
  app.sql(
    `insert into homepage_content (section_key, content, updated_by, updated_at) values ($1, $2, $3, '2026-10-01T08:00:00Z')`,
    [section, JSON.stringify(content), by.id],
  )

test('what stood there before anybody saved a version is the first one, by who wrote it and when', async () => {
  const bea = await admin(app, { firstName: 'Bea', lastName: 'Lund' })
  await fromBefore('hero', titled('From before').content, bea)
  await savedHero(app, ada, titled('New'))
  expect((await office().version({ section: 'hero', version: 1 })).content).toMatchObject({ title: 'From before' })
  const { rows } = await office().versions({ section: 'hero' })
  const at = new Date('2026-10-01T08:00:00Z')
  expect(rows.at(-1)).toMatchObject({ version: 1, savedByName: 'Bea Lund', savedAt: at, publishedAt: at })
})

test('a section that nobody has saved yet is taken off its page and put back', async () => {
  const section = 'next_workshop'
  await fromBefore(section, { title: 'Marbling', date: '2026-12-20', time: '18:30', imageUrl: '' }, ada)
  const me = await member(app)
  const seen = async () => (await app.as(me).content.highlights()).workshop?.title
  expect(await seen()).toBe('Marbling')
  const gone = await office().takeOffSection({ section, basedOn: 0 })
  expect(gone).toEqual({ version: 2, former: 1 })
  expect(await seen()).toBeUndefined()
  await office().bringBackVersion({ section, version: gone.former!, basedOn: gone.version })
  expect(await seen()).toBe('Marbling')
})

test('a picture is in use by what waits for its time as well as by a draft', async () => {
  const imageUrl = await libraryImage(app, ada)
  const usedOn = async () =>
    (await app.as(ada).images.list({})).rows.find(({ address }) => address === imageUrl)!.usedOn
  expect(await usedOn()).toEqual([])
  await savedHero(app, ada, { ...titled('Tomorrow', { imageUrl }), ...later })
  expect(await usedOn()).toEqual(['Hero, scheduled'])
  await savedHero(app, ada, { ...titled('Half written', { imageUrl }), saving: 'draft' })
  expect(await usedOn()).toEqual(['Hero, draft', 'Hero, scheduled'])
})

test('what is published at its time takes the place of its own section alone', async () => {
  await publishedReach(app, ada, { phone: '020 7946 0100' })
  await savedHero(app, ada, titled('Today'))
  await savedHero(app, ada, { ...titled('Tomorrow'), ...later })
  app.clock.set('2026-11-19T09:00:00Z')
  await app.write(tx => tx.enqueue(publishDue, {}))
  await app.runJobs()
  expect(await shown()).toBe('Tomorrow')
  expect((await states()).slice(0, 2)).toEqual(['3 published', '2 replaced'])
  expect(await states('contact_info')).toEqual(['2 published', '1 replaced'])
})

test('a version whose picture is gone, or that no longer fits, is not brought back', async () => {
  const imageUrl = await libraryImage(app, ada)
  const first = await savedHero(app, ada, titled('With a picture', { imageUrl }))
  const second = await savedHero(app, ada, titled('Too long one day'))
  const newest = await savedHero(app, ada, titled('Plain'))
  const back = (version: number) => office().bringBackVersion({ section: 'hero', version, basedOn: newest })
  const { rows } = await app.as(ada).images.list({})
  await app.as(ada).images.remove({ id: rows.find(({ address }) => address === imageUrl)!.id })
  await expect(back(first)).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'imageUrl' } })
  await app.sql(`update content_versions set content = content || '{"title": ""}' where version = $1`, [second])
  await expect(back(second)).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'title' } })
  expect(await shown()).toBe('Plain')
})

test('the history is that of one section', async () => {
  await publishedReach(app, ada, { phone: '020 7946 0100' })
  await savedHero(app, ada, titled('One'))
  await savedHero(app, ada, titled('Two'))
  expect(await office().versions({ section: 'hero' })).toMatchObject({ total: 3 })
  expect(await office().versions({ section: 'contact_info' })).toMatchObject({ total: 2 })
})

test('the history is looked through by what became of the versions', async () => {
  await savedHero(app, ada, titled('One'))
  await savedHero(app, ada, { ...titled('Two'), saving: 'draft' })
  const of = async (state: 'draft' | 'published' | 'replaced' | 'scheduled') =>
    (await office().versions({ section: 'hero', state })).rows.map(({ version }) => version)
  expect([await of('draft'), await of('published'), await of('replaced'), await of('scheduled')]).toEqual([
    [3],
    [2],
    [1],
    [],
  ])
})

test('an editor never begins with what the rules of the section no longer allow', async () => {
  await savedHero(app, ada, { ...titled('A draft'), saving: 'draft' })
  await app.sql(`update content_versions set content = '{"title": 5}' where state = 'draft'`)
  expect(await office().section({ section: 'hero' })).toMatchObject({ content: heroStart, state: 'draft' })
})

test('what somebody holds back in the moment in which it is due is not published, and they read that it is a draft', async () => {
  await savedHero(app, ada, titled('Today'))
  const version = await savedHero(app, ada, { ...titled('Tomorrow'), ...later })
  app.clock.set('2026-11-19T09:00:00Z')
  await app.write(tx => tx.enqueue(publishDue, {}))
  const [held] = await during(app, 'select from content_versions where section_key = $1 for update', 'hero', [
    () => office().holdBackVersion({ section: 'hero' }),
    // By then the other has the section; what is due waits for them.
    () => app.runJobs(),
  ])
  expect(held).toEqual({ version, isDraft: true })
  expect(await shown()).toBe('Today')
  expect((await states()).slice(0, 2)).toEqual([`${version} draft`, '2 published'])
})

test('of what is published at its time the office is told, and so is everybody who reads it', async () => {
  await savedHero(app, ada, { ...titled('Tomorrow'), ...later })
  app.clock.set('2026-11-19T09:00:00Z')
  const before = await newest()
  await app.write(tx => tx.enqueue(publishDue, {}))
  await app.runJobs()
  const told = await app.sql(
    `select audience, payload->>'kind' as kind from live_events where id > $1 and payload->>'kind' like 'content.%' order by 1`,
    [before],
  )
  expect(told).toEqual([
    { audience: 'everyone', kind: 'content.published' },
    { audience: 'role:admin', kind: 'content.saved' },
  ])
})
