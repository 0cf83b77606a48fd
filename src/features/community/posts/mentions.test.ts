import { beforeEach, expect, test } from 'vitest'
import { member, type Person, person } from '#seed/factories/people.ts'
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
