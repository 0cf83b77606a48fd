import { expect, test } from 'vitest'
import { sharedTestApp } from '#test/app.ts'
import { applicant, committeeOf } from '#test/applications.ts'

const app = sharedTestApp()

test('a vote does not wait for somebody of the committee who is on hold', async () => {
  const [first, second, away] = await committeeOf(app, 3)
  const { applicationId } = await applicant(app)
  await app.sql(
    `update profiles set account_status = 'suspended', blocked_at = now(), blocked_reason = 'Away' where user_id = $1`,
    [away!.id],
  )
  const { vote } = app.as(first!).applications
  await vote({ applicationId, vote: 'approve' })
  await app.as(second!).applications.vote({ applicationId, vote: 'reject' })
  const [row] = await app.sql(
    `select status, declined_at is not null as declined from membership_applications where id = $1`,
    [applicationId],
  )
  expect(row).toEqual({ status: 'pending', declined: true })
})
