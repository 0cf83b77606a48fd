import { describe, expect, test } from 'vitest'
import { neededLine, neededText, optionalPhone, phoneLine, plainPhone } from './inputs.ts'

describe('what has to be filled in', () => {
  const kinds = [neededLine('Title is required'), neededText('Title is required', 100)]

  test.each(['', ' ', '\u202e\u200b', '\u3164', '\u2800', '\u00ad', '\u0301', '\ufe0f\u200d'])(
    'shows something: %j does not',
    nothing => {
      for (const kind of kinds) {
        const { error } = kind.safeParse(nothing)
        expect(error?.issues.map(({ message }) => message)).toEqual(['Title is required'])
      }
    },
  )

  test.each(['a', '9', '!', '❤️', '👩🏽‍🎨', '日本', 'نص', 'हिन्दी', 'e\u0301', 'a\u200bb'])(
    'shows something: %j does',
    some => {
      for (const kind of kinds) expect(kind.parse(` ${some} `)).toBe(some)
    },
  )
})

describe('telephone numbers (decision 51)', () => {
  test.each([
    ['07700 900456', '+447700900456'],
    ['020 7946 0000', '+442079460000'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['0044 7700-900456', '+447700900456'],
    ['+447700900456', '+447700900456'],
    ['+1 (212) 555-0100', '+12125550100'],
    ['+49 30 123456', '+4930123456'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(plainPhone(typed)).toBe(kept)
    expect(plainPhone(kept)).toBe(kept)
  })

  test.each(['0770', '7700 900456', '+44 7700 90045', '+44 77009004567', '+0 123 456 789', '+1234', 'call me', '+'])(
    '%s is neither British nor in international form',
    typed => {
      expect(plainPhone(typed)).toBeNull()
      expect(phoneLine().safeParse(typed).error?.issues[0]?.message).toBe('Phone must be in format +44XXXXXXXXXX')
      expect(optionalPhone().safeParse(typed).error?.issues[0]?.message).toBe('Phone must be in format +44XXXXXXXXXX')
    },
  )

  test('one that is missing is said to be, where it is needed', () => {
    expect(phoneLine('Phone number is required').safeParse(' ').error?.issues[0]?.message).toBe(
      'Phone number is required',
    )
    expect(optionalPhone().parse('')).toBe('')
  })
})
