import { expect, test } from 'vitest'
import { event } from '#seed/factories/events.ts'
import { member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// In which order people are found, and where texts are cut.
const app = sharedTestApp()

test('whose name begins with what was typed is found before those who have it within', async () => {
  const me = await member(app)
  const within = await member(app, { firstName: 'Jowenna', lastName: 'Li' })
  const begins = await member(app, { firstName: 'Wennabella', lastName: 'Featherstonehaugh Cholmondeley' })
  const { members } = await app.as(me).search.find({ q: 'wenna' })
  expect(members.map(({ id }) => id)).toEqual([begins.id, within.id])
})

test('a text is shown up to 100 characters, and not one more or fewer [NAV-26]', async () => {
  const me = await member(app)
  const shownOf = async (description: string, q: string) => {
    await app.sql('delete from events')
    await event(app, { name: 'An evening', description })
    const { events } = await app.as(me).search.find({ q })
    return events[0]!.text.map(({ text }) => text).join('')
  }
  const whole = `quince${'x'.repeat(94)}`
  expect(await shownOf(whole, 'quince')).toBe(whole)
  expect(await shownOf(`${whole}x`, 'quince')).toBe(`quince${'x'.repeat(93)}…`)
  const later = `${'y'.repeat(200)} quince${'x'.repeat(200)}`
  const cut = await shownOf(later, 'quince')
  expect(cut).toHaveLength(100)
  expect(cut).toMatch(/^….*quince.*…$/)
})
