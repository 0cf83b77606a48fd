import { expect, test } from 'vitest'
import { sectionKinds } from '#sections.ts'
import { admin, committee, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from '#test/app.ts'
import { uploadedFor } from '#test/events.ts'
import { heroSave, savedHero } from '#test/sections.ts'
import { publishDue } from './model.ts'

const app = sharedTestApp()

const hero = async () => (await app.as(null).content.landing()).hero
const stored = async () =>
  (
    await app.sql<{ content: { title: string }; by: string; at: Date }>(
      `select content, updated_by as by, updated_at as at from homepage_content where section_key = 'hero'`,
    )
  )[0]
const withTitle = async (boss: Person, title: string) => {
  const { content } = await app.as(boss).content.section({ section: 'hero' })
  return { ...(content as object), title }
}
const states = async (boss: Person) =>
  (await app.as(boss).content.versions({ section: 'hero' })).rows.map(({ version, state }) => `${version} ${state}`)

test('a draft is seen by the office alone; what is published is seen by everybody, with who saved it and when [CNT-01, CNT-03]', async () => {
  const ada = await admin(app, { firstName: 'Ada', lastName: 'King' })
  const before = await hero()
  await savedHero(app, ada, { content: await withTitle(ada, 'A new title'), saving: 'draft' })
  expect(await hero()).toEqual(before)
  expect(await app.as(ada).content.section({ section: 'hero' })).toMatchObject({
    content: { title: 'A new title' },
    state: 'draft',
    savedByName: 'Ada King',
  })
  await savedHero(app, ada)
  expect(await hero()).toMatchObject({ title: 'A new title' })
  expect(await stored()).toMatchObject({ content: { title: 'A new title' }, by: ada.id, at: app.clock.now() })
  // Of what stood there before there is a version as well.
  expect(await states(ada)).toEqual(['3 published', '2 replaced', '1 replaced'])
  const others = [null, await committee(app)]
  for (const person of others)
    await expect(
      app.as(person).content.saveSection({ section: 'hero', content: {}, basedOn: 3, saving: 'publish' }),
    ).rejects.toMatchObject({ code: person ? 'FORBIDDEN' : 'UNAUTHORIZED' })
})

test('who opened an older version is told who saved meanwhile, and may then save over it', async () => {
  const [ada, bea] = [await admin(app, { firstName: 'Ada', lastName: 'King' }), await admin(app)]
  const opened = await heroSave(app, bea, { content: await withTitle(bea, 'By Bea') })
  const newest = await savedHero(app, ada, { content: await withTitle(ada, 'By Ada') })
  const refused = await app
    .as(bea)
    .content.saveSection(opened)
    .catch(error => error)
  expect(refused).toMatchObject({ code: 'CHANGED_MEANWHILE', data: { is: newest } })
  expect(refused.message).toContain('Ada King saved this at')
  expect(await hero()).toMatchObject({ title: 'By Ada' })
  await app.as(bea).content.saveSection({ ...opened, basedOn: refused.data.is })
  expect(await hero()).toMatchObject({ title: 'By Bea' })
})

test('of saves in the same moment one is kept, and the others are told by whom', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => admin(app, { firstName: 'Ada', lastName: 'King' })))
  const saves = await Promise.all(people.map(me => heroSave(app, me)))
  const results = await Promise.allSettled(people.map((me, i) => app.as(me).content.saveSection(saves[i]!)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason.message).toContain('Ada King saved this at')
})

