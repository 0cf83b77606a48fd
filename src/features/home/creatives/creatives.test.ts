import { beforeEach, expect, test } from 'vitest'
import { headFor, publicAddresses } from '#heads.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { during } from '#test/at-once.ts'
import { openSession } from '#test/browser.ts'
import { uploadedFor } from '#test/events.ts'
import { libraryImage } from '#test/sections.ts'
import type { Visibility } from './inputs.ts'

const app = sharedTestApp()
let [ada, boss, eve] = [null, null, null] as unknown as [Person, Person, Person]
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  await app.sql('delete from creative_profiles')
  await app.sql('delete from homepage_content')
  await app.sql('delete from content_versions')
  ;[ada, boss, eve] = [await member(app, { firstName: 'Anna', lastName: 'Lee' }), await admin(app), await member(app)]
})

const words = { role: 'Printmaker', specialty: 'Linocut and letterpress', bio: 'I cut.' }
const shows = (who: Person, visibility: Visibility, more: object = {}) =>
  app.as(who).creatives.save({ ...words, visibility, ...more })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'OPEN',
    (error: { code: string }) => error.code,
  )
const seenBy = async (who: Person | null, id = 'anna-lee') => codeOf(app.as(who).creatives.one({ id }))
const listed = async (who: Person, input: object = {}) =>
  (await app.as(who).content.directory(input)).rows.map(({ id }) => id)

test('who is open to collaborate can be reached, by a link or by mail, before others see it', async () => {
  const bare = { portfolioLinks: [], showsEmail: false, isOpen: true }
  expect(await codeOf(shows(ada, 'members', bare))).toBe('NO_WAY_TO_REACH')
  expect(await codeOf(shows(ada, 'nobody', bare))).toBe('OPEN')
  expect(await codeOf(shows(ada, 'members', { ...bare, showsEmail: true }))).toBe('OPEN')
  expect(await codeOf(shows(ada, 'members', { ...bare, portfolioLinks: ['https://a.example'] }))).toBe('OPEN')
})

test('a profile is for nobody, for members or for everyone, as its member says; whoever may not see it learns nothing', async () => {
  const applicant = await person(app)
  expect(await app.as(ada).creatives.save({ ...words })).toEqual({ slug: null })
  expect(await seenBy(eve)).toBe('NOT_FOUND')
  await shows(ada, 'members')
  expect([await seenBy(eve), await seenBy(ada), await seenBy(applicant), await seenBy(null)]).toEqual([
    'OPEN',
    'OPEN',
    'NOT_FOUND',
    'UNAUTHORIZED',
  ])
  expect(await seenBy(null, 'nobody-at-all')).toBe('UNAUTHORIZED')
  expect([await listed(eve), await listed(applicant)]).toEqual([['anna-lee'], []])
  await shows(ada, 'everyone')
  expect([await seenBy(eve), await seenBy(applicant), await seenBy(null)]).toEqual(['OPEN', 'OPEN', 'OPEN'])
  await shows(ada, 'nobody')
  expect([await seenBy(eve), await seenBy(null), await listed(eve)]).toEqual(['NOT_FOUND', 'UNAUTHORIZED', []])
})

test('the page of a member has its words in the HTML only while it is open to everyone', async () => {
  const head = async () => (await headFor(app.runtime, '/creative/anna-lee')).head
  await shows(ada, 'members')
  expect(await head()).toBeNull()
  await app.as(ada).creatives.setPicture({ fileId: await uploadedFor(app, ada, 'creative-image') })
  await shows(ada, 'everyone')
  expect(await head()).toMatchObject({
    title: 'Anna Lee · Exchange',
    description: 'Printmaker, Linocut and letterpress. I cut.',
    preview: { title: 'Anna Lee', fileId: expect.stringMatching(/^[-0-9a-f]{36}$/) },
    picture: { url: expect.stringContaining('/og/') },
    html: expect.stringMatching(/<h1[^>]*>Anna Lee<\/h1>/),
  })
  const inMap = async () => (await publicAddresses(app.runtime)).map(({ path }) => path)
  expect(await inMap()).toContain('/creative/anna-lee')
  await shows(ada, 'nobody')
  expect(await head()).toBeNull()
  expect(await inMap()).not.toContain('/creative/anna-lee')
  expect((await headFor(app.runtime, '/creative/nobody-at-all')).head).toBeNull()
})

