import { afterEach, expect, vi } from 'vitest'

// Whatever is written to console.error is a fault that nobody asserted: it fails the test.
const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => {
  const { calls } = errors.mock
  errors.mockClear()
  expect(calls.map(call => call.map(String).join(' '))).toEqual([])
})
