import { expect, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { tiers } from '#test/payments.ts'

const app = sharedTestApp()

test('the text of a tier is what the office wrote, for the office and for those who choose', async () => {
  await tiers(app)
  const office = app.as(await admin(app)).memberships
  const builder = (await office.allTiers()).find(({ slug }) => slug === 'builder')!
  const { id, description } = builder
  await office.updateTier({ id, description: 'Two days a week, and a shelf.', was: { description } })
  const now = (await office.allTiers()).find(tier => tier.id === id)
  expect(now).toMatchObject({ ...builder, description: 'Two days a week, and a shelf.' })
  const chosenFrom = JSON.stringify(await app.as(null).memberships.tiers())
  expect(chosenFrom).toContain('Two days a week, and a shelf.')
})