test('a version with a time is published then by itself, once, whichever server does it and however late', async () => {
  const first = await testApp()
  const second = await testApp({ beside: first })
  const ada = await admin(first)
  const seen = async () => (await first.as(null).content.landing()).hero.title
  const former = await seen()
  const { content } = await first.as(ada).content.section({ section: 'hero' })
  const save = { section: 'hero', content: { ...(content as object), title: 'In winter' }, basedOn: 0 }
  const at = { saving: 'schedule', publishOn: '2026-11-18', publishTime: '12:30' } as const
  for (const [wrong, field] of [
    [{ publishTime: '09:59' }, 'publishTime'],
    [{ publishOn: '2026-11-17' }, 'publishOn'],
    [{ publishOn: '2027-03-28', publishTime: '01:30' }, 'publishTime'],
    [{ publishOn: '' }, 'publishOn'],
  ] as const)
    await expect(first.as(ada).content.saveSection({ ...save, ...at, ...wrong })).rejects.toMatchObject({
      data: { field },
    })
  const { version } = await first.as(ada).content.saveSection({ ...save, ...at })
  await first.runJobs()
  expect(await seen()).toBe(former)
  expect(await first.as(ada).content.section({ section: 'hero' })).toMatchObject({
    state: 'scheduled',
    scheduled: { version, publishAt: new Date('2026-11-18T12:30:00Z') },
  })
  // Nobody was there at half past twelve.
  first.clock.set('2026-11-18T13:10:00Z')
  await first.write(tx => tx.enqueue(publishDue, {}))
  await first.write(tx => tx.enqueue(publishDue, {}))
  await Promise.all([first.runJobs(), second.runJobs()])
  expect(await seen()).toBe('In winter')
  const rows = await first.sql(
    `select v.version, v.state, h.updated_by as by from content_versions v
     join homepage_content h on h.section_key = v.section_key where v.state <> 'replaced'`,
  )
  expect(rows).toEqual([{ version, state: 'published', by: ada.id }])
  const news = await first.sql(`select id from live_events where payload->>'kind' = 'content.published'`)
  expect(news).toHaveLength(1)
})

