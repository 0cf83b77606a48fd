import { expect, test } from 'vitest'
import { person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { enquiry } from './inputs.ts'

const app = sharedTestApp()

const visitor = () => app.as(null)
const message = { name: 'Ada', email: 'ada@people.example', phone: '', message: 'A heavy press' }

test('contact information is what the venue wrote, else its settings [HOME-28]', async () => {
  expect(await visitor().content.contact()).toMatchObject({
    address: '12 Paddington Street, Marylebone, London W1U 5QY',
  })
  const stored = { address: '1 New Street', phone: '020 1', email: 'new@exchange.example' }
  await app.sql("insert into homepage_content (section_key, content, updated_at) values ('contact_info', $1, now())", [
    JSON.stringify(stored),
  ])
  expect(await visitor().content.contact()).toMatchObject(stored)
})

test('the membership page has four plans, which the venue words and counts as it likes [MEM-01]', async () => {
  await expect(visitor().content.plans()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const applicant = app.as(await person(app))
  const names = async () => (await applicant.content.plans()).map(({ name }) => name)
  const four = ['Community', 'Hot Desk', 'Dedicated Desk', 'Private Studio']
  expect(await names()).toEqual(four)
  const write = (content: object) =>
    app.sql(
      `insert into homepage_content (section_key, content, updated_at) values ('membership_plans', $1, now())
        on conflict (section_key) do update set content = excluded.content`,
      [JSON.stringify(content)],
    )
  await write({ plans: [{ name: 'Night Desk', description: 'After eight', price: '£30 a month' }] })
  expect(await applicant.content.plans()).toEqual([
    { name: 'Night Desk', description: 'After eight', price: '£30 a month', features: [] },
  ])
  await write({ plans: 'none' })
  expect(await names()).toEqual(four)
})

const accepted = (change: object) => enquiry.safeParse({ ...message, ...change }).success

test('an enquiry has a name of 1–100, a valid e-mail up to 255, a phone up to 20 and a message of 1–2000 characters [HOME-30]', async () => {
  const long = (length: number) => `${'a'.repeat(length - 11)}@people.com`
  expect([
    accepted({ name: '' }),
    accepted({ name: ' ' }),
    accepted({ name: 'x' }),
    accepted({ name: 'x'.repeat(100) }),
    accepted({ name: 'x'.repeat(101) }),
  ]).toEqual([false, false, true, true, false])
  expect([accepted({ email: 'no' }), accepted({ email: long(256) })]).toEqual([false, false])
  expect([
    accepted({ phone: undefined }),
    accepted({ phone: '1'.repeat(20) }),
    accepted({ phone: '1'.repeat(21) }),
  ]).toEqual([true, true, false])
  expect([
    accepted({ message: ' ' }),
    accepted({ message: 'x'.repeat(2000) }),
    accepted({ message: 'x'.repeat(2001) }),
  ]).toEqual([false, true, false])
  await expect(visitor().contact.send({ ...message, message: 'x'.repeat(2001) })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('the server says what is wrong first, under the title "Invalid input" [HOME-31]', async () => {
  const failure = await visitor()
    .contact.send({ name: '', email: 'no', message: '' })
    .then(null, error => error)
  expect(failure).toMatchObject({
    message: 'Please tell us your name',
    data: { title: 'Invalid input', field: 'name' },
  })
})

test('an enquiry is stored, then confirmed by mail; mail that fails does not fail it [HOME-33]', async () => {
  const caller = app.as(null, { ipAddress: '198.51.100.1' })
  const { id } = await caller.contact.send({
    ...message,
    name: 'Zora',
    email: 'zora@people.example',
    phone: '+44 20',
    inquiryType: 'event_space',
  })
  expect(
    await app.sql('select name, email, phone, message, inquiry_type from contact_inquiries where id = $1', [id]),
  ).toEqual([
    {
      name: 'Zora',
      email: 'zora@people.example',
      phone: '+44 20',
      message: 'A heavy press',
      inquiry_type: 'event_space',
    },
  ])
  await app.runJobs()
  const caught = (await (await app.fetch('/dev/mail/messages.json?to=zora@people.example')).json()) as {
    subject: string
    text: string
  }[]
  expect(caught).toHaveLength(1)
  // Anybody can type anybody's address: the mail carries no word of whoever did.
  for (const word of ['Zora', '+44 20', 'A heavy press']) expect(caught[0]!.text).not.toContain(word)

  const second = await caller.contact.send({ ...message, email: 'lost@people.example' })
  await app.sql("update mails set template = 'gone' where relates_to = $1", [`contact_inquiries/${second.id}`])
  await app.runJobs()
  expect(await app.sql('select 1 from contact_inquiries where id = $1', [second.id])).toHaveLength(1)
})

test('ten enquiries an hour from one address, the eleventh is refused [HOME-33]', async () => {
  const caller = app.as(null, { ipAddress: '198.51.100.2' })
  for (let count = 0; count < 10; count++) await caller.contact.send(message)
  await expect(caller.contact.send(message)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await app.as(null, { ipAddress: '198.51.100.3' }).contact.send(message)
})
