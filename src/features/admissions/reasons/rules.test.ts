import { expect, test } from 'vitest'
import { reasonText, whyNot } from './rules.ts'

test('a rejection takes the reason from the list, or the words where the reason asks for them [APPL-36]', () => {
  const listed = { reason: 'Application incomplete', needsNotes: false }
  const other = { reason: 'Other - see notes', needsNotes: true }
  expect(reasonText(null, 'words')).toBeNull()
  expect(reasonText(listed, 'words')).toBe('Application incomplete')
  expect(reasonText(other, ' ')).toBeNull()
  expect(reasonText(other, ' words ')).toBe('words')
  expect(whyNot.give(null, 'words')).toMatchObject({ code: 'REASON_REQUIRED', field: 'reasonId' })
  expect(whyNot.give(other, '')).toMatchObject({ code: 'REASON_REQUIRED', field: 'notes' })
  expect(whyNot.give(listed, '')).toBeNull()
})
