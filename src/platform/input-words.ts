import { z } from 'zod'
import { formatNumber } from './words.ts'

/**
 * What is said of an entry where its schema has no words of its own. Without it people would read those of the library,
 * which speak of types. Whoever takes inputs apart imports this file, for its effect.
 */
z.config({ localeError: issue => wordsOf(issue) })

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['localeError']>>[0]

function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Something is missing here' : (kinds[issue.expected] ?? otherwise)
    case 'invalid_value':
      return 'Choose one of the options'
    case 'too_small':
      if (Number(issue.minimum) <= Number.MIN_SAFE_INTEGER) return 'Enter a larger number'
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'Fill this in'
        : `${asks[issue.origin] ?? 'Enter'} at least ${amountOf(issue.origin, issue.minimum)}`
    case 'too_big':
      // What a computer can count to is nobody's limit.
      if (Number(issue.maximum) >= Number.MAX_SAFE_INTEGER) return 'Enter a smaller number'
      return `${asks[issue.origin] ?? 'Enter'} at most ${amountOf(issue.origin, issue.maximum)}`
    case 'invalid_format':
      return formats[issue.format] ?? 'Check how this is written'
    case 'not_multiple_of':
      return 'Enter a whole number'
    case 'unrecognized_keys':
      return 'This request carries something that does not belong to it.'
    default:
      return otherwise
  }
}

const otherwise = 'Check this entry'

const kinds: Record<string, string> = {
  string: 'Enter a text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no',
  date: 'Enter a date',
}

const formats: Record<string, string> = {
  email: 'Enter a valid email address',
  url: 'Enter a web address that starts with https://',
  uuid: 'What this refers to is not known here',
  date: 'Enter a date like 2026-11-18',
  time: 'Enter a time like 10:00',
}

const asks: Record<string, string> = { string: 'Use', array: 'Choose' }

function amountOf(origin: string, amount: number | bigint): string {
  const number = formatNumber(Number(amount))
  if (origin !== 'string') return number
  return `${number} ${Number(amount) === 1 ? 'character' : 'characters'}`
}
