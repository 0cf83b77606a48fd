import { expect, test } from 'vitest'
import { erasePerson } from '#features/house/privacy/model.ts'
import { admin, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// What the office finds among enquiries, and whom it can still answer.
const app = sharedTestApp()
const message = { name: 'Wren', email: 'wren@people.example', message: 'Is there a kiln?' }

test('enquiries are found by what they are about', async () => {
  const { contact } = app.as(await admin(app))
  const hall = await app.as(null).contact.send({ ...message, inquiryType: 'event_space' })
  const house = await app.as(null).contact.send(message)
  const found = async (inquiryType: 'event_space' | 'general') =>
    (await contact.list({ inquiryType })).rows.map(({ id }) => id)
  expect([await found('event_space'), await found('general')]).toEqual([[hall.id], [house.id]])
})

test('whoever was erased since they wrote is answered by nobody', async () => {
  const { contact } = app.as(await admin(app))
  const ada = await member(app)
  const { id } = await app.as(ada).contact.send({ ...message, email: ada.email })
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, ada.id))
  expect((await contact.list({})).rows.find(row => row.id === id)).toMatchObject({ can: { answer: false } })
  await expect(contact.answer({ id, reply: 'There are two.' })).rejects.toMatchObject({ code: 'SENDER_ERASED' })
})