test('the page that the server draws of a member shows all that the application shows: picture, works, links and the way to reach them', async () => {
  const html = async () => (await headFor(app.runtime, '/creative/anna-lee')).head!.html!
  await shows(ada, 'everyone')
  expect(await html()).toMatch(/<a href="\/contact\?about=Anna\+Lee"[^>]*>Write through the house<\/a>/)
  await app.as(ada).creatives.setPicture({ fileId: await uploadedFor(app, ada, 'creative-image') })
  const work = { fileId: await uploadedFor(app, ada, 'creative-image'), title: 'Night market' }
  await app.as(ada).creatives.addWork(work)
  const reached = { portfolioLinks: ['https://anna.example/work'], showsEmail: true, isOpen: true }
  await shows(ada, 'everyone', reached)
  const shown = await html()
  const { picture, works } = await app.as(null).creatives.one({ id: 'anna-lee' })
  for (const part of [
    'A member of the house',
    'Printmaker · Linocut and letterpress',
    `src="${picture!.src}"`,
    `src="${works[0]!.picture!.src}"`,
    'alt="Night market"',
    'href="https://anna.example/work"',
    `href="mailto:${ada.email}"`,
    'Open to collaborate',
    'I cut.',
  ])
    expect(shown, part).toContain(part)
  expect(shown).not.toContain('Write through the house')
})

test('whoever is blocked, archived or no member any more is not shown', async () => {
  await shows(ada, 'everyone')
  for (const [out, back] of [
    [
      "update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1",
      "update profiles set account_status = 'active', blocked_at = null where user_id = $1",
    ],
    [
      "update profiles set approval_status = 'rejected' where user_id = $1",
      "update profiles set approval_status = 'approved' where user_id = $1",
    ],
    [
      "update user_memberships set status = 'cancelled' where user_id = $1",
      "update user_memberships set status = 'active' where user_id = $1",
    ],
    [
      'insert into archived_members (email, email_key) select email, email_key from "user" where id = $1',
      'delete from archived_members where email_key = (select email_key from "user" where id = $1)',
    ],
  ] as const) {
    await app.sql(out, [ada.id])
    expect([await seenBy(eve), await seenBy(null), await listed(eve)], out).toEqual(['NOT_FOUND', 'UNAUTHORIZED', []])
    await app.sql(back, [ada.id])
    expect(await seenBy(null), back).toBe('OPEN')
  }
})

test('others see a name and what somebody does; links are secure, the address of mail only where it is shown', async () => {
  await expect(shows(ada, 'members', { role: '' })).rejects.toMatchObject({ code: 'NO_ROLE', data: { field: 'role' } })
  const nameless = await member(app, { firstName: '', lastName: '' })
  await expect(shows(nameless, 'members')).rejects.toMatchObject({ code: 'NO_NAME' })
  await expect(app.as(await person(app)).creatives.save({ role: 'Potter' })).rejects.toMatchObject({
    code: 'APPROVAL_PENDING',
  })
  for (const link of ['http://anna.example', 'javascript:alert(1)', 'anna.example'])
    await expect(shows(ada, 'members', { portfolioLinks: [link] })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await shows(ada, 'members', { portfolioLinks: ['https://anna.example/work', ''] })
  expect(await app.as(eve).creatives.one({ id: 'anna-lee' })).toMatchObject({
    links: ['https://anna.example/work'],
    email: null,
    isOwn: false,
  })
  await app.as(ada).creatives.save({ showsEmail: true })
  expect(await app.as(eve).creatives.one({ id: 'anna-lee' })).toMatchObject({ email: ada.email })
  await expect(app.as(ada).creatives.save({ bio: 'Mine', was: { bio: 'What it never said' } })).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
  })
})

const taken = async () => (await app.as(boss).creatives.takenIds()).map(({ id }) => id).sort()

