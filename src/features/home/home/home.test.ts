import { expect, test } from 'vitest'
import { landingHead } from '#features/home/landing/head.tsx'
import { contactHead } from '#features/home/pages/head.tsx'
import { admin, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()

const visitor = () => app.as(null)

test('home is for people with a session and knows their membership, tokens and bookings', async () => {
  await expect(visitor().content.home()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const found = await app.as(await paidMember(app, { firstName: 'Ada' })).content.home()
  expect(found).toMatchObject({
    membership: { tierName: 'Creator' },
    tokenBalance: 0,
    days: [],
  })
  expect(await app.as(await person(app)).content.home()).toMatchObject({ membership: null })
})

test('the opening hours are the same wherever they appear, and follow the setting [HOME-12]', async () => {
  const boss = await admin(app)
  const member = await paidMember(app)
  const everywhere = async () =>
    [
      (await visitor().content.landing()).contact,
      await visitor().content.contact(),
      await visitor().venue.about(),
      (await app.as(member).content.home()).contact,
    ].map(({ opensAt, closesAt }) => `${opensAt}–${closesAt}`)
  expect(new Set(await everywhere())).toEqual(new Set(['08:00–20:00']))
  expect((await landingHead(app.runtime)).html).toContain('Open 7 days, 08:00–20:00')
  await app.as(boss).venue.changeSettings({ opensAt: '07:30' })
  expect(new Set(await everywhere())).toEqual(new Set(['07:30–20:00']))
  expect((await contactHead(app.runtime)).description).toContain('Open 7 days, 07:30–20:00')
  await app.as(boss).venue.changeSettings({ opensAt: '08:00' })
})
