import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

const read = (text: string, ...names: string[]) => piecesOf(text, names).map(({ kind, text: words }) => [kind, words])

test('addresses become links without what ends the sentence', () => {
  expect(read('Look (https://example.org/a?b=c), or https://example.org.')).toEqual([
    ['words', 'Look ('],
    ['link', 'https://example.org/a?b=c'],
    ['words', '), or '],
    ['link', 'https://example.org'],
    ['words', '.'],
  ])
})

test('nothing else does: no other scheme, no address that hides where it leads, no markup', () => {
  for (const text of [
    'http://example.org',
    'javascript:alert(1)',
    'https://example.org@evil.example/',
    'https://',
    'https://localhost',
    '<a href="x">y</a>',
  ])
    expect(read(text)).toEqual([['words', text]])
})

test('only those who were mentioned are mentions, and the longest name is meant', () => {
  expect(read('@Ada Lovelace and @Ada, not @Adam or @Ben', 'Ada', 'Ada Lovelace')).toEqual([
    ['mention', '@Ada Lovelace'],
    ['words', ' and '],
    ['mention', '@Ada'],
    ['words', ', not @Adam or @Ben'],
  ])
  expect(read('@A. (B) [c]', 'A. (B) [c]')).toEqual([['mention', '@A. (B) [c]']])
})

test('the pieces are the text, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
      (text, names) => {
        const whole = `${text} https://example.org ${names.map(name => `@${name}`).join(' ')}`
        expect(
          piecesOf(whole, names)
            .map(piece => piece.text)
            .join(''),
        ).toBe(whole)
      },
    ),
  )
})
