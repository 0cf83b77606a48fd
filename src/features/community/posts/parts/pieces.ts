import { mentionPatterns } from '../rules.ts'

/** A piece of what somebody wrote: plain words, an address that is a link, or a name that is a mention. */
export type Piece = { kind: 'words' | 'link' | 'mention'; text: string; at: number }

/**
 * What somebody wrote, in pieces. Only addresses that begin with https:// are links, without the full stop or bracket that ends
 * the sentence around them; only names of those who were mentioned are mentions, the longest first.
 */
export function piecesOf(text: string, names: readonly string[]): Piece[] {
  const pattern = new RegExp([address, ...mentionPatterns(names)].join('|'), 'giu')
  const pieces: Piece[] = []
  let end = 0
  const words = (until: number) => {
    if (until > end) pieces.push({ kind: 'words', text: text.slice(end, until), at: end })
  }
  for (const match of text.matchAll(pattern)) {
    const isMention = match[0].startsWith('@')
    const found = isMention ? match[0] : match[0].replace(closing, '')
    if (!isMention && !isAddress(found)) continue
    words(match.index)
    pieces.push({ kind: isMention ? 'mention' : 'link', text: found, at: match.index })
    end = match.index + found.length
  }
  words(text.length)
  return pieces
}

const address = 'https://[^\\s<>"]+'
/** What ends a sentence is no part of the address before it. */
const closing = /[.,;:!?)\]}'’”…]+$/

/** A host with a dot and without a name and password before it: what one reads is where one goes. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}
