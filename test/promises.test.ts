import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../bin/run.mjs'
import { inSources } from './sentences.ts'

/** Words of a promise, and the one file that says them; every other sentence is built from it. */
const promises: [RegExp, string][] = [
  [/(5|five)\s*(to|–|-)\s*(10|ten)\s+(working\s+|business\s+)?days/, 'src/features/money/orders/inputs.ts'],
  [/(24|twenty-four)\s*(to|-|–)\s*(48|forty-eight)\s+hours/, 'src/features/admissions/applications/inputs.ts'],
  [/\b10\s+minutes\b/, 'src/features/spaces/calendar/inputs.ts'],
  [/\bwithin\s+(48|forty-eight)\s+hours\b/, 'src/features/home/pages/inputs.ts'],
]

test.each(promises)('%s is said in one place', (words, place) => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map(path => `src/${path}`)
    .filter(path => /(?<!\.test)\.tsx?$/.test(path))
  expect(sources.filter(path => words.test(readFileSync(path, 'utf8')))).toEqual([place])
})

const number = '(?:\\d[\\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)'
/** A span, a sum or a share that was written by hand; what is put in from a setting, a tier or a price stands as `#`. */
const figure = new RegExp(
  `\\b${number}[ -](?:calendar |working |full |consecutive )?(?:day|hour|minute|week|month|year|token|point)s?\\b|\\bhalf an hour\\b|£\\d|\\b${number} ?%`,
  'i',
)

/** Figures that no setting, tier or price decides, by what does. Whatever else is promised is a function of the one that does. */
const decidedElsewhere: Record<string, string[]> = {
  'the specification, once and for all': [
    'A membership application is approved by more than 50% of committee votes.',
    '10% off next month and 5 bonus tokens, once your friend has paid',
    '10% off the first month',
    'Loyalty tokens every 3 months',
    'Paid members get # as a bonus every 3 months.',
    'Switch at no cost (admin, 30 days)',
    'Five in a row lock an account’s sign-in for 15 minutes',
    'Paid after its 30 minutes',
    'Open 7 days,',
    '7 days a week',
    'Write to Exchange, #, #. Open 7 days, #–#.',
    'A deposit is £0 or more, in steps of £50',
    'In steps of £50, paid once with the first month',
  ],
  'the terms, which the office writes as a whole': [
    'You can become a member when',
    'Cancel {cancellationHours} hours or more',
    'At any time. What is left of the month is settled between two plans to the day. Cancel with 24 hours’ notice',
  ],
  'the house’s own texts to start from, about nothing that is charged': [
    'Down the stairs,',
    'There is somebody at the door',
    'A desk of your own for eight hours',
    'The checkout asks where it goes',
    'Applying takes five minutes.',
  ],
  'what the columns hold, and what the payment provider takes': [
    'At least 1 point',
    'At most 1,000 points',
    'At most 1,000 tokens',
    'From £0.50 to £10,000',
    'At most two years ahead',
    'At most 12 months',
    'Use £100,000 or less',
    'At most £10,000',
    'At most £100,000',
    'A card payment is £0.30 or more.',
    'What costs tokens needs a card price as well: at £0',
  ],
  'the span that the page itself looks at or offers': [
    'Median time to a decision (last 12 months, #)',
    'How often somebody was checked in on each of the last 28 days',
    'Four weeks',
    'Every two weeks',
    'Every four weeks',
    'Three months',
    'The last 24 hours',
    'Warnings of the last 24 hours',
    'Pauses in twelve months',
    'On # it goes on by itself, for # a month. You can go on earlier, and pause # in twelve months.',
    'You can pause # in twelve months',
    'Nothing free in the next two weeks#',
    'There is none within two weeks of it.',
    'Do not ask on this device for 30 days',
  ],
  'a default, named as such in the data map': ['As the venue’s setting says, 12 months unless changed'],
}

/** The examples of mails are made up, and their words are given what they say. */
const written = inSources(root, '#').filter(({ text, from }) => figure.test(text) && !from.endsWith('/mail.tsx'))
const known = Object.values(decidedElsewhere).flat()

test('no screen promises by hand what a setting, a tier or a price decides', () => {
  expect(written.filter(({ text }) => !known.some(each => text.startsWith(each)))).toEqual([])
})

test.each(known)('that is still said: %s', words => {
  expect(written.some(({ text }) => text.startsWith(words))).toBe(true)
})

test('positive control: figures are found however they are written', () => {
  for (const text of [
    'Cancel 24 hours ahead.',
    'Your documents are deleted after ninety days.',
    'Guests pay £1.',
    'It comes with 150 tokens a week',
    'You get 20% off.',
    'Held for you for 30-minute steps',
    'Your ticket waits for half an hour.',
  ])
    expect(text).toMatch(figure)
})
