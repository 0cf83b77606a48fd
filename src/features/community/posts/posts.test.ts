import { beforeEach, expect, test } from 'vitest'
import { liked, post } from '#seed/factories/community.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { openSession } from '#test/browser.ts'
import { uploadedFor } from '#test/community.ts'

const app = sharedTestApp()
let [ada, ben] = [null, null] as unknown as [Person, Person]
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  await app.sql('delete from community_posts')
  ;[ada, ben] = [
    await member(app, { firstName: 'Ada', lastName: 'Lovelace' }),
    await member(app, { firstName: 'Ben', lastName: 'Okri' }),
  ]
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 9, minute))
const written = (who: Person, more: object = {}) =>
  app.as(who).community.write({ title: 'A mitre saw', content: 'Who has one?', ...more })
const feed = (input: Parameters<ReturnType<typeof app.as>['community']['feed']>[0] = {}, who: Person | null = ada) =>
  app.as(who).community.feed(input)
const seen = (id: string, who: Person | null = ada) => app.as(who).community.one({ id })
const newsOf = (who: Person) =>
  app.sql<{ kind: string; title: string | null }>(
    `select payload->>'kind' as kind, payload->>'title' as title from live_events where audience = $1 and payload->>'title' is not null order by id`,
    [`user:${who.id}`],
  )

test('a post is published as it was written, with its author and its counts, and never as markup', async () => {
  const content = 'Look:\n<b>here</b> https://example.org'
  const { id } = await written(ada, { content })
  expect(await seen(id, ben)).toMatchObject({
    ...{ title: 'A mitre saw', content, author: 'Ada Lovelace', status: 'published', isPinned: false, isOwn: false },
    ...{ likeCount: 0, commentCount: 0, isLiked: false, picture: null, createdAt: app.clock.now(), editedAt: null },
    can: { edit: false, remove: false, moderate: false, comment: true, report: true },
  })
  expect(await seen(id)).toMatchObject({ isOwn: true, can: { edit: true, remove: true, report: false } })
})

