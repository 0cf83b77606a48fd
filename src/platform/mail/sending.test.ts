import { expect, test } from 'vitest'
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
