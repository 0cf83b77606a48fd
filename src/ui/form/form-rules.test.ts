import { expect, test } from 'vitest'
import { attemptFor, draftOf, messagesByPath, readDraft } from './form-rules.ts'

test('the same values keep their key, changed ones get a new one', () => {
  let count = 0
  const newKey = () => `k${++count}`
  const first = attemptFor({ a: 1 }, undefined, newKey)
  expect(attemptFor({ a: 1 }, first, newKey)).toBe(first)
  expect(attemptFor({ a: 2 }, first, newKey).key).toBe('k2')
})

test('the first message of a path wins, nested paths are joined by dots', () => {
  expect(
    messagesByPath([
      { path: ['email'], message: 'Enter your email' },
      { path: ['email'], message: 'Invalid email' },
      { path: ['guests', 0, 'name'], message: 'Name your guest' },
      { path: [], message: 'Choose one' },
    ]),
  ).toEqual({ email: 'Enter your email', 'guests.0.name': 'Name your guest', '': 'Choose one' })
})

test('a draft holds no secrets and no files', () => {
  expect(draftOf({ bio: 'x', password: 'p', confirmPassword: 'p', photo: new Blob([]) })).toEqual({
    bio: 'x',
  })
})

test('a draft gives back known fields that differ, and nothing when there is no news or it is broken', () => {
  const initial = { bio: '', craft: 'Print' }
  expect(readDraft('{"bio":"x","gone":1,"craft":"Print"}', initial)).toEqual({ bio: 'x' })
  expect(readDraft('{"bio":""}', initial)).toBeUndefined()
  expect(readDraft('{', initial)).toBeUndefined()
  expect(readDraft('null', initial)).toBeUndefined()
  expect(readDraft(null, initial)).toBeUndefined()
})
