import { expect, test } from 'vitest'
import { admin, committee } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { inboxOf } from '#test/mailbox.ts'
import { publishedReach } from '#test/sections.ts'
import { enquiry } from './inputs.ts'

const app = sharedTestApp()

const visitor = () => app.as(null)
const message = { name: 'Ada', email: 'ada@people.example', phone: '', message: 'A heavy press' }

const accepted = (change: object) => enquiry.safeParse({ ...message, ...change }).success

test('an enquiry has a name of 1–100, a valid email up to 255, a phone up to 20 and a message of 1–2000 characters [HOME-30]', async () => {
  const long = (length: number) => `${'a'.repeat(length - 11)}@people.com`
  expect([
    accepted({ name: '' }),
    accepted({ name: ' ' }),
    accepted({ name: 'x' }),
    accepted({ name: 'x'.repeat(100) }),
    accepted({ name: 'x'.repeat(101) }),
  ]).toEqual([false, false, true, true, false])
  expect([accepted({ email: 'no' }), accepted({ email: long(255) }), accepted({ email: long(256) })]).toEqual([
    false,
    true,
    false,
  ])
  expect([
    accepted({ phone: undefined }),
    accepted({ phone: '' }),
    accepted({ phone: '+44 (0)20  7946 0123' }),
    accepted({ phone: '+44 (0)20  7946  0123' }),
  ]).toEqual([true, true, true, false])
  expect([
    accepted({ message: ' ' }),
    accepted({ message: 'x'.repeat(2000) }),
    accepted({ message: 'x'.repeat(2001) }),
  ]).toEqual([false, true, false])
  await expect(visitor().contact.send({ ...message, message: 'x'.repeat(2001) })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('a telephone number is one that can be called, as everywhere else', async () => {
  for (const phone of ['call me', '1'.repeat(20), '+44 20'])
    await expect(visitor().contact.send({ ...message, phone }), phone).rejects.toMatchObject({
      message: 'Phone must be in format +44XXXXXXXXXX',
      data: { field: 'phone' },
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
    phone: '020 7946 0123',
    inquiryType: 'event_space',
  })
  expect(
    await app.sql('select name, email, phone, message, inquiry_type from contact_inquiries where id = $1', [id]),
  ).toEqual([
    {
      name: 'Zora',
      email: 'zora@people.example',
      phone: '+442079460123',
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

test('what people write reaches the house’s own address and the admins’ list, where it waits until it is answered, once', async () => {
  const [boss, colleague] = [await admin(app), await admin(app)]
  await publishedReach(app, boss, { email: 'desk@exchange.example' })
  const sent = {
    name: 'Ｗren',
    email: 'wren@people.example',
    message: 'Is there a kiln?',
    inquiryType: 'event_space',
  } as const
  const { id } = await app.as(null, { ipAddress: '198.51.100.9' }).contact.send(sent)
  const [told] = await inboxOf(app, 'desk@exchange.example')
  expect(told).toMatchObject({
    subject: 'Enquiry from Ｗren',
    links: [expect.stringContaining(`/admin/enquiries?open=${id}`)],
  })
  const found = async () => (await app.as(boss).contact.list({ q: 'wren@' })).rows
  expect(await found()).toMatchObject([{ ...sent, status: 'open', can: { answer: true, reopen: false } }])
  const { open } = await app.as(boss).contact.list({ status: 'answered' })

  await app.as(boss).contact.answer({ id, reply: 'There are two.' })
  expect(await found()).toMatchObject([
    { status: 'answered', reply: 'There are two.', answeredAt: app.clock.now(), can: { answer: false, reopen: true } },
  ])
  expect((await app.as(boss).contact.list({ status: 'open' })).open).toBe(open - 1)
  expect((await inboxOf(app, sent.email)).map(({ subject }) => subject)).toContain('Our answer to your enquiry')
  await expect(app.as(colleague).contact.answer({ id, reply: 'Three.' })).rejects.toMatchObject({
    code: 'ALREADY_ANSWERED',
  })

  await app.as(boss).contact.reopen({ id })
  await expect(app.as(boss).contact.reopen({ id })).rejects.toMatchObject({ code: 'NOT_ANSWERED' })
  await app.as(colleague).contact.answer({ id, reply: 'Told by telephone.', isMailed: false })
  const answers = (await inboxOf(app, sent.email)).filter(({ subject }) => subject === 'Our answer to your enquiry')
  expect(answers).toHaveLength(1)
  await expect(app.as(await committee(app)).contact.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
