import { expect, test } from 'vitest'
import { crowds, featuresOf, hoursBetween, isWhatIsWanted, withFeature } from './facility-filter.ts'

test('a facility is wanted when it is for enough people and has every feature that is looked for', () => {
  const room = { people: 4, features: ['Piano', 'Screen'] }
  expect(isWhatIsWanted(room, {})).toBe(true)
  expect(isWhatIsWanted(room, { people: 4, with: 'Piano,Screen' })).toBe(true)
  expect(isWhatIsWanted(room, { people: 5 })).toBe(false)
  expect(isWhatIsWanted(room, { with: 'Piano,Sauna' })).toBe(false)
})

test('features are added and taken away; without any the address says nothing of them', () => {
  const both = withFeature(withFeature({ people: 2 }, 'Piano', true), 'Screen', true)
  expect(both).toEqual({ people: 2, with: 'Piano,Screen' })
  expect(withFeature(both, 'Piano', true).with).toBe('Screen,Piano')
  expect(withFeature(withFeature(both, 'Piano', false), 'Screen', false).with).toBeUndefined()
})

test('what can be chosen is what there is', () => {
  const rows = [
    { people: 1, features: ['Towels'] },
    { people: 6, features: ['Piano', 'Step-free'] },
    { people: 2, features: ['Step-free'] },
  ]
  expect(crowds(rows)).toEqual([2, 3, 4, 5, 6])
  expect(featuresOf(rows)).toEqual(['Step-free', 'Piano', 'Towels'])
  expect(hoursBetween('08:30', '11:00')).toEqual(['09:00', '10:00', '11:00'])
  expect(hoursBetween('09:00', '08:00')).toEqual([])
})
