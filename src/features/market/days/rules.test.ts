import { expect, test } from 'vitest'
import { newDay } from './inputs.ts'
import { promiseOf, whyNot } from './rules.ts'

test('markets are on weekends, with hours in their order', () => {
  const says = (day: object) =>
    newDay.safeParse({ on: '2026-11-21', ...day }).error?.issues.map(({ message }) => message)
  expect(says({})).toBeUndefined()
  expect(newDay.parse({ on: '2026-11-22' })).toMatchObject({
    setUpFrom: '08:00',
    opensAt: '10:00',
    closesAt: '17:00',
  })
  expect(says({ on: undefined })).toEqual(['Date required'])
  expect(says({ on: '' })).toContain('Date required')
  expect(says({ on: '2026-11-20' })).toEqual(['Markets are on Saturdays and Sundays'])
  expect(says({ closesAt: '09:00' })).toEqual(['The market closes after it opens'])
  expect(says({ setUpFrom: '11:00' })).toEqual(['Set-up is before the market opens'])
})

test('a market is added from today on, and cancelled until it closes: what was is not undone', () => {
  const today = '2026-11-21'
  expect(whyNot.add(today, today)).toBeNull()
  expect(whyNot.add('2026-11-15', today)).toMatchObject({ code: 'DATE_PAST', field: 'on' })
  const day = { on: today, closesAt: '17:00', isCancelled: false }
  expect(whyNot.cancel(day, new Date('2026-11-21T16:59:59Z'))).toBeNull()
  expect(whyNot.cancel(day, new Date('2026-11-21T17:00:00Z'))).toMatchObject({ code: 'MARKET_OVER' })
  expect(whyNot.cancel({ ...day, isCancelled: true }, new Date('2026-11-21T09:00:00Z'))).toMatchObject({
    code: 'MARKET_CANCELLED',
  })
})

test('before hours are changed a refund is promised to those alone who can still have it', () => {
  const day = { on: '2026-11-21', setUpFrom: '08:00', opensAt: '10:00', closesAt: '17:00' }
  const [both, sellers] = [
    { sellers: true, guests: true },
    { sellers: true, guests: false },
  ]
  const at = (time: string) => new Date(`2026-11-21T${time}Z`)
  expect(promiseOf(day, both, at('07:59:59'))).toBe('Whoever cannot come then may cancel, and all they paid goes back.')
  expect(promiseOf(day, both, at('08:00:00'))).toBe(
    'Guests who cannot come then may cancel, and all they paid goes back.',
  )
  expect(promiseOf(day, sellers, at('08:00:00'))).toBe('')
  expect(promiseOf(day, both, at('10:00:00'))).toBe('')
})
