/** What is being typed behind an `@` at the end of this text, in one or two words, and where the `@` stands; null: nothing is. */
export function typedName(before: string): { q: string; from: number } | null {
  const match = /(?:^|[\s(])@((?:[\p{L}\d'’-]+(?: [\p{L}\d'’-]*)?)?)$/u.exec(before)
  if (!match) return null
  const q = match[1] ?? ''
  return { q, from: before.length - q.length - 1 }
}
