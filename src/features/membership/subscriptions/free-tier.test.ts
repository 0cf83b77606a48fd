import { beforeAll, expect, test } from 'vitest'
import { activateExplorer } from '#features/membership/memberships/model.ts'
import { canonicalSlug } from '#features/membership/tiers/rules.ts'
import { freeForm } from '#seed/factories/applications.ts'
import { type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicationTiers } from '#test/applications.ts'

const app = sharedTestApp()
beforeAll(async () => {
  await applicationTiers(app)
})

const renameFreeTier = (from: string, to: string) =>
  app.sql('update membership_tiers set slug = $2 where slug = $1', [from, to])
const applied = async (someone: Person, tierSlug: string) => {
  await app.as(someone).applications.submit(freeForm(someone, { tierSlug }))
  const [row] = await app.sql<{ tier_slug: string }>(
    'select tier_slug from membership_applications where user_id = $1',
    [someone.id],
  )
  return row!.tier_slug
}

test('`free` is another name of Explorer, and only that one [ROLE-10]', () => {
  expect(['free', 'explorer', 'creator', 'freelance'].map(canonicalSlug)).toEqual([
    'explorer',
    'explorer',
    'creator',
    'freelance',
  ])
})

test('an application for `free` is one for Explorer, with the short form [ROLE-10]', async () => {
  const someone = await person(app)
  expect(await applied(someone, 'free')).toBe('explorer')
  expect((await app.as(someone).applications.mine()).application).toMatchObject({
    tierName: 'Explorer',
    isPaid: false,
  })
})

test('a tier with the slug `free` and the price 0 is the free tier, also for who asks for Explorer [ROLE-10]', async () => {
  await renameFreeTier('explorer', 'free')
  try {
    expect(await applied(await person(app), 'explorer')).toBe('free')
    const someone = await person(app, { approval: 'approved' })
    await app.write(tx => activateExplorer(tx, someone.id))
    const me = (await app.as(someone).members.me())!
    expect(me).toMatchObject({ tier: { slug: 'free', isFree: true }, can: { buyTokens: false } })
    expect(await app.as(someone).memberships.mine()).toMatchObject({ isSubscribed: false })
  } finally {
    await renameFreeTier('free', 'explorer')
  }
})
