import { expect, test } from 'vitest'
import { admin, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// The failures that the test makes are logged as unexpected ones.
const app = sharedTestApp({ env: { LOG_LEVEL: 'silent' } })

test('while the standing of people cannot be looked up nobody gets more than a pending person, least of all a rejected one [ROLE-05]', async () => {
  const pending = await person(app)
  const rejected = await person(app, { approval: 'rejected' })
  const everybody = [pending, rejected, await paidMember(app), await admin(app)]
  const failed = { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong. Please try again.' }
  await app.sql('alter table profiles rename column approval_status to mislaid')
  for (const someone of everybody) {
    const caller = app.as(someone)
    await expect(caller.members.me()).rejects.toMatchObject(failed)
    await expect(caller.members.profile()).rejects.toMatchObject(failed)
    await expect(caller.tokens.buy({ quantity: 1 })).rejects.toMatchObject(failed)
    await expect(caller.venue.settings()).rejects.toMatchObject(failed)
  }
  // The way back shows that it was the lookup, and that the failure left no standing behind.
  await app.sql('alter table profiles rename column mislaid to approval_status')
  expect(await app.as(pending).members.profile()).toMatchObject({ approvalStatus: 'pending' })
  await expect(app.as(rejected).members.profile()).rejects.toMatchObject({ code: 'NOT_APPROVED' })
})
