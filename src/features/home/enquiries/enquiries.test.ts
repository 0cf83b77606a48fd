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

test('an enquiry is stored first, then confirmed and told with its facts; mail that fails is only logged; ten an hour [HOME-33]', async () => {
  const caller = app.as(null, { ipAddress: '198.51.100.1' })
  const stored = () => app.sql('select id from contact_inquiries order by created_at')
  const mailed = () => app.sql('select id from mails')
  // What is refused is neither stored nor mailed.
  await expect(caller.contact.send({ ...message, message: '' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect([await stored(), await mailed()]).toEqual([[], []])
  const facts = { name: 'Zora', email: 'zora@people.example', phone: '020 7946 0123' }
  const { id } = await caller.contact.send({ ...message, ...facts, inquiryType: 'event_space' })
  const kept = { ...facts, phone: '+442079460123', message: 'A heavy press' }
  expect(
    await app.sql('select name, email, phone, message, inquiry_type from contact_inquiries where id = $1', [id]),
  ).toEqual([{ ...kept, inquiry_type: 'event_space' }])
  // It is there, and nothing has gone yet.
  const mails = () =>
    app.sql<{ template: string; to: string; status: string; error: string | null }>(
      `select template, to_address as to, status, last_error as error from mails where relates_to = $1 order by template`,
      [`contact_inquiries/${id}`],
    )
  expect((await mails()).map(({ template, status }) => [template, status])).toEqual([
    ['content.contact-confirmation', 'queued'],
    ['enquiries.received', 'queued'],
  ])
  await app.runJobs()
  const caught = async (to: string) =>
    (await (await app.fetch(`/dev/mail/messages.json?to=${to}`)).json()) as { subject: string; text: string }[]
  const confirmed = await caught(facts.email)
  expect(confirmed.map(({ subject }) => subject)).toEqual(['We have your message'])
  // Anybody can type anybody's address: the mail there carries no word of whoever did. The house is told all of it.
  for (const word of ['Zora', '+44 20', 'A heavy press']) expect(confirmed[0]!.text).not.toContain(word)
  const [told] = await caught('hello@exchange.example')
  for (const word of Object.values(kept)) expect(told!.text).toContain(word)

  // The mail server is down.
  const { sendMail } = app.runtime.mailer
  app.runtime.mailer.sendMail = () => Promise.reject(new Error('The mail server is down'))
  const second = await caller.contact.send({ ...message, email: 'lost@people.example' })
  await app.runJobs()
  app.runtime.mailer.sendMail = sendMail
  expect(await app.sql('select name, message from contact_inquiries where id = $1', [second.id])).toEqual([
    { name: 'Ada', message: 'A heavy press' },
  ])
  expect(
    await app.sql('select distinct status, last_error from mails where relates_to = $1', [
      `contact_inquiries/${second.id}`,
    ]),
  ).toEqual([{ status: 'failed', last_error: 'The mail server is down' }])

  // Two of the hour's ten are used, and one that was refused.
  for (let count = 0; count < 7; count++) await caller.contact.send(message)
  const before = [await stored(), await mailed()]
  await expect(caller.contact.send(message)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect([await stored(), await mailed()]).toEqual(before)
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