test('a post needs a title and a text of some characters at most, and its picture words', async () => {
  for (const more of [{ title: ' ' }, { content: '\n' }])
    await expect(written(ada, more)).rejects.toMatchObject({ message: 'Title and content are required' })
  for (const more of [{ title: 'a'.repeat(151) }, { content: 'a'.repeat(5_001) }])
    await expect(written(ada, more)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(written(ada, { fileId: await uploadedFor(app, ada) })).rejects.toMatchObject({
    message: 'Say what is to be seen on it',
  })
  expect((await feed()).rows).toEqual([])
})

test('who is not approved, blocked or not signed in posts nothing', async () => {
  for (const [who, code] of [
    [null, 'UNAUTHORIZED'],
    [await person(app), 'APPROVAL_PENDING'],
    [await member(app, { status: 'blocked' }), 'ACCOUNT_BLOCKED'],
    [await member(app, { status: 'suspended' }), 'ACCOUNT_BLOCKED'],
  ] as const) {
    await expect(app.as(who).community.write({ title: 'A', content: 'B' })).rejects.toMatchObject({ code })
    const { id: postId } = await post(app, ada.id)
    await expect(app.as(who).community.comment({ postId, content: 'B' })).rejects.toMatchObject({ code })
  }
})

test('pinned posts come first, then the newest, and only published ones', async () => {
  const [first, pinned, last, old] = [
    await post(app, ada.id, { createdAt: at(1) }),
    await post(app, ada.id, { createdAt: at(2), isPinned: true }),
    await post(app, ada.id, { createdAt: at(3) }),
    await post(app, ada.id, { createdAt: at(0), isPinned: true }),
  ]
  await post(app, ada.id, { createdAt: at(4), status: 'hidden', hiddenReason: 'An advertisement.' })
  const { rows } = await feed({}, ben)
  expect(rows.map(({ id }) => id)).toEqual([pinned.id, old.id, last.id, first.id])
})

test('pages follow each other without a gap and without a repetition while others post', async () => {
  for (let minute = 0; minute < 45; minute++)
    await post(app, ada.id, { createdAt: at(minute % 40), title: `${minute}` })
  await post(app, ada.id, { createdAt: at(0), isPinned: true })
  const expected = await app.sql<{ id: string }>(
    'select id from community_posts order by is_pinned desc, created_at desc, id desc',
  )
  const found: string[] = []
  const { at: moment } = await feed({}, ben)
  const until = moment.toISOString()
  app.clock.set('2026-11-18T10:05:00Z')
  let after: string | undefined
  for (;;) {
    const page = await feed({ until, ...(after && { after }) }, ben)
    found.push(...page.rows.map(({ id }) => id))
    await written(ada)
    if (page.next === null) break
    after = page.next
  }
  expect(found).toEqual(expected.map(({ id }) => id))
  expect((await feed({ until }, ben)).newer).toBe(3)
  expect((await feed({ until })).newer).toBe(0)
})

test('the feed is searched by title, text and author', async () => {
  const [saw, kiln] = [
    await post(app, ada.id, { title: 'A mitre SAW' }),
    await post(app, ben.id, { title: 'The kiln', content: 'It fires at 1,200 degrees.' }),
  ]
  const found = async (q: string) => (await feed({ q })).rows.map(({ id }) => id)
  expect(await found('mitre saw')).toEqual([saw.id])
  expect(await found('degrees')).toEqual([kiln.id])
  expect(await found('okri')).toEqual([kiln.id])
  expect(await found('100%')).toEqual([])
})

test('the three latest posts are those of the home page, pinned or not [HOME-20]', async () => {
  await post(app, ada.id, { createdAt: at(0), isPinned: true })
  const three = [1, 2, 3].map(minute => post(app, ada.id, { createdAt: at(minute) }))
  const ids = (await Promise.all(three)).map(({ id }) => id)
  await post(app, ada.id, { createdAt: at(5), status: 'hidden', hiddenReason: 'An advertisement.' })
  const latest = await app.as(ben).community.latest()
  expect(latest.map(({ id }) => id)).toEqual(ids.toReversed())
})

test('a like counts once for each person and is taken back', async () => {
  const { id } = await post(app, ada.id)
  await Promise.all([1, 2, 3].map(() => app.as(ben).community.like({ id })))
  expect(await seen(id, ben)).toMatchObject({ likeCount: 1, isLiked: true })
  expect(await seen(id)).toMatchObject({ likeCount: 1, isLiked: false })
  const kept = () => app.sql('select user_id from community_post_likes where post_id = $1', [id])
  expect(await kept()).toEqual([{ user_id: ben.id }])
  await expect(
    app.sql('insert into community_post_likes (post_id, user_id) values ($1, $2)', [id, ben.id]),
  ).rejects.toThrow('community_post_likes_once')
  await app.as(ben).community.unlike({ id })
  await app.as(ben).community.unlike({ id })
  expect(await seen(id, ben)).toMatchObject({ likeCount: 0, isLiked: false })
  expect(await kept()).toEqual([])
})

test('whose post is liked is told so once, and nobody of their own like', async () => {
  const { id } = await post(app, ada.id)
  await app.as(ada).community.like({ id })
  expect(await newsOf(ada)).toEqual([])
  await app.as(ben).community.like({ id })
  await app.as(ben).community.like({ id })
  expect(await newsOf(ada)).toEqual([{ kind: 'community.liked', title: 'New Like' }])
  expect(await newsOf(ben)).toEqual([])
})

test('who takes a like back and likes again is no news, also when the first was read; somebody else is', async () => {
  const { id } = await post(app, ada.id)
  const again = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await app.as(ben).community.like({ id })
      await app.as(ben).community.unlike({ id })
    }
  }
  const news = async () => (await newsOf(ada)).filter(({ title }) => title === 'New Like').length
  const unread = async () =>
    (await app.as(ada).notifications.list({})).rows.filter(({ readAt }) => readAt === null).length
  await again(3)
  expect([await news(), await unread()]).toEqual([1, 1])
  await app.as(ada).notifications.markAllRead({})
  await again(2)
  expect([await news(), await unread()]).toEqual([1, 0])
  await app.as(await member(app)).community.like({ id })
  expect([await news(), await unread()]).toEqual([2, 1])
  const { id: other } = await post(app, ada.id)
  await app.as(ben).community.like({ id: other })
  expect(await news()).toBe(3)
})

