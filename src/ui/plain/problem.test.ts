import { describe, expect, test } from 'vitest'
import { describeProblem, unreachableMessage } from './problem.ts'

describe('problems', () => {
  test('a typed refusal keeps its exact words and its field', () => {
    const error = Object.assign(new Error('That time has just been taken'), { data: { field: 'startAt' } })
    expect(describeProblem(error)).toEqual({
      message: 'That time has just been taken',
      field: 'startAt',
      isUnreachable: false,
    })
  })

  test('an unexpected failure carries its reference', () => {
    const error = Object.assign(new Error('Something went wrong'), { data: { requestId: 'r-12' } })
    expect(describeProblem(error).reference).toBe('r-12')
  })

  test('what the server keeps to itself is told in the words of the screen', () => {
    const masked = Object.assign(new Error('Something went wrong. Please try again.'), {
      code: 'INTERNAL_SERVER_ERROR',
    })
    expect(describeProblem(masked, 'Failed to save').message).toBe('Failed to save')
    expect(describeProblem(masked).message).toBe('Something went wrong. Please try again.')
  })

  test('a broken connection is named as one, a programming mistake is not', () => {
    expect(describeProblem(new TypeError('Failed to fetch'))).toEqual({
      message: unreachableMessage,
      isUnreachable: true,
    })
    expect(describeProblem(new TypeError('x is undefined')).isUnreachable).toBe(false)
    expect(describeProblem(null, 'Failed to save').message).toBe('Failed to save')
  })
})
