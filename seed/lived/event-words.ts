import type { EventType, SpacePreference } from '#features/events/events/inputs.ts'

interface Evening {
  name: string
  type: EventType
  about: string
  room: SpacePreference
  capacity: number
  tokens: number
  points: number
  plusOnes: number
  notes: string
  isOfTheHouse?: boolean
}

const notes = 'I have given this three times elsewhere and bring everything that is needed myself.'

/** What is on: workshops on Tuesdays, talks and evenings on Thursdays, something longer on Saturdays. */
export const evenings: Evening[] = [
  {
    ...{
      name: 'Riso for beginners',
      type: 'workshop',
      room: 'Studio A',
      capacity: 12,
      tokens: 3,
      points: 5,
      plusOnes: 0,
    },
    about:
      'Two colours, one drum change, and a print to take home. Bring a drawing with clear lines; ink and paper are there.',
    notes,
  },
  {
    ...{
      name: 'Show your work in ten minutes',
      type: 'talk',
      room: 'Lounge',
      capacity: 40,
      tokens: 0,
      points: 2,
      plusOnes: 2,
    },
    about: 'Four members, ten minutes each, one thing that did not work. Questions afterwards, and the bar is open.',
    notes,
    isOfTheHouse: true,
  },
  {
    ...{
      name: 'Life drawing in daylight',
      type: 'workshop',
      room: 'Studio B',
      capacity: 14,
      tokens: 2,
      points: 3,
      plusOnes: 1,
    },
    about:
      'Short poses first, one long one after the break. Easels and boards are there; bring what you like to draw with.',
    notes,
  },
  {
    ...{
      name: 'Pricing your work',
      type: 'workshop',
      room: 'Studio A',
      capacity: 20,
      tokens: 0,
      points: 3,
      plusOnes: 0,
    },
    about:
      'Hours, materials, and the number that you say aloud. We work through the prices of three people in the room.',
    notes,
  },
  {
    ...{
      name: 'New members’ evening',
      type: 'social',
      room: 'Lounge',
      capacity: 40,
      tokens: 0,
      points: 1,
      plusOnes: 1,
    },
    about: 'Meet who joined this month, and show them where the good kettle is.',
    notes,
    isOfTheHouse: true,
  },
  {
    ...{
      name: 'Repair table',
      type: 'meetup',
      room: 'Outdoor Area',
      capacity: 30,
      tokens: 0,
      points: 2,
      plusOnes: 3,
    },
    about: 'Lamps, zips, radios and chairs. Somebody who knows how sits beside you while you mend it.',
    notes,
  },
  {
    ...{
      name: 'Field recording walk',
      type: 'meetup',
      room: 'Studio A',
      capacity: 15,
      tokens: 0,
      points: 3,
      plusOnes: 1,
    },
    about: 'We listen to the quarter for an hour with borrowed recorders, then hear what everybody found.',
    notes,
  },
  {
    ...{ name: 'A film and its editor', type: 'talk', room: 'Lounge', capacity: 40, tokens: 2, points: 2, plusOnes: 2 },
    about: 'We watch a short documentary twice: once as it is, once with its editor stopping it.',
    notes,
  },
  {
    ...{
      name: 'Bookbinding in an afternoon',
      type: 'workshop',
      room: 'Studio B',
      capacity: 10,
      tokens: 4,
      points: 5,
      plusOnes: 0,
    },
    about: 'Fold, sew and case a notebook of 96 pages. Tools and cloth are there; you leave with a book.',
    notes,
  },
  {
    ...{
      name: 'Contracts without fear',
      type: 'talk',
      room: 'Studio A',
      capacity: 24,
      tokens: 0,
      points: 2,
      plusOnes: 0,
    },
    about: 'A lawyer who works with illustrators reads three contracts with us, line by line.',
    notes,
  },
  {
    ...{ name: 'Listening night', type: 'social', room: 'Lounge', capacity: 36, tokens: 0, points: 1, plusOnes: 2 },
    about: 'One record from beginning to end, on good speakers, with the lights down. Somebody says why.',
    notes,
  },
  {
    ...{
      name: 'Natural dyes on wool',
      type: 'workshop',
      room: 'Outdoor Area',
      capacity: 16,
      tokens: 3,
      points: 4,
      plusOnes: 1,
    },
    about: 'Weld, madder and onion skins in four pots. Wear something that may get a stain.',
    notes,
  },
]
