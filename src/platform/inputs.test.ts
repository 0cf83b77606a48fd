import { describe, expect, test } from 'vitest'
import { optionalPhone, phoneLine, plainPhone } from './inputs.ts'

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
