import { expect, test } from 'vitest'
import { headFor, previewFor, publicAddresses } from '#heads.ts'
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

test('the house is open 7 days, 08:00–20:00, wherever that is said, and follows the setting', async () => {
  const boss = await admin(app)
  const member = await paidMember(app)
  const answers = async () =>
    [
      (await visitor().content.landing()).contact,
      await visitor().content.contact(),
      await visitor().venue.about(),
      (await app.as(member).content.home()).contact,
    ].map(({ opensAt, closesAt }) => `${opensAt}–${closesAt}`)
  /** Every public page as the server draws it, with what search engines and shared links are told. */
  const pages = async () => {
    const { runtime } = app
    const paths = (await publicAddresses(runtime)).map(({ path }) => path)
    const read = async (path: string) => {
      const { head } = await headFor(runtime, path)
      return [path, JSON.stringify([head, await previewFor(runtime, path)]).replaceAll('<!-- -->', '')] as const
    }
    return new Map(await Promise.all(paths.map(read)))
  }
  const telling = ['/', '/contact', '/tour-booking', '/terms']
  const engines = (opens: string, closes: string) => `"opens":"${opens}","closes":"${closes}"`
  expect(new Set(await answers())).toEqual(new Set(['08:00–20:00']))
  const before = await pages()
  for (const path of telling) expect(before.get(path), path).toMatch(/7 days, (<span[^>]*>)?08:00–20:00/)
  expect([...before.keys()].filter(path => before.get(path)!.includes('08:00–20:00')).sort()).toEqual(
    telling.toSorted(),
  )
  for (const path of ['/', '/contact']) expect(before.get(path), path).toContain(engines('08:00', '20:00'))
  expect(before.get('/')!.match(/"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"/g)).toHaveLength(7)

  await app.as(boss).venue.changeSettings({ opensAt: '07:15', closesAt: '21:45' })
  expect(new Set(await answers())).toEqual(new Set(['07:15–21:45']))
  const after = await pages()
  for (const path of telling) expect(after.get(path), path).toMatch(/7 days, (<span[^>]*>)?07:15–21:45/)
  for (const [path, words] of after) expect(words, path).not.toContain('08:00–20:00')
  for (const path of ['/', '/contact']) expect(after.get(path), path).toContain(engines('07:15', '21:45'))
  await app.as(boss).venue.changeSettings({ opensAt: '08:00', closesAt: '20:00' })
})