/** Saves the directory with entries of these addresses. */
const saves = async (ids: string[], saving: 'draft' | 'publish' = 'publish') => {
  const section = 'creative_directory'
  const { version: basedOn } = await app.as(boss).content.section({ section })
  const content = { title: 'Directory', creatives: ids.map(id => ({ id, name: id })) }
  return app.as(boss).content.saveSection({ section, content, basedOn, saving })
}

test('no entry of the directory takes the address of a member, present or former, and no member that of an entry there was', async () => {
  await shows(ada, 'members')
  for (const saving of ['draft', 'publish'] as const)
    await expect(saves(['bo', 'anna-lee'], saving), saving).rejects.toMatchObject({
      code: 'ADDRESS_TAKEN',
      data: { field: 'creatives.1.name' },
    })
  await app.as(ada).members.changeProfile({ firstName: 'Annabel' })
  await app.as(ada).creatives.save({ bio: 'I cut and print.' })
  await expect(saves(['anna-lee'])).rejects.toMatchObject({ code: 'ADDRESS_TAKEN' })
  // What an entry had that was taken out leads to nobody else, also where it comes back.
  const { version } = await saves(['bo', 'anna-lee-2'])
  const { version: basedOn } = await saves([])
  expect(await taken()).toEqual(['anna-lee', 'anna-lee-2', 'annabel-lee', 'bo'])
  expect(await shows(await member(app, { firstName: 'Bo', lastName: '' }), 'members')).toEqual({ slug: 'bo-2' })
  const bring = { section: 'creative_directory', version, basedOn }
  await app.as(boss).content.bringBackVersion({ ...bring, saving: 'draft' })
  // A house that has both from before gives none of them anew.
  await app.sql(`update creative_profiles set slug = 'anna-lee-2' where user_id = $1`, [ada.id])
  for (const saving of ['draft', 'publish'] as const)
    await expect(
      app.as(boss).content.bringBackVersion({
        ...bring,
        basedOn: basedOn + 1,
        saving,
      }),
    ).rejects.toMatchObject({ code: 'ADDRESS_TAKEN' })
})

test('an entry and a member who ask for one address at once do not both get it', async () => {
  const bo = await member(app, { firstName: 'Bo', lastName: '' })
  await saves([])
  const writing = 'select from homepage_content where section_key = $1 for update'
  const both = await during(app, writing, 'creative_directory', [() => saves(['bo']), () => shows(bo, 'members')])
  expect(both).toMatchObject([{ saving: 'publish' }, { slug: 'bo-2' }])
})

test('two of one name have two addresses, also when both ask at once, and keep them', async () => {
  const other = await member(app, { firstName: 'Anna', lastName: 'Lee' })
  const both = await Promise.all([shows(ada, 'members'), shows(other, 'members')])
  expect(both.map(({ slug }) => slug).sort()).toEqual(['anna-lee', 'anna-lee-2'])
  const { version } = await app.as(boss).content.section({ section: 'creative_directory' })
  const chosen = { title: 'Directory', creatives: [{ id: 'bo', name: 'Bo' }] }
  await app
    .as(boss)
    .content.saveSection({ section: 'creative_directory', content: chosen, basedOn: version, saving: 'draft' })
  expect(await taken()).toEqual(['anna-lee', 'anna-lee-2', 'bo'])
  const bo = await member(app, { firstName: 'Bo', lastName: '' })
  expect(await shows(bo, 'members')).toEqual({ slug: 'bo-2' })
})

