import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { comment, liked, post } from '#seed/factories/community.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { openSession } from '#test/browser.ts'
import { uploadedFor } from '#test/community.ts'
import { openLiveStream } from '#test/live-stream.ts'
import { pngOf } from '#test/pictures.ts'

// Who reads what of the community, and who may put something into it.
const app = sharedTestApp()
let [ada, ben, eve] = [null, null, null] as unknown as [Person, Person, Person]
let postId: string
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  await app.sql('delete from community_posts')
  ;[ada, ben, eve] = [await member(app), await member(app), await member(app)]
  postId = (await post(app, ada.id)).id
})

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'OPEN',
    (error: { code: string }) => error.code,
  )
const hides = async (who: Person | null = null) =>
  app.as(who ?? (await admin(app))).community.hide({ postId, reason: 'An advertisement.' })

test('of a closed community neither visitors nor who is blocked or turned away read posts or comments, also by their ids', async () => {
  await comment(app, postId, ben.id)
  const out = [null, await member(app, { status: 'blocked' }), await person(app, { approval: 'rejected' })]
  for (const who of out) {
    const { community } = app.as(who)
    const answers = [community.feed({}), community.one({ id: postId }), community.comments({ postId })]
    expect(await Promise.all(answers.map(codeOf))).toEqual(['NOT_OPEN', 'NOT_OPEN', 'NOT_OPEN'])
  }
  expect((await app.as(ben).community.comments({ postId })).rows).toHaveLength(1)
})

test('the picture as it was uploaded is for whoever uploaded it', async () => {
  const fileId = await uploadedFor(app, ada)
  const statuses = [ada, ben, await admin(app)].map(async who => {
    const cookie = await openSession(app.runtime, who.id)
    return (await app.fetch(`/files/${fileId}`, { headers: { cookie } })).status
  })
  expect(await Promise.all(statuses)).toEqual([200, 404, 404])
})

test('members alone upload pictures for posts, in good standing', async () => {
  const uploads = async (who: Person) => {
    const headers = { cookie: await openSession(app.runtime, who.id), 'content-type': 'image/png', connection: 'close' }
    const body = new Uint8Array(pngOf(2, 2))
    return (await app.fetch('/files/community-image', { method: 'POST', body, headers })).status
  }
  expect([
    await uploads(ada),
    await uploads(await person(app)),
    await uploads(await member(app, { status: 'suspended' })),
  ]).toEqual([201, 404, 403])
})

test('a like is a row of one person for one post; taking it back leaves those of others and of other posts [COM-08]', async () => {
  const { id: other } = await post(app, ada.id)
  const rows = () =>
    app.sql('select post_id, user_id from community_post_likes order by post_id = $1 desc, user_id = $2 desc', [
      postId,
      ben.id,
    ])
  await Promise.all([1, 2].map(() => app.as(ben).community.like({ id: postId })))
  await app.as(eve).community.like({ id: postId })
  await app.as(ben).community.like({ id: other })
  expect(await rows()).toEqual([
    { post_id: postId, user_id: ben.id },
    { post_id: postId, user_id: eve.id },
    { post_id: other, user_id: ben.id },
  ])
  await expect(
    app.sql('insert into community_post_likes (post_id, user_id) values ($1, $2)', [postId, ben.id]),
  ).rejects.toThrow('community_post_likes_once')
  for (let again = 0; again < 2; again++) await app.as(ben).community.unlike({ id: postId })
  expect(await rows()).toEqual([
    { post_id: postId, user_id: eve.id },
    { post_id: other, user_id: ben.id },
  ])
  expect(await app.as(ben).community.one({ id: postId })).toMatchObject({ likeCount: 1, isLiked: false })
})

test('nobody likes what is hidden, or is told of it as new', async () => {
  await liked(app, postId, eve.id)
  await hides()
  expect(await codeOf(app.as(ada).community.like({ id: postId }))).toBe('HIDDEN')
  expect(await codeOf(app.as(ben).community.like({ id: postId }))).toBe('NOT_FOUND')
  const before = '2026-11-18T09:00:00.000Z'
  expect((await app.as(ben).community.feed({ until: before })).newer).toBe(0)
  await post(app, ada.id)
  expect((await app.as(ben).community.feed({ until: before })).newer).toBe(1)
})

test('who is no member gets no form for comments, and what is hidden is not reported any more', async () => {
  const applicant = await person(app)
  const can = async (who: Person) => (await app.as(who).community.one({ id: postId })).can
  expect(await can(applicant)).toMatchObject({ comment: false, report: true })
  expect(await can(ben)).toMatchObject({ comment: true, report: true })
  const boss = await admin(app)
  await hides(boss)
  expect(await can(boss)).toMatchObject({ comment: false, report: false })
})

test('a refused change of a post leaves no file in the storage that nothing leads to', async () => {
  const kept: string[] = []
  const put = app.runtime.storage.put.bind(app.runtime.storage)
  const spied = app.runtime.storage as { put: typeof put }
  spied.put = async (key, ...rest) => {
    kept.push(key)
    return put(key, ...rest)
  }
  const fileId = await uploadedFor(app, ben)
  kept.length = 0
  const edit = app.as(ben).community.edit({ id: postId, title: 'A', content: 'B', fileId, alt: 'A saw' })
  expect(await codeOf(edit)).toBe('NOT_FOUND')
  spied.put = put
  expect(kept).not.toEqual([])
  for (const key of kept) expect(await app.runtime.storage.get(key)).toBeNull()
})

test('what somebody posts between the first answer of the feed and the opening of its live stream is told, and counted', async () => {
  const listening = await openLiveStream(app, await openSession(app.runtime, eve.id))
  onTestFinished(listening.close)
  const cookie = await openSession(app.runtime, ben.id)
  const { at } = await app.as(ben).community.feed({})
  app.clock.set('2026-11-18T10:00:01Z')
  await app.as(ada).community.write({ title: 'A saw', content: 'Who has one?' })
  // By then the server has passed it on to everybody who listened.
  while ((await listening.next()).topic !== 'community') {}
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const answer = await app.fetch('/live', { headers: { cookie }, signal: closing.signal })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('"topic":"community"')) text += (await reader.read()).value
  const again = await app.as(ben).community.feed({ until: at.toISOString() })
  expect(again).toMatchObject({ newer: 1, rows: [{ id: postId }] })
})
