import { beforeEach, expect, test } from 'vitest'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// Who hears that a post names them.
const app = sharedTestApp()
let [ada, ben, cleo] = [null, null, null] as unknown as [Person, Person, Person]
beforeEach(async () => {
  ;[ada, ben, cleo] = [
    await member(app),
    await member(app, { firstName: 'Ben', lastName: 'Okri' }),
    await member(app, { firstName: 'Cleo', lastName: 'Ashby' }),
  ]
})

const told = async (who: Person) => (await app.as(who).notifications.list({})).rows.map(({ title }) => title)
const title = () => `${ada.firstName} ${ada.lastName} mentioned you in a post`
const writes = (content: string, ...who: Person[]) =>
  app.as(ada).community.write({ title: 'A saw', content, mentions: who.map(({ id }) => id) })
const edits = (id: string, content: string, ...who: Person[]) =>
  app.as(ada).community.edit({ id, content, mentions: who.map(each => each.id) })

test('whom a new post names is told', async () => {
  await writes('Ask @Ben Okri or @Cleo Ashby.', ben)
  expect([await told(ben), await told(cleo)]).toEqual([[title()], []])
})

test('whom a changed post names for the first time is told', async () => {
  const { id } = await writes('Who has one?')
  await edits(id, 'Who has one? @Ben Okri?', ben)
  expect(await told(ben)).toEqual([title()])
})

test('who was named before is not told again when the post is changed', async () => {
  const { id } = await writes('Ask @Ben Okri.', ben)
  await app.as(ben).notifications.markAllRead({})
  await edits(id, 'Ask @Ben Okri or @Cleo Ashby.', ben, cleo)
  await edits(id, 'Please ask @Ben Okri or @Cleo Ashby.', ben, cleo)
  expect([await told(ben), await told(cleo)]).toEqual([[title()], [title()]])
})

test('an applicant is neither found nor spoken to', async () => {
  const zoe = await person(app, { firstName: 'Zoe', lastName: 'Quill' })
  expect(await app.as(ada).community.mentionable({ q: 'Quill' })).toEqual([])
  const { id } = await writes('Ask @Zoe Quill.', zoe)
  expect((await app.as(ada).community.one({ id })).mentions).toEqual([])
  expect(await told(zoe)).toEqual([])
})

test('whom the house names in a post that it has hidden hears and is mailed nothing of it', async () => {
  const boss = await admin(app)
  const { id } = await writes('Who has one?')
  const edit = (content: string, who: Person) => app.as(boss).community.editByHouse({ id, content, mentions: [who.id] })
  const mailed = async () => {
    await app.runJobs()
    return app.sql('select to_address from mails where to_address = any($1)', [[ben.email, cleo.email]])
  }
  await app.as(boss).community.hide({ postId: id, reason: 'An advertisement.' })
  await edit('Words that are hidden, @Ben Okri', ben)
  expect([await app.as(ben).notifications.list({}), await mailed()]).toMatchObject([{ rows: [] }, []])
  // Where everybody reads it, whoever is named is told.
  await app.as(boss).community.show({ postId: id })
  await edit('Shown again, @Ben Okri and @Cleo Ashby', cleo)
  expect([await told(ben), (await told(cleo)).length]).toEqual([[], 1])
  expect(await mailed()).toEqual([{ to_address: cleo.email }])
})
