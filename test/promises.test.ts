import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words of a promise, and the one file that says them; every other sentence is built from it. */
const promises: [RegExp, string][] = [
  [/(5|five)\s*(to|–|-)\s*(10|ten)\s+(working\s+|business\s+)?days/, 'src/features/money/orders/inputs.ts'],
  [/(24|twenty-four)\s*(to|-|–)\s*(48|forty-eight)\s+hours/, 'src/features/admissions/applications/inputs.ts'],
  [/\b10\s+minutes\b/, 'src/features/spaces/calendar/inputs.ts'],
]

test.each(promises)('%s is said in one place', (words, place) => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map(path => `src/${path}`)
    .filter(path => /(?<!\.test)\.tsx?$/.test(path))
  expect(sources.filter(path => words.test(readFileSync(path, 'utf8')))).toEqual([place])
})