test('people change and delete what they wrote, and nobody else does', async () => {
  const { id } = await written(ada)
  const edit = { id, title: 'A saw', content: 'Found.' }
  for (const who of [ben, await admin(app)]) {
    await expect(app.as(who).community.edit(edit)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(app.as(who).community.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  app.clock.set('2026-11-18T11:00:00Z')
  await app.as(ada).community.edit(edit)
  expect(await seen(id)).toMatchObject({ title: 'A saw', content: 'Found.', editedAt: app.clock.now() })
  await liked(app, id, ben.id)
  await app.as(ada).community.remove({ id })
  await expect(seen(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Post not found' })
  expect(await app.sql('select 1 from community_post_likes')).toEqual([])
})

test('a post has a picture of several sizes, which another takes the place of, and which goes with it', async () => {
  const cookie = await openSession(app.runtime, ben.id)
  const status = async (src: string) => (await app.fetch(src, { headers: { cookie } })).status
  const { id } = await written(ada, { fileId: await uploadedFor(app, ada), alt: 'A saw on a bench' })
  const first = await seen(id, ben)
  expect(first).toMatchObject({ imageAlt: 'A saw on a bench', picture: { width: 1, height: 1 } })
  expect(await status(first.picture!.src)).toBe(200)
  const edit = { id, title: 'A saw', content: 'Found.' }
  await app.as(ada).community.edit(edit)
  expect(await seen(id, ben)).toMatchObject({ picture: first.picture, imageAlt: 'A saw on a bench' })
  await app.as(ada).community.edit({ ...edit, fileId: await uploadedFor(app, ada), alt: 'Another saw' })
  const second = await seen(id, ben)
  expect(second.imageAlt).toBe('Another saw')
  expect(await status(first.picture!.src)).toBe(404)
  await app.as(ada).community.edit({ ...edit, isPictureKept: false })
  expect(await seen(id, ben)).toMatchObject({ picture: null, imageAlt: '' })
  expect(await status(second.picture!.src)).toBe(404)
  await app.as(ada).community.edit({ ...edit, fileId: await uploadedFor(app, ada), alt: 'A saw' })
  const { picture } = await seen(id)
  await app.as(ada).community.remove({ id })
  expect(await status(picture!.src)).toBe(404)
  const theirs = await uploadedFor(app, ben)
  await expect(written(ada, { fileId: theirs, alt: 'A saw' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('only members in good standing are mentioned, and only whose name stands in the text', async () => {
  const names = ['Cleo', 'Dora', 'Emil']
  const [cleo, dora, emil] = await Promise.all(names.map(firstName => member(app, { firstName, lastName: 'Ashby' })))
  await app.sql("update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1", [dora!.id])
  const found = async (q: string, who = ada) => (await app.as(who).community.mentionable({ q })).map(({ name }) => name)
  expect(await found('ashby')).toEqual(['Cleo Ashby', 'Emil Ashby'])
  expect(await found('ashby', cleo)).toEqual(['Emil Ashby'])
  const mentions = [cleo!.id, dora!.id, emil!.id, 'nobody']
  const { id } = await written(ada, { content: 'Ask @Cleo Ashby or @Dora Ashby.', mentions })
  expect((await seen(id)).mentions).toEqual([{ userId: cleo!.id, name: 'Cleo Ashby' }])
  await app.as(ada).community.edit({ id, title: 'A saw', content: 'Ask @Cleo Ashby or @Emil Ashby.', mentions })
  expect((await seen(id)).mentions.map(({ name }) => name).sort()).toEqual(['Cleo Ashby', 'Emil Ashby'])
  await app.as(ada).community.edit({ id, title: 'A saw', content: 'Ask @Emil Ashby.' })
  expect((await seen(id)).mentions.map(({ name }) => name)).toEqual(['Emil Ashby'])
})

test('the feed is closed to visitors until the setting opens it', async () => {
  const { id } = await post(app, ada.id)
  await expect(feed({}, null)).rejects.toMatchObject({ code: 'NOT_OPEN' })
  await expect(seen(id, null)).rejects.toMatchObject({ code: 'NOT_OPEN' })
  await app.as(await admin(app)).venue.changeSettings({ pagesOpenToVisitors: ['/community'] })
  expect((await feed({}, null)).rows).toMatchObject([{ id, isLiked: false, can: { comment: true, report: false } }])
  expect(await seen(id, null)).toMatchObject({ id })
  await expect(app.as(null).community.like({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('of an erased author neither name nor words nor picture are left, and nobody’s text names them', async () => {
  const { id } = await written(ada, { fileId: await uploadedFor(app, ada), alt: 'A saw on a bench' })
  const { picture } = await seen(id)
  const { id: comment } = await app.as(ada).community.comment({ postId: id, content: 'Found, thank you.' })
  const theirs = await written(ben, { content: 'Ask @Ada Lovelace.', mentions: [ada.id] })
  await app.as(ada).community.like({ id: theirs.id })
  const own = await app.as(ada).privacy.exportOwn()
  expect(own.data.community_posts?.rows).toMatchObject([{ id, title: 'A mitre saw' }])
  expect(own.data.community_post_comments?.rows).toMatchObject([{ content: 'Found, thank you.' }])
  expect(own.data.community_post_likes?.rows).toMatchObject([{ post_id: theirs.id }])
  expect(own.data.community_mentions?.rows).toMatchObject([{ post_id: theirs.id, name: 'Ada Lovelace' }])
  const { id: request } = await app.as(ada).privacy.requestErasure({ reason: 'I am moving away' })
  await app.as(await admin(app)).privacy.erase({ id: request })
  await app.runJobs()
  expect(await seen(id, ben)).toMatchObject({
    ...{ author: 'A former member', userId: null, title: 'A post of a former member', picture: null, imageAlt: '' },
    content: 'What was written here was erased.',
  })
  expect((await app.fetch(picture!.src)).status).toBe(404)
  expect((await app.as(ben).community.comments({ postId: id })).rows).toMatchObject([
    { id: comment, author: 'A former member', content: 'This comment was erased.' },
  ])
  expect(await seen(theirs.id, ben)).toMatchObject({
    content: 'Ask @a former member.',
    mentions: [{ userId: null, name: 'a former member' }],
    likeCount: 0,
  })
})

test('a person posts so often in a day, and then reads when they may again', async () => {
  for (let n = 0; n < 20; n++) await written(ada, { title: `${n}` })
  await expect(written(ada)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await written(ben)
})

test('the picture of a post is read by whoever sees the post at that moment, and kept by nobody between', async () => {
  const boss = await admin(app)
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: [] })
  const { id } = await written(ada, { fileId: await uploadedFor(app, ada), alt: 'A saw on a bench' })
  const { src } = (await seen(id)).picture!
  const cookies = new Map<Person | null, string>()
  for (const who of [ada, ben, boss]) cookies.set(who, await openSession(app.runtime, who.id))
  const read = (who: Person | null, more: Record<string, string> = {}) =>
    app.fetch(src, { headers: { cookie: cookies.get(who) ?? '', ...more } })
  const open = async () =>
    (await Promise.all([ada, ben, boss, null].map(async who => (await read(who)).status === 200))).map(Number).join('')
  const first = await read(ben)
  expect([first.status, first.headers.get('cache-control'), first.headers.get('content-disposition')]).toEqual([
    ...[200, 'private, no-cache'],
    expect.stringContaining('inline'),
  ])
  const known = { 'if-none-match': first.headers.get('etag')! }
  expect((await read(ben, known)).status).toBe(304)
  expect(await open()).toBe('1110')
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: ['/community'] })
  expect(await open()).toBe('1111')
  await app.as(boss).community.hide({ postId: id, reason: 'It shows somebody who did not agree.' })
  expect(await open()).toBe('1010')
  expect((await read(ben, known)).status).toBe(404)
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: [] })
  await app.as(boss).community.show({ postId: id })
  expect(await open()).toBe('1110')
  await app.sql("update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1", [ben.id])
  expect(await open()).toBe('1010')
  await app.as(ada).community.remove({ id })
  // The hiding was a decision: the office looks at what it was about.
  expect(await open()).toBe('0010')
  expect(await app.sql('select 1 from file_views')).toEqual([])
})

test('what the house has changed meanwhile no open form of its author writes over, and the other way round', async () => {
  const boss = await admin(app)
  const { id } = await written(ada)
  const was = { title: 'A mitre saw', content: 'Who has one?', alt: '', mentions: [], fileId: '', isPictureKept: true }
  await app.as(boss).community.editByHouse({ id, content: 'Who has one? The house has none.', was })
  await expect(
    app.as(ada).community.edit({ id, content: 'Who has two?', was: { content: was.content } }),
  ).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { field: 'content', is: 'Who has one? The house has none.' },
  })
  // What the house did not touch is changed beside it.
  await app.as(ada).community.edit({ id, title: 'Two saws', was: { title: was.title } })
  expect(await seen(id)).toMatchObject({ title: 'Two saws', content: 'Who has one? The house has none.' })
  await expect(
    app.as(boss).community.editByHouse({ id, title: 'One saw', was: { title: 'A mitre saw' } }),
  ).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', data: { field: 'title', is: 'Two saws' } })
  const fileId = await uploadedFor(app, ada)
  await expect(app.as(ada).community.edit({ id, fileId })).rejects.toMatchObject({ code: 'NO_ALT' })
  expect(await seen(id)).toMatchObject({ title: 'Two saws', picture: null })
})
