import { expect, test, vi } from 'vitest'
import { mailTemplates } from '#mails.ts'
import { readableProps } from '#platform/mail/read.ts'
import { renderMail } from '#platform/mail/render.ts'
import { admin, committee, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant } from '#test/applications.ts'
import { browser, newEmail, newIp } from '#test/browser.ts'
import { inPortions } from './parts/portions.ts'
import { failureOf } from './rules.ts'

const app = sharedTestApp()

const latestTo = async (address: string) => {
  const [mail] = await app.sql<{ id: string }>(
    'select id from mails where to_address = $1 order by created_at desc limit 1',
    [address],
  )
  return mail!.id
}

test('an admin reads a mail as it was sent, nobody else does, and it opens whom it was written to', async () => {
  const boss = await admin(app)
  const wisher = await applicant(app)
  const [mail] = await app.sql<{ id: string; to_address: string; user_id: string }>(
    `select id, to_address, user_id from mails where relates_to = $1 limit 1`,
    [`membership_applications/${wisher.applicationId}`],
  )
  await app.runJobs()
  const read = await app.as(boss).mailings.read({ id: mail!.id })
  expect(read).toMatchObject({ toAddress: mail!.to_address, userId: mail!.user_id, status: 'sent', lastError: null })
  expect(read.text).toContain('application')
  expect(read.text).not.toMatch(/<[a-z]/i)
  expect(read).not.toHaveProperty('props')
  for (const other of [await committee(app), await member(app)])
    await expect(app.as(other).mailings.read({ id: mail!.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(app.as(boss).mailings.read({ id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what signs somebody in is read by nobody, while it waits, when it failed and when it went', async () => {
  const boss = await admin(app)
  const { email } = await member(app)
  const unreachable = vi.spyOn(app.runtime.mailer, 'sendMail').mockRejectedValue(new Error('connect ECONNREFUSED'))
  await browser(app).post('/sign-in/magic-link', { email })
  const id = await latestTo(email)
  const read = () => app.as(boss).mailings.read({ id })
  expect(await read()).toMatchObject({ status: 'queued', text: null })
  await app.runJobs()
  expect(await read()).toMatchObject({ status: 'failed', text: null, can: { resend: true } })
  unreachable.mockRestore()
  await app.as(boss).mailings.resend({ id })
  await app.runJobs()
  expect(await read()).toMatchObject({ status: 'sent', text: null })
})

test('failed mails are sent again together, each once, with whoever asked in the audit log; what has not failed is named and stays', async () => {
  const boss = await admin(app)
  const people = [await member(app), await member(app)]
  const unreachable = vi.spyOn(app.runtime.mailer, 'sendMail').mockRejectedValue(new Error('connect ECONNREFUSED'))
  for (const { email } of people) await browser(app).post('/sign-in/magic-link', { email })
  await app.runJobs()
  unreachable.mockRestore()
  const failed = await Promise.all(people.map(({ email }) => latestTo(email)))
  const [other] = await app.sql<{ id: string }>(`select id from mails where status = 'sent' limit 1`)
  const again = () => app.as(boss).mailings.resendMany({ ids: [...failed, other!.id] })
  expect(await again()).toMatchObject({ queued: 2, refused: [{ id: other!.id }] })
  // A second call finds them on their way.
  const second = await again()
  expect([second.queued, second.refused.map(({ id }) => id).sort()]).toEqual([0, [...failed, other!.id].sort()])
  await app.runJobs()
  for (const id of failed) expect(await app.as(boss).mailings.read({ id })).toMatchObject({ status: 'sent' })
  const noted = await app.sql(
    `select row_id from audit_log where table_name = 'mails' and actor_id = $1 and row_id = any($2)`,
    [boss.id, failed],
  )
  expect(noted).toHaveLength(2)
  for (const ids of [[], Array.from({ length: 501 }, () => crypto.randomUUID())])
    await expect(app.as(boss).mailings.resendMany({ ids })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('more than the server takes at once go in portions, each under its own key, and what came of them is one sum', async () => {
  const ids = Array.from({ length: 1_001 }, (_, n) => `${n}`)
  const sent: [count: number, key: string][] = []
  const sum = await inPortions(ids, { context: { idempotencyKey: 'key' } }, async (input, { context }) => {
    sent.push([input.ids.length, context.idempotencyKey])
    return { queued: input.ids.length - 1, refused: [input.ids[0]!] }
  })
  expect(sent.map(([count]) => count)).toEqual([500, 500, 1])
  expect(new Set(sent.map(([, key]) => key)).size).toBe(3)
  expect(sum).toEqual({ queued: 998, refused: ['0', '500', '1000'] })
})

test('a stranger’s mail is read without the links and codes that work for whoever has them', async () => {
  const frame = { venue: { name: 'Exchange', address: 'London' }, publicUrl: 'https://exchange.example' }
  const strangers = mailTemplates.filter(({ isForStranger }) => isForStranger)
  expect(strangers.length).toBeGreaterThan(10)
  for (const template of strangers) {
    const { text } = await renderMail(template.body(readableProps(template, template.example), frame))
    // An address of the house leads to a page, never to one thing on it.
    for (const [address] of text.matchAll(/https:\/\/exchange\.example\/\S+/g)) {
      const last = decodeURI(address).split(/[/=?]/).at(-1)!
      expect(last, address).toMatch(/^[a-z-]+$|•••/)
    }
    expect(text).not.toMatch(/\b[A-Z\d]{4} [A-Z\d]{4}\b/)
  }
  const address = newEmail()
  await app.as(null, { ipAddress: newIp() }).waitlist.join({ firstName: 'Ada', lastName: 'King', email: address })
  expect((await app.as(await admin(app)).mailings.read({ id: await latestTo(address) })).text).toContain('waiting list')
})

test('why a mail did not go is said in plain words, with what the mail server said beside it', () => {
  expect(failureOf(null)).toBeNull()
  expect(failureOf('This address has had its emails of today.')).toEqual({
    why: 'This address has had its emails of today.',
    said: null,
  })
  const whys = [
    'connect ECONNREFUSED 127.0.0.1:25',
    '550 5.1.1 user unknown',
    'Invalid login: 535',
    '451 try again',
    'x',
  ]
  expect(whys.map(said => failureOf(said)?.why)).toEqual([
    'The mail server could not be reached.',
    'There is no such address, or it takes no email.',
    'The mail server refused our name or password.',
    'The mail server asked us to try later.',
    'The mail server did not take it.',
  ])
})
