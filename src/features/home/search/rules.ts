import { snippetLength } from './inputs.ts'

/** A piece of a text, and whether it is what was looked for. */
export interface Part {
  text: string
  isHit: boolean
}

/** What is read of a text when it is searched for, its hits apart (NAV-26). `words` are small and without accents. */
export function snippetOf(text: string, words: readonly string[]): Part[] {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= snippetLength) return partsOf(line, words)
  const [first] = hitsOf(line, words)
  // Some words before the hit, so that it is read in its place; the end of the text as the last of it.
  const wished = Math.max(0, Math.min((first?.start ?? 0) - before, line.length - snippetLength + 1))
  const start = wished === 0 ? 0 : atWord(line, wished)
  const room = snippetLength - (start > 0 ? 1 : 0)
  const isCut = line.length - start > room
  const shown = line.slice(start, start + room - (isCut ? 1 : 0))
  const kept = isCut ? shown.replace(/[\ud800-\udbff]$/, '').trimEnd() : shown
  return partsOf(`${start > 0 ? '…' : ''}${kept}${isCut ? '…' : ''}`, words)
}

/** A short text whole, its hits apart. */
export function partsOf(text: string, words: readonly string[]): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { start, end } of hitsOf(text, words)) {
    if (start > at) parts.push({ text: text.slice(at, start), isHit: false })
    parts.push({ text: text.slice(start, end), isHit: true })
    at = end
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isHit: false })
  return parts
}

const before = 30

/** The beginning of the word that comes next. */
function atWord(line: string, from: number): number {
  const space = line.indexOf(' ', from)
  return space >= 0 && space - from < before ? space + 1 : from
}

interface Hit {
  start: number
  end: number
}

/** Where one of the words begins a word of the text; where none does, where one stands within. */
function hitsOf(text: string, words: readonly string[]): Hit[] {
  if (words.length === 0) return []
  const { plain, from } = plainOf(text)
  const any = words.toSorted((a, b) => b.length - a.length).join('|')
  const found = [...plain.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})`, 'gu'))]
  const hits = found.length > 0 ? found : [...plain.matchAll(new RegExp(any, 'gu'))]
  return hits.map(({ 0: hit, index }) => ({ start: from[index]!, end: from[index + hit.length]! }))
}

/** The text small and without accents, and at which place of the text each of its letters begins; last, where it ends. */
function plainOf(text: string): { plain: string; from: number[] } {
  const from: number[] = []
  let plain = ''
  let at = 0
  for (const letter of text) {
    const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    const small = Array.from(bare, each => unlike[each] ?? each).join('')
    for (let i = 0; i < small.length; i++) from.push(at)
    plain += small
    at += letter.length
  }
  from.push(at)
  return { plain, from }
}

/** Letters that are no others with an accent, as the database writes them. */
const unlike: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ð: 'd',
}