test('what was to be published can be held back, and is a draft again', async () => {
  const ada = await admin(app)
  const { version } = await app
    .as(ada)
    .content.saveSection(await heroSave(app, ada, { saving: 'schedule', publishOn: '2026-12-01', publishTime: '9:00' }))
  await app.as(ada).content.holdBackVersion({ section: 'hero' })
  app.clock.set('2026-12-02T10:00:00Z')
  await app.write(tx => tx.enqueue(publishDue, {}))
  await app.runJobs()
  expect(await states(ada)).toContain(`${version} draft`)
  await expect(app.as(ada).content.holdBackVersion({ section: 'hero' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an earlier version is brought back as a new one, and that is undone by the one before', async () => {
  const ada = await admin(app)
  const first = await savedHero(app, ada, { content: await withTitle(ada, 'The first') })
  const second = await savedHero(app, ada, { content: await withTitle(ada, 'The second') })
  await expect(
    app.as(ada).content.bringBackVersion({ section: 'hero', version: second, basedOn: second }),
  ).rejects.toMatchObject({ code: 'IS_PUBLISHED' })
  const back = await app.as(ada).content.bringBackVersion({ section: 'hero', version: first, basedOn: second })
  expect(back).toEqual({ version: second + 1, former: second })
  expect(await hero()).toMatchObject({ title: 'The first' })
  const { rows } = await app.as(ada).content.versions({ section: 'hero', pageSize: 1 })
  expect(rows).toMatchObject([
    { version: second + 1, state: 'published', broughtBack: first, can: { bringBack: false } },
  ])
  await app.as(ada).content.bringBackVersion({ section: 'hero', version: back.former!, basedOn: back.version })
  expect(await hero()).toMatchObject({ title: 'The second' })
  await expect(
    app.as(ada).content.bringBackVersion({ section: 'hero', version: first, basedOn: second }),
  ).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
})

test('a section shows one of the pictures of the house, which then is told to be in use; another is refused', async () => {
  const ada = await admin(app)
  const fileId = await uploadedFor(app, ada, 'homepage-images')
  await app.as(ada).images.add({ fileId, bucket: 'homepage-images', alt: 'A press', focusLeft: 20, focusTop: 80 })
  const [image] = (await app.as(ada).images.list({ bucket: 'homepage-images' })).rows
  const content = { ...(await withTitle(ada, 'With a picture')), imageUrl: image!.address }
  await savedHero(app, ada, { content, saving: 'draft' })
  const uses = async () => (await app.as(ada).images.list({ bucket: 'homepage-images' })).rows[0]!.usedOn
  expect(await uses()).toEqual(['Hero, draft'])
  await savedHero(app, ada)
  expect(await uses()).toEqual(['Hero'])
  expect((await hero()).picture).toMatchObject({ alt: 'A press', focus: [20, 80] })
  for (const foreign of [`/files/${crypto.randomUUID()}`, 'https://people.example/a.png', '/files/x'])
    await expect(
      app.as(ada).content.saveSection(await heroSave(app, ada, { content: { ...content, imageUrl: foreign } })),
    ).rejects.toMatchObject({ data: { title: 'Validation Error', field: 'imageUrl' } })
})

test('every save is in the audit log', async () => {
  const ada = await admin(app)
  await savedHero(app, ada)
  const rows = await app.sql(
    `select distinct table_name as name from audit_log where actor_id = $1 and table_name in ('homepage_content', 'content_versions') order by 1`,
    [ada.id],
  )
  expect(rows.map(({ name }) => name)).toEqual(['content_versions', 'homepage_content'])
})

/** What somebody writes into each section for the first time. */
const firstWords: Record<string, unknown> = {
  hero: { title: 'Come in', subtitle: 'It is warm.', buttonText: 'Look', buttonLink: '/contact', imageUrl: '' },
  next_workshop: { title: 'Marbling', date: '2026-12-20', time: '18:30', imageUrl: '' },
  weekly_content: { title: 'Rosa prints', description: 'At the press.', content: 'One.' },
  contact_info: { address: '1 New Street', phone: '020 7946 0100', email: 'new@exchange.example' },
  whats_new: [{ id: crypto.randomUUID(), title: 'A kiln', description: 'Hot.', type: 'event', date: '2026-11-01' }],
  creative_directory: { title: 'Who is here', subtitle: '', creatives: [] },
  terms: { parts: [{ id: 'house', title: 'House', text: 'Be kind.' }] },
}

/** All that visitors and members read of the sections. */
async function pages(fresh: typeof app) {
  const someone = fresh.as(await member(fresh)).content
  return {
    landing: (await fresh.as(null).content.landing()).hero,
    contact: await fresh.as(null).content.contact(),
    terms: await fresh.as(null).content.terms(),
    highlights: await someone.highlights(),
    news: await someone.news({}),
    directory: await someone.directory({}),
  }
}

test.each(sectionKinds)(
  'of $name a first publishing is undone, and the pages are as they were',
  async ({ key: section }) => {
    const fresh = await testApp()
    const content = fresh.as(await admin(fresh)).content
    const before = await pages(fresh)
    const { state } = await content.section({ section })
    const made = await content.saveSection({ section, content: firstWords[section], basedOn: 0, saving: 'publish' })
    expect(await pages(fresh)).not.toEqual(before)
    await content.bringBackVersion({ section, version: made.former!, basedOn: made.version })
    expect(await pages(fresh)).toEqual(before)
    expect((await content.section({ section })).state).toBe(state)
    // And that again: what was published first comes back.
    await content.bringBackVersion({ section, version: made.version, basedOn: made.version + 1 })
    expect(await pages(fresh)).not.toEqual(before)
  },
)

test('what the office writes is kept in homepage_content, each under its key [CNT-02]', async () => {
  const fresh = await testApp()
  const content = fresh.as(await admin(fresh)).content
  const keys = ['hero', 'next_workshop', 'whats_new', 'weekly_content', 'creative_directory', 'contact_info']
  for (const section of keys) {
    await content.saveSection({ section, content: firstWords[section], basedOn: 0, saving: 'publish' })
    const [row] = await fresh.sql('select content from homepage_content where section_key = $1', [section])
    expect(row).toMatchObject({ content: firstWords[section] })
  }
})

test('the next workshop and the member highlight are taken off home, with a draft and a time kept, and put back; what always stands is not', async () => {
  const fresh = await testApp()
  const content = fresh.as(await admin(fresh)).content
  const seen = async () => {
    const { workshop, highlight } = await fresh.as(await member(fresh)).content.highlights()
    return { next_workshop: workshop?.title, weekly_content: highlight?.title }
  }
  for (const section of ['next_workshop', 'weekly_content'] as const) {
    const words = firstWords[section] as { title: string }
    expect((await content.section({ section })).can).toEqual({ takeOff: false })
    await expect(content.takeOffSection({ section, basedOn: 0 })).rejects.toMatchObject({ code: 'NOT_SHOWN' })
    const save = async (saving: 'publish' | 'draft' | 'schedule', title: string) => {
      const { version: basedOn } = await content.section({ section })
      const time = saving === 'schedule' && { publishOn: '2026-11-30', publishTime: '09:00' }
      return (await content.saveSection({ section, content: { ...words, title }, basedOn, saving, ...time })).version
    }
    const shown = await save('publish', words.title)
    const waiting = await save('schedule', 'In a week')
    const draft = await save('draft', 'Half written')
    expect((await content.section({ section })).can).toEqual({ takeOff: true })
    await expect(content.takeOffSection({ section, basedOn: shown })).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
    })
    const gone = await content.takeOffSection({ section, basedOn: draft })
    expect(gone).toEqual({ version: draft + 1, former: shown })
    expect((await seen())[section]).toBeUndefined()
    expect(await content.section({ section })).toMatchObject({
      ...{ content: { title: 'Half written' }, state: 'draft', version: draft + 1, published: null },
      ...{ scheduled: { version: waiting }, can: { takeOff: false } },
    })
    const [newest] = (await content.versions({ section })).rows
    expect(newest).toMatchObject({ version: draft + 1, state: 'published', isEmpty: true })
    expect((await content.version({ section, version: draft + 1 })).content).toBeNull()
    await content.bringBackVersion({ section, version: shown, basedOn: gone.version })
    expect((await seen())[section]).toBe(words.title)
  }
  await expect(content.takeOffSection({ section: 'hero', basedOn: 0 })).rejects.toMatchObject({ code: 'IS_NEEDED' })
  await expect(
    fresh.as(await committee(fresh)).content.takeOffSection({ section: 'next_workshop', basedOn: 0 }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('beside a newer draft what is held back goes into the history, and neither is lost', async () => {
  const ada = await admin(app)
  const { content } = app.as(ada)
  const at = { saving: 'schedule', publishOn: '2026-12-20', publishTime: '9:00' } as const
  const waiting = await savedHero(app, ada, { ...at, content: await withTitle(ada, 'For the winter') })
  expect((await content.section({ section: 'hero' })).scheduled).toMatchObject({ hasDraftBeside: false })
  const draft = await savedHero(app, ada, { saving: 'draft', content: await withTitle(ada, 'Half written') })
  expect((await content.section({ section: 'hero' })).scheduled).toMatchObject({ hasDraftBeside: true })
  expect(await content.holdBackVersion({ section: 'hero' })).toEqual({ version: waiting, isDraft: false })
  expect(await content.section({ section: 'hero' })).toMatchObject({
    ...{ content: { title: 'Half written' }, state: 'draft', scheduled: null },
  })
  expect((await content.version({ section: 'hero', version: waiting })).content).toMatchObject({
    title: 'For the winter',
  })
  // It is gone on from as the draft, whose place it then takes.
  await expect(
    content.bringBackVersion({ section: 'hero', version: draft, basedOn: draft, saving: 'draft' }),
  ).rejects.toMatchObject({ code: 'IS_DRAFT' })
  const before = await hero()
  const made = await content.bringBackVersion({ section: 'hero', version: waiting, basedOn: draft, saving: 'draft' })
  expect(await content.section({ section: 'hero' })).toMatchObject({
    ...{ content: { title: 'For the winter' }, state: 'draft', version: made.version },
  })
  expect(await hero()).toEqual(before)
  expect(await states(ada)).toContain(`${draft} replaced`)
})

test('an earlier version is brought back beside the draft that somebody works on', async () => {
  const ada = await admin(app)
  const first = await savedHero(app, ada, { content: await withTitle(ada, 'The first') })
  await savedHero(app, ada, { content: await withTitle(ada, 'The second') })
  const draft = await savedHero(app, ada, { saving: 'draft', content: await withTitle(ada, 'Half written') })
  await app.as(ada).content.bringBackVersion({ section: 'hero', version: first, basedOn: draft })
  expect(await hero()).toMatchObject({ title: 'The first' })
  expect(await app.as(ada).content.section({ section: 'hero' })).toMatchObject({
    ...{ content: { title: 'Half written' }, state: 'draft', version: draft + 1 },
  })
  // What is published of the draft takes the place of both.
  await savedHero(app, ada)
  expect(await hero()).toMatchObject({ title: 'Half written' })
})
