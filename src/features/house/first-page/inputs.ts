import { z } from 'zod'
import { calendarDay, line } from '#platform/inputs.ts'

/** Its part of the settings page. */
export const firstPageGroup = {
  id: 'landing',
  title: 'First page',
  lead: 'What visitors read first. What is left empty is not shown.',
} as const

/** What the house says of itself to visitors; part of its settings. */
export const firstPageSettings = {
  /** Words of the landing page that are the venue's to say, and to keep true (MKT-25, GLOB-07). */
  landingPlace: {
    of: line(60).default('Marylebone, London'),
    group: 'landing',
    label: 'Where the house is, in a word',
    kind: 'text',
    isOptional: true,
  },
  landingSize: {
    of: line(40).default('32,000 sq ft'),
    group: 'landing',
    label: 'Size of the house',
    kind: 'text',
    isOptional: true,
  },
  landingMarket: {
    of: line(300).default('Things made by the people who sell them: print, ceramics, records, clothes, food.'),
    group: 'landing',
    label: 'The market in a sentence',
    kind: 'text',
    hint: 'The number of stalls is said before it, as the next market has it.',
    isOptional: true,
  },
  /** What is there for everybody, one a line; said on the public page of memberships (MEM-03). */
  amenities: {
    of: z
      .string()
      .trim()
      .max(1_000)
      .default(
        [
          'Fast wireless network on every floor',
          'Kitchen, tea and coffee',
          'Lockers and showers',
          'Printing, scanning and post',
          'Bicycle store',
          'Step-free way in',
        ].join('\n'),
      ),
    group: 'landing',
    label: 'In the house for everybody',
    kind: 'lines',
    hint: 'One a line.',
    isOptional: true,
  },
  /** The evening of the launch show; empty: not fixed yet, which its page then says (JOIN-42). */
  launchOn: {
    of: calendarDay('Use a date like 2026-12-05').nullable().default(null),
    group: 'landing',
    label: 'Launch show on',
    kind: 'day',
    hint: 'Said on the page where people register for it. Empty: not fixed yet.',
  },
} as const
