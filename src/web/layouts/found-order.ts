import type { Part } from '#features/home/search/rules.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'

/** A line of the search: a page, an action, or what the server found. */
export interface Line {
  id: string
  /** What it is called, for whoever types a part of that. */
  label: string
  /** What else it is called: typed, it is shown beside the label. */
  also?: string[]
  /** Where it leads to; of lines that lead to the same place one is shown. */
  leadsTo?: string
  /** A page of the office's menu: a word of its name is enough to be named. */
  isPage?: true
  /** The same with what was typed marked in it. */
  parts?: Part[]
  detail?: Part[]
  /** Of a person: their face is drawn before the name. */
  faceId?: string
  /** Of a thing: its picture, or the poster of this seed. */
  picture?: { of: PictureFiles | null; seed: string }
  /** The server found it: it is listed whatever of it was typed. What was said or is over is wanted less than what one can go to. */
  isFound?: 'now' | 'before'
  /** Null: it is only told of, and leads nowhere. */
  choose: (() => void) | null
}
type Ranked = Pick<Line, 'label' | 'also' | 'detail' | 'isFound' | 'isPage'>
export interface Group<One extends Ranked = Line> {
  title: string
  lines: One[]
}

/**
 * What is offered for a text that was typed, the likeliest first: pages and actions that begin with it, pages of which a word
 * does, then what the server found and one can go to, then pages and actions that have it anywhere, or of which words begin with
 * each word of it, at last what was written or is over. Lines of one heading stay together.
 */
export function inOrder<One extends Ranked>(typed: string, groups: Group<One>[]): Group<One>[] {
  const q = plain(typed.trim())
  const ranked = groups
    .flatMap(({ title, lines }) => lines.map(line => ({ title, ...rankOf(line, q) })))
    .filter(({ rank }) => rank < none)
    .sort((a, b) => a.rank - b.rank)
  const shown = new Map<string, One[]>()
  for (const { title, line, rank } of ranked) {
    const heading = q !== '' && rank < 1 ? begun : title
    shown.set(heading, [...(shown.get(heading) ?? []), line])
  }
  return [...shown].map(([title, lines]) => ({ title, lines }))
}

/** One line for each place that lines lead to: the first of them, which answers to the names of the others too. */
export function eachOnce<One extends Pick<Line, 'label' | 'leadsTo' | 'also'>>(
  groups: { title: string; lines: One[] }[],
): { title: string; lines: One[] }[] {
  const names = Map.groupBy(
    groups.flatMap(({ lines }) => lines).filter(({ leadsTo }) => leadsTo !== undefined),
    ({ leadsTo }) => leadsTo,
  )
  return groups.map(({ title, lines }) => ({
    title,
    lines: lines.flatMap(line => {
      const [first, ...others] = names.get(line.leadsTo) ?? [line]
      return first === line ? { ...line, also: others.map(({ label }) => label) } : []
    }),
  }))
}

const begun = 'Pages and actions'
const none = 4

function rankOf<One extends Ranked>(line: One, q: string): { line: One; rank: number } {
  if (line.isFound) return { line, rank: line.isFound === 'now' ? 1 : 3 }
  const own = rankOfName(line.label, q, line.isPage)
  const [best] = (line.also ?? [])
    .map(name => ({ name, rank: rankOfName(name, q, line.isPage) }))
    .filter(({ name }) => name.toLowerCase() !== line.label.toLowerCase())
    .sort((a, b) => a.rank - b.rank)
  if (!best || best.rank >= own) return { line, rank: own === none && hasEveryWord(line, q) ? 2 : own }
  return { line: { ...line, detail: [{ text: best.name, isHit: false }] }, rank: best.rank }
}

/** Whether every word that was typed begins one of its names: “give tokens” is “Give bonus tokens”. */
function hasEveryWord({ label, also = [] }: Ranked, q: string): boolean {
  const words = plain([label, ...also].join(' ')).split(' ')
  return q.split(' ').every(typed => words.some(word => word.startsWith(typed)))
}

function rankOfName(label: string, q: string, isPage = false): number {
  const name = plain(label)
  if (name.startsWith(q)) return 0
  if (isPage && name.includes(` ${q}`)) return 0.5
  return name.includes(q) ? 2 : none
}

/** “Check-ins” is found by “check in”. */
const plain = (words: string) => words.toLowerCase().replaceAll('-', ' ')
