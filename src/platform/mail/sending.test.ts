import { expect, test } from 'vitest'
import { contactConfirmationMail } from '#features/home/enquiries/mail.tsx'
import { takePoint } from '#platform/rpc/limits.ts'
import { goodPassword, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { browser } from '#test/browser.ts'
import { inboxOf, outboxOf } from '#test/mailbox.ts'
import { emailKey } from './address.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on' } })

test.each([
  ['bounced', 'suppressed', 0],
  ['complained', 'suppressed', 0],
  // They want no bulk mail; without a link that they asked for they would be locked out.
  ['unsubscribed', 'sent', 1],
] as const)('whose address %s: mail to it is %s', async (reason, status, arrived) => {
  const { email } = await person(app, { password: goodPassword })
  await app.sql('insert into mail_suppressions (email_key, reason, created_at) values ($1, $2, $3)', [
    emailKey(email),
    reason,
    app.clock.now(),
  ])
  await browser(app).post('/request-password-reset', { email })
  expect(await inboxOf(app, email)).toHaveLength(arrived)
  expect(await outboxOf(app, email)).toMatchObject([{ status }])
})

test('a mail to a stranger for which the hour has no room waits, counted as no failure, and goes when there is room', async () => {
  const address = 'patient@people.example'
  const limit = { points: 300, seconds: 3_600 }
  await app.sql('delete from limit_counters')
  await takePoint(app.db, 'mail:strangers', limit)
  await app.sql('update limit_counters set points = $1', [limit.points])
  const { email } = await person(app, { password: goodPassword })
  await app.write(tx => tx.mail(contactConfirmationMail, { address }, contactConfirmationMail.example))
  await browser(app).post('/request-password-reset', { email })
  await app.runJobs()
  expect(await outboxOf(app, address)).toMatchObject([{ status: 'queued', attempts: 0, last_error: null }])
  // Whoever waits for a link of their own is not held up.
  expect(await outboxOf(app, email)).toMatchObject([{ status: 'sent' }])
  await app.sql('delete from limit_counters')
  await app.sql(`update pgboss.job set start_after = now() where name = 'mail.send' and state = 'created'`)
  await app.runJobs()
  expect(await outboxOf(app, address)).toMatchObject([{ status: 'sent', attempts: 1 }])
})
