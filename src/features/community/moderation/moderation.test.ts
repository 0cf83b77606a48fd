import { beforeEach, expect, test } from 'vitest'
import { comment, post } from '#seed/factories/community.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()
let [ada, ben, boss] = [null, null, null] as unknown as [Person, Person, Person]
let postId: string
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  await app.sql('delete from community_posts')
  ;[ada, ben, boss] = [await member(app), await member(app), await admin(app)]
  postId = (await post(app, ada.id, { title: 'Prints for sale' })).id
})

const reason = 'This is an advertisement.'
const reports = async (input: Parameters<ReturnType<typeof app.as>['community']['reports']>[0] = {}) =>
  app.as(boss).community.reports(input)
const waiting = async () => (await reports({ state: 'waiting' })).rows
const hides = () => app.as(boss).community.hide({ postId, reason })
const own = (who: Person = ada, commentId?: string) =>
  app.as(who).community.ownDecision({ postId, ...(commentId && { commentId }) })
const isSeen = async (who: Person | null) =>
  app
    .as(who)
    .community.one({ id: postId })
    .then(({ status, hiddenReason }) => [status, hiddenReason])
    .catch(({ code }) => code)
const newsOf = async (who: Person) =>
  (
    await app.sql<{ title: string }>(
      `select payload->>'title' as title from live_events where audience = $1 and payload->>'title' is not null order by id`,
      [`user:${who.id}`],
    )
  ).map(({ title }) => title)