test('the directory has whom the house chose, with all that it says of them, and then members by name, found by name, role and specialty [CNT-20]', async () => {
  const imageUrl = await libraryImage(app, boss, true)
  const entry = {
    id: 'mo-park',
    name: 'Mo Park',
    role: 'Potter',
    specialty: 'Stoneware',
    icon: 'Heart',
    bio: 'Turns.',
    portfolio: 'https://mo.example',
    email: 'mo@people.example',
    imageUrl,
  }
  const save = async (content: unknown) => {
    const { version: basedOn } = await app.as(boss).content.section({ section: 'creative_directory' })
    return app.as(boss).content.saveSection({ section: 'creative_directory', content, basedOn, saving: 'publish' })
  }
  await expect(save({ title: 'All', creatives: [entry, entry] })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await save({ title: 'All of us', subtitle: 'And what we make', creatives: [entry] })
  const [stored] = await app.sql<{ content: object }>(
    "select content from homepage_content where section_key = 'creative_directory'",
  )
  expect(stored!.content).toEqual({ title: 'All of us', subtitle: 'And what we make', creatives: [entry] })
  await shows(ada, 'members', { isOpen: true, showsEmail: true })
  await app.as(eve).creatives.save({ role: 'Sound artist', visibility: 'everyone' })
  const { title, subtitle, rows, total } = await app.as(eve).content.directory({})
  expect({ title, subtitle, total }).toEqual({ title: 'All of us', subtitle: 'And what we make', total: 3 })
  expect(rows[0]).toMatchObject({
    ...{ id: 'mo-park', name: 'Mo Park', role: 'Potter', specialty: 'Stoneware', icon: 'Heart' },
    picture: { alt: 'A press and two prints' },
  })
  const found = (q: string) => listed(eve, { q })
  expect([await found('MO P'), await found('potter'), await found('stonew')]).toEqual([
    ['mo-park'],
    ['mo-park'],
    ['mo-park'],
  ])
  expect([await found('anna'), await found('PRINT'), await found('letterpress'), await found('100%')]).toEqual([
    ['anna-lee'],
    ['anna-lee'],
    ['anna-lee'],
    [],
  ])
  expect(await listed(eve, { isOpen: true })).toEqual(['anna-lee'])
  expect(await app.as(eve).creatives.one({ id: 'mo-park' })).toMatchObject({
    bio: 'Turns.',
    links: ['https://mo.example'],
    email: 'mo@people.example',
  })
  expect(await seenBy(null, 'mo-park')).toBe('UNAUTHORIZED')
  expect((await app.as(boss).images.list({})).rows.find(row => row.address === imageUrl)!.usedOn).toEqual([
    'Creative Directory “Mo Park”',
  ])
})

test('the office takes a profile down, which is in the audit log without its words, and nobody else does', async () => {
  await shows(ada, 'everyone')
  await expect(app.as(eve).creatives.takeDown({ id: 'anna-lee' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await app.as(boss).creatives.one({ id: 'anna-lee' })).toMatchObject({ can: { takeDown: true } })
  await app.as(boss).creatives.takeDown({ id: 'anna-lee' })
  expect(await seenBy(null)).toBe('UNAUTHORIZED')
  const [row] = await app.sql<{ before: object; after: object }>(
    "select before, after from audit_log where table_name = 'creative_profiles' and actor_id = $1",
    [boss.id],
  )
  expect(row).toMatchObject({ before: { visibility: 'everyone' }, after: { visibility: 'nobody' } })
  expect(JSON.stringify(row)).not.toMatch(/Printmaker|I cut/)
  expect((await app.as(ada).creatives.mine()).fields).toMatchObject({ visibility: 'nobody', role: 'Printmaker' })
})

test('works have a picture each, eight at most, and go with their member', async () => {
  const upload = () => uploadedFor(app, ada, 'creative-image')
  const { creatives } = app.as(ada)
  await shows(ada, 'everyone')
  await creatives.setPicture({ fileId: await upload() })
  const ids: string[] = []
  for (let work = 1; work <= 8; work++) {
    app.clock.set(`2026-11-18T10:0${work}:00Z`)
    ids.push((await creatives.addWork({ fileId: await upload(), title: `Work ${work}` })).id)
  }
  await expect(creatives.addWork({ fileId: await upload(), title: 'Work 9' })).rejects.toMatchObject({
    code: 'ENOUGH_WORKS',
  })
  await expect(app.as(eve).creatives.removeWork({ id: ids[0]! })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await creatives.removeWork({ id: ids[0]! })
  const { works, picture } = await app.as(null).creatives.one({ id: 'anna-lee' })
  expect(works.map(({ title }) => title)).toEqual([
    'Work 2',
    'Work 3',
    'Work 4',
    'Work 5',
    'Work 6',
    'Work 7',
    'Work 8',
  ])
  const addresses = [picture!.src, ...works.map(work => work.picture!.src)]
  const statuses = async () => new Set(await Promise.all(addresses.map(async src => (await app.fetch(src)).status)))
  expect(await statuses()).toEqual(new Set([200]))
  const { id } = await creatives.mine().then(() => app.as(ada).privacy.requestErasure({ reason: 'I am moving away' }))
  await app.as(boss).privacy.erase({ id })
  await app.runJobs()
  expect(await statuses()).toEqual(new Set([404]))
  expect(await app.sql('select 1 from creative_profiles')).toEqual([])
})

test('pictures of a profile are read by whoever sees the profile at that moment', async () => {
  const fileId = () => uploadedFor(app, ada, 'creative-image')
  await app.as(ada).creatives.setPicture({ fileId: await fileId() })
  await app.as(ada).creatives.addWork({ fileId: await fileId(), title: 'Night market' })
  await shows(ada, 'everyone')
  const { works, picture } = await app.as(null).creatives.one({ id: 'anna-lee' })
  const cookies = await Promise.all([ada, eve].map(({ id }) => openSession(app.runtime, id)))
  const open = async (src: string) => {
    const answers = await Promise.all(['', ...cookies].map(cookie => app.fetch(src, { headers: { cookie } })))
    return answers.map(({ status }) => Number(status === 200)).join('')
  }
  // Visitors, its member, another member.
  for (const [visibility, seen] of [
    ['everyone', '111'],
    ['members', '011'],
    ['nobody', '010'],
  ] as const) {
    await shows(ada, visibility)
    for (const { src } of [picture!, works[0]!.picture!]) expect(await open(src), visibility).toBe(seen)
  }
  await shows(ada, 'everyone')
  await app.sql("update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1", [ada.id])
  expect(await open(picture!.src)).toBe('000')
})

test('under another name a profile has another address when it is saved, and the former one leads there', async () => {
  const rename = (firstName: string) => app.as(ada).members.changeProfile({ firstName })
  await shows(ada, 'everyone')
  await rename('Annabel')
  expect(await app.as(ada).creatives.mine()).toMatchObject({ slug: 'anna-lee', isFormerName: true })
  expect(await app.as(null).creatives.one({ id: 'anna-lee' })).toMatchObject({ id: 'anna-lee', name: 'Annabel Lee' })
  expect(await app.as(ada).creatives.save({ bio: 'I cut and print.' })).toEqual({ slug: 'annabel-lee' })
  expect(await app.as(ada).creatives.mine()).toMatchObject({ slug: 'annabel-lee', isFormerName: false })
  for (const id of ['anna-lee', 'annabel-lee'])
    expect(await app.as(null).creatives.one({ id })).toMatchObject({ id: 'annabel-lee', bio: 'I cut and print.' })
  const { head } = await headFor(app.runtime, '/creative/anna-lee')
  expect(head).toMatchObject({ canonical: expect.stringMatching(/\/creative\/annabel-lee$/) })
  expect((await publicAddresses(app.runtime)).map(({ path }) => path)).not.toContain('/creative/anna-lee')
  // Nobody else is given what still leads to her; she may have it again.
  const other = await member(app, { firstName: 'Anna', lastName: 'Lee' })
  expect(await shows(other, 'members')).toEqual({ slug: 'anna-lee-2' })
  expect(await taken()).toContain('anna-lee')
  await rename('Anna')
  expect(await app.as(ada).creatives.save({ bio: 'I cut.' })).toEqual({ slug: 'anna-lee' })
  expect(await app.as(null).creatives.one({ id: 'annabel-lee' })).toMatchObject({ id: 'anna-lee' })
  await shows(ada, 'members')
  expect([await seenBy(null, 'annabel-lee'), await seenBy(eve, 'annabel-lee')]).toEqual(['UNAUTHORIZED', 'OPEN'])
  const mine = await app.as(ada).privacy.exportOwn()
  expect(mine.data.creative_former_slugs?.rows).toMatchObject([{ slug: 'annabel-lee' }])
})
