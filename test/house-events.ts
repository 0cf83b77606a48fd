import type { NewEvent } from '#features/events/house-events/inputs.ts'
import { addDays } from '#platform/dates.ts'

let count = 0

/** An evening in the lounge. */
export const inLounge = {
  ...{ startTime: '18:00', endTime: '20:00', setUpMinutes: 30, clearMinutes: 30 },
  spacePreference: 'Lounge' as const,
}

/** An event of the house as the form sends it; each has a day of its own, long after those of the hosts. */
export const houseEvent = (more: Partial<NewEvent> = {}): NewEvent => ({
  ...{
    name: 'Life drawing',
    eventType: 'workshop',
    description: 'A model, easels and paper. Bring what you draw with.',
  },
  ...{ eventDate: addDays('2028-01-03', count++), ...inLounge, capacity: 20, pointsReward: 1, tokensCost: 0 },
  ...{ plusOnesAllowed: 1, repeat: 'once', until: '', leftOut: [], ...more },
})

/** What somebody writes who changes an event. */
export const changedEvent = {
  ...{ name: 'Life drawing for all', eventType: 'social' as const },
  ...{ description: 'A model, easels and paper. Nobody needs to have drawn before.' },
  ...{ capacity: 30, pointsReward: 2, tokensCost: 3, plusOnesAllowed: 2 },
}
