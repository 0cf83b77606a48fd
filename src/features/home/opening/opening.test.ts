import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installFirstTexts } from '#features/home/landing/model.ts'
import { installFirstCatalogue } from '#features/membership/tiers/model.ts'
import { inviteFirstAdmin } from '#features/people/members/model.ts'
import { installFirstFacilities } from '#features/spaces/facilities/model.ts'
import { markBackup } from '#platform/backup/mark.ts'
import { admin, member } from '#seed/factories/people.ts'
import { sharedTestApp, type TestApp } from '#test/app.ts'
import { publishedReach } from '#test/sections.ts'

const house = (key: string) => ({
  env: { SEED: 'off', SMTP_URL: 'smtp://127.0.0.1:25', STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_opening' },
})
const app = sharedTestApp(house('sk_live_opening'))
const untouched = sharedTestApp(house('sk_test_opening'))
const invited = sharedTestApp({ env: { FIRST_ADMIN: 'Grace@House.example' } })
const demonstration = sharedTestApp()

const steps = ['house', 'tiers', 'facilities', 'landing', 'payments', 'mail', 'backup']

/** What src/main.ts puts there before anybody has signed in. */
async function start({ runtime }: TestApp) {
  await installFirstCatalogue(runtime)
  await installFirstFacilities(runtime)
  await installFirstTexts(runtime)
}

test('a house that has just started has done none of it, although its tiers, facilities and texts are there', async () => {
  await start(untouched)
  const all = await untouched.as(await admin(untouched)).venue.opening()
  expect(all).toEqual(steps.map(step => ({ step, isDone: false })))
})

test('each step is done by what the venue does, and the list falls silent when all is done', async () => {
  await start(app)
  const boss = await admin(app)
  const open = async () => (await app.as(boss).venue.opening()).flatMap(({ step, isDone }) => (isDone ? [] : [step]))
  expect(await open()).toEqual(['house', 'tiers', 'facilities', 'landing', 'mail', 'backup'])
  const as = app.as(boss)
  await publishedReach(app, boss, { address: '1 Bell Street, London', phone: '+44 20 7946 0999' })
  expect(await open()).toContain('house')
  await publishedReach(app, boss, { email: 'hello@house.example' })
  expect(await open()).toEqual(['tiers', 'facilities', 'landing', 'mail', 'backup'])
  await as.memberships.installCatalogue({ catalogue: 'application' })
  expect(await open()).toEqual(['facilities', 'landing', 'mail', 'backup'])
  const facility = (await as.facilities.list())[0]!
  await as.facilities.change({
    id: facility.id,
    tokenCost: facility.tokenCost + 1,
    was: { tokenCost: facility.tokenCost },
  })
  expect(await open()).toEqual(['landing', 'mail', 'backup'])
  await as.venue.changeSettings({ landingSize: '' })
  expect(await open()).toEqual(['mail', 'backup'])
  await app.sql(`insert into mails (to_address, template, subject, status, sent_at)
    values ('a@house.example', 'members.invitation', 'Welcome', 'sent', now())`)
  expect(await open()).toEqual(['backup'])
  await markBackup(app.runtime.env.dataDir, app.clock.now())
  expect(await as.venue.opening()).toEqual([])
  await rm(join(app.runtime.env.dataDir, 'last-backup'))
  expect(await open()).toEqual(['backup'])
})

test('who keeps what the house comes with confirms it by selling', async () => {
  const open = async () =>
    (await untouched.as(await admin(untouched)).venue.opening()).flatMap(({ step, isDone }) => (isDone ? [] : [step]))
  const { id } = await member(untouched)
  await untouched.sql(
    `insert into orders (user_id, kind, status, amount_pence, description, lines, expires_at, paid_at)
      values ($1, 'membership', 'paid', 6500, 'Creator', '[]', now(), now())`,
    [id],
  )
  expect(await open()).toEqual(['house', 'payments', 'mail', 'backup'])
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
