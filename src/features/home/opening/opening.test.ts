import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inviteFirstAdmin } from '#features/people/members/model.ts'
import { markBackup } from '#platform/backup/mark.ts'
import { facility } from '#seed/factories/facilities.ts'
import { tier } from '#seed/factories/memberships.ts'
import { admin, member } from '#seed/factories/people.ts'
import { seedHouse } from '#seed/house.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp({
  env: { SEED: 'off', SMTP_URL: 'smtp://127.0.0.1:25', STRIPE_SECRET_KEY: 'sk_test_opening' },
})
const invited = sharedTestApp({ env: { FIRST_ADMIN: 'Grace@House.example' } })
const demonstration = sharedTestApp()

test('a new house tells its admin what to do before it opens, ticks it by what is there, and falls silent when all is done', async () => {
  const boss = await admin(app)
  const open = async () => (await app.as(boss).venue.opening()).flatMap(({ step, isDone }) => (isDone ? [] : [step]))
  expect(await open()).toEqual(['house', 'tiers', 'facilities', 'landing', 'backup'])
  await tier(app, 'creator')
  await facility(app)
  expect(await open()).toEqual(['house', 'landing', 'backup'])
  await app.as(boss).venue.changeSettings({ venueAddress: '1 Bell Street, London', venuePhone: '+44 20 7946 0999' })
  expect(await open()).toEqual(['house', 'landing', 'backup'])
  await app.as(boss).venue.changeSettings({ venueEmail: 'hello@house.example' })
  expect(await open()).toEqual(['landing', 'backup'])
  await app.write(seedHouse)
  expect(await open()).toEqual(['backup'])
  await markBackup(app.runtime.env.dataDir, app.clock.now())
  expect(await app.as(boss).venue.opening()).toEqual([])
  await rm(join(app.runtime.env.dataDir, 'last-backup'))
  expect(await open()).toEqual(['backup'])
})

test('only an admin is asked, and the demonstration asks nothing', async () => {
  await expect(app.as(await member(app)).venue.opening()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await demonstration.as(await admin(demonstration)).venue.opening()).toEqual([])
})

test('the first admin of a new house is invited at the address of the configuration, once', async () => {
  await inviteFirstAdmin(invited.runtime)
  await inviteFirstAdmin(invited.runtime)
  expect(
    await invited.sql(`select u.email, p.approval_status, p.must_change_password from user_roles r
      join "user" u on u.id = r.user_id join profiles p on p.user_id = u.id where r.role = 'admin'`),
  ).toEqual([{ email: 'grace@house.example', approval_status: 'approved', must_change_password: true }])
  expect(await invited.sql('select to_address, template from mails')).toEqual([
    { to_address: 'Grace@House.example', template: 'members.invitation' },
  ])
})
