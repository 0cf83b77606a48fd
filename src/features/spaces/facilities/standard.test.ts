import { expect, test } from 'vitest'
import { standardFacilities } from './inputs.ts'

// The house's own numbers, once more: tokens, pence, and for how long (an hour, or one session of so many minutes).
test('what the house begins with costs what was specified; the ice bath and the sauna by the session [BOOK-27]', () => {
  const costs = standardFacilities.map(({ slug, tokenCost, cashPricePence, ...more }) => {
    const { isPricedPerSession = false } = more as { isPricedPerSession?: boolean }
    return [slug, tokenCost, cashPricePence, isPricedPerSession ? 'session' : 'hour']
  })
  expect(costs).toEqual([
    ['photo_studio', 15, 4_500, 'hour'],
    ['podcast_studio', 15, 4_000, 'hour'],
    ['ice_bath', 5, 1_500, 'session'],
    ['sauna', 8, 2_000, 'session'],
    ['music_studio', 15, 4_000, 'hour'],
    ['meeting_room', 8, 2_500, 'hour'],
    ['coworking', 10, 3_000, 'session'],
  ])
})