test('whoever is signed in reports a post or a comment, once; their own they delete', async () => {
  const pending = await person(app)
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  await app.as(pending).community.report({ postId, reason })
  await Promise.all([1, 2].map(() => app.as(pending).community.report({ postId, reason: 'Once more' })))
  app.clock.set('2026-11-18T10:01:00Z')
  await app.as(pending).community.report({ postId, commentId, reason: 'This too' })
  expect((await waiting()).map(row => [row.reason, row.words])).toEqual([
    ['This too', 'Buy here'],
    [reason, 'Who has a mitre saw that I could use?'],
  ])
  expect(await reports()).toMatchObject({ waiting: 2 })
  await expect(app.as(ada).community.report({ postId, reason })).rejects.toMatchObject({ code: 'OWN' })
  await expect(app.as(ben).community.report({ postId, commentId, reason })).rejects.toMatchObject({ code: 'OWN' })
  await expect(app.as(ben).community.report({ postId, reason: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(app.as(null).community.report({ postId, reason })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('what is kept answers every report of it and stays as it was', async () => {
  for (const who of [ben, await member(app)]) await app.as(who).community.report({ postId, reason })
  const [first] = await waiting()
  await app.as(boss).community.decide({ id: first!.id, outcome: 'kept' })
  expect(await waiting()).toEqual([])
  expect(await isSeen(ben)).toEqual(['published', null])
  await expect(app.as(boss).community.decide({ id: first!.id, outcome: 'hidden', reason })).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
  })
  expect(await newsOf(ada)).toEqual([])
})

test('what is hidden its author and admins see, who read why, and nobody else', async () => {
  await app.as(ben).community.report({ postId, reason: 'Spam' })
  const [report] = await waiting()
  await expect(app.as(boss).community.decide({ id: report!.id, outcome: 'hidden' })).rejects.toMatchObject({
    message: 'Say why it is hidden',
  })
  await app.as(boss).community.decide({ id: report!.id, outcome: 'hidden', reason })
  expect(await isSeen(ada)).toEqual(['hidden', reason])
  expect(await isSeen(boss)).toEqual(['hidden', reason])
  expect(await isSeen(ben)).toBe('NOT_FOUND')
  expect((await app.as(ben).community.feed({})).rows).toEqual([])
  expect((await app.as(ada).community.feed({})).rows).toMatchObject([{ id: postId, can: { edit: false } }])
  expect(await newsOf(ada)).toEqual(['Your post was hidden'])
  expect(await own()).toMatchObject({ reason, can: { appeal: true } })
  await expect(own(ben)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(ada).community.edit({ id: postId, title: 'A', content: 'B' })).rejects.toMatchObject({
    code: 'HIDDEN',
  })
})

test('two admins who decide at once decide once', async () => {
  await app.as(ben).community.report({ postId, reason })
  const [{ id } = { id: '' }] = await waiting()
  const decide = (outcome: 'kept' | 'hidden') => async () =>
    app
      .as(await admin(app))
      .community.decide({ id, outcome, reason })
      .then(
        () => outcome,
        ({ code }) => code,
      )
  const answers = await Promise.all(['kept' as const, 'hidden' as const].map(outcome => decide(outcome)()))
  expect(answers.filter(answer => answer === 'ALREADY_DECIDED')).toHaveLength(1)
  expect(await app.sql('select 1 from community_decisions where post_id = $1', [postId])).toHaveLength(1)
})

test.each(['restored', 'upheld'] as const)('an author appeals once, and the appeal is %s', async outcome => {
  await hides()
  const { id } = await own()
  await expect(app.as(ben).community.appeal({ id, words: 'No' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.as(ada).community.appeal({ id, words: 'I gave them away.' })
  await expect(app.as(ada).community.appeal({ id, words: 'Once more' })).rejects.toMatchObject({
    code: 'ALREADY_APPEALED',
  })
  expect(await own()).toMatchObject({ appeal: 'I gave them away.', appealOutcome: null, can: { appeal: false } })
  const list = await app.as(boss).community.decisions({ appeal: 'waiting' })
  expect(list).toMatchObject({ appeals: 1, rows: [{ id, appeal: 'I gave them away.', can: { decideAppeal: true } }] })
  await app.as(boss).community.decideAppeal({ id, outcome, answer: 'We looked again.' })
  await expect(app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'Again' })).rejects.toMatchObject(
    { code: 'ALREADY_DECIDED' },
  )
  expect(await isSeen(ben)).toEqual(outcome === 'restored' ? ['published', null] : 'NOT_FOUND')
  if (outcome === 'upheld') expect(await own()).toMatchObject({ appealAnswer: 'We looked again.' })
  expect((await newsOf(ada)).at(-1)).toBe(
    outcome === 'restored' ? 'Your post is shown again' : 'Your appeal was decided',
  )
})

test('an admin hides at their own sight and shows again, which answers an appeal', async () => {
  await hides()
  await expect(hides()).rejects.toMatchObject({ code: 'ALREADY_HIDDEN' })
  const { id } = await own()
  await app.as(ada).community.appeal({ id, words: 'I gave them away.' })
  await app.as(boss).community.show({ postId })
  await expect(app.as(boss).community.show({ postId })).rejects.toMatchObject({ code: 'NOT_HIDDEN' })
  expect(await isSeen(ben)).toEqual(['published', null])
  expect(await app.as(boss).community.decisions({})).toMatchObject({
    appeals: 0,
    rows: [{ appealOutcome: 'restored' }],
  })
  // An appeal is against what hides it now.
  app.clock.set('2026-11-18T10:01:00Z')
  await hides()
  await expect(app.as(ada).community.appeal({ id, words: 'Once more' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a comment is hidden for itself, and its author appeals beside it', async () => {
  const { id: commentId } = await comment(app, postId, ben.id, { content: 'Buy here' })
  await app.as(boss).community.hide({ postId, commentId, reason })
  const read = async (who: Person) => (await app.as(who).community.comments({ postId })).rows
  expect(await read(ada)).toEqual([])
  expect(await read(ben)).toMatchObject([{ id: commentId, status: 'hidden', hiddenReason: reason }])
  expect(await isSeen(ada)).toEqual(['published', null])
  expect(await app.as(ada).community.one({ id: postId })).toMatchObject({ commentCount: 0 })
  const { id } = await own(ben, commentId)
  await app.as(ben).community.appeal({ id, words: 'It was a joke.' })
  await app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'A good one.' })
  expect(await read(ada)).toMatchObject([{ id: commentId }])
  const { id: elsewhere } = await post(app, ada.id)
  await expect(app.as(boss).community.hide({ postId: elsewhere, commentId, reason })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('what the house does is in the audit log, without the words', async () => {
  await app.as(ben).community.report({ postId, reason })
  const [report] = await waiting()
  await app.as(boss).community.decide({ id: report!.id, outcome: 'hidden', reason })
  const { id } = await own()
  await app.as(ada).community.appeal({ id, words: 'I gave them away.' })
  await app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'We looked again.' })
  await app.as(boss).community.pin({ id: postId, isPinned: true })
  await app.as(boss).community.editByHouse({ id: postId, title: 'Prints', content: 'For nothing.' })
  await app.as(boss).community.deleteByHouse({ id: postId })
  const found = await app.sql<{ what: string; entry: string }>(
    `select table_name || ' ' || action as what, l::text as entry from audit_log l
     where table_name like 'community%' and actor_id = $1 order by id`,
    [boss.id],
  )
  expect(new Set(found.map(({ what }) => what))).toEqual(
    new Set([
      'community_decisions insert',
      'community_decisions update',
      'community_decisions delete',
      'community_posts update',
      'community_posts delete',
      'community_reports update',
      'community_reports delete',
    ]),
  )
  const all = found.map(({ entry }) => entry).join('\n')
  for (const words of [reason, 'gave them', 'looked again', 'For nothing', 'Prints']) expect(all).not.toContain(words)
})

test('of an erased author the house keeps that it decided, and no words of it', async () => {
  await app.as(ben).community.report({ postId, reason: 'Ada sells things' })
  const [report] = await waiting()
  await app.as(boss).community.decide({ id: report!.id, outcome: 'hidden', reason })
  await app.as(ada).community.appeal({ id: (await own()).id, words: 'I gave them away.' })
  const mine = await app.as(ada).privacy.exportOwn()
  expect(mine.data.community_decisions?.rows).toMatchObject([{ reason, appeal: 'I gave them away.' }])
  const theirs = await app.as(ben).privacy.exportOwn()
  expect(theirs.data.community_reports?.rows).toMatchObject([{ reason: 'Ada sells things' }])
  const { id } = await app.as(ada).privacy.requestErasure({ reason: 'I am moving away' })
  await app.as(boss).privacy.erase({ id })
  const [decision] = await app.sql('select author_id, outcome, reason, appeal from community_decisions')
  expect(decision).toEqual({ author_id: null, outcome: 'hidden', reason: '', appeal: '' })
  expect(await app.sql('select reason from community_reports')).toEqual([{ reason: 'Erased' }])
})

test('whoever reported hears what was decided, and its author why', async () => {
  await app.as(ben).community.report({ postId, reason: 'Spam' })
  const [report] = await waiting()
  await app.as(boss).community.decide({ id: report!.id, outcome: 'hidden', reason })
  await app.runJobs()
  const told = async (who: Person) =>
    await app.sql<{ title: string; text: string }>('select title, text from notifications where user_id = $1', [who.id])
  expect(await told(ada)).toEqual([{ title: 'Your post was hidden', text: reason }])
  expect(await told(ben)).toEqual([
    { title: 'The house decided about your report', text: 'What you reported is hidden now.' },
  ])
})

test('what was decided can be reported anew, by the same person, as it may say something else by then', async () => {
  for (const outcome of ['kept', 'kept'] as const) {
    await app.as(ben).community.report({ postId, reason: `Spam, ${outcome}` })
    const [report, ...more] = await waiting()
    expect([report!.reason, more]).toEqual([`Spam, ${outcome}`, []])
    await app.as(boss).community.decide({ id: report!.id, outcome })
  }
  expect(await app.sql('select id from community_reports')).toHaveLength(2)
})

test('an appeal that is granted is answered in the words of the house', async () => {
  await hides()
  const { id } = await own()
  await app.as(ada).community.appeal({ id, words: 'It is no advertisement.' })
  await app.as(boss).community.decideAppeal({ id, outcome: 'restored', answer: 'You are right, we are sorry.' })
  await app.runJobs()
  const told = await app.sql('select title, text from notifications where user_id = $1 order by created_at desc', [
    ada.id,
  ])
  expect(told).toContainEqual({ title: 'Your post is shown again', text: 'You are right, we are sorry.' })
})

test('what the house hides or deletes goes from what others were told of it, and whoever reported hears of a deletion', async () => {
  await app.as(ben).community.comment({ postId, content: 'Buy my rotten pears 🍐' })
  await app.runJobs()
  const texts = () =>
    app.sql<{ text: string }>(`select text from notifications where user_id = $1 and kind = 'comment'`, [ada.id])
  expect(await texts()).toEqual([{ text: 'Buy my rotten pears 🍐' }])
  const [found] = await app.sql<{ id: string }>('select id from community_post_comments where post_id = $1', [postId])
  await app.as(boss).community.hide({ postId, commentId: found!.id, reason })
  expect(await texts()).toEqual([{ text: '' }])
  await app.as(ben).community.report({ postId, reason: 'Spam' })
  await app.as(boss).community.deleteByHouse({ id: postId })
  await app.runJobs()
  expect(
    await app.sql('select text from notifications where user_id = $1 and title like $2', [
      ben.id,
      '%about your report',
    ]),
  ).toEqual([{ text: 'What you reported is deleted.' }])
})
