import type { Part } from '#features/home/search/rules.ts'

/** A line of the search: a page, an action, or what the server found. */
export interface Line {
  id: string
  /** What it is called, for whoever types a part of that. */
  label: string
  /** The same with what was typed marked in it. */
  parts?: Part[]
  detail?: Part[]
  /** Of a person: their face is drawn before the name. */
  faceId?: string
  /** The server found it: it is listed whatever of it was typed. */
  isFound?: true
  /** Null: it is only told of, and leads nowhere. */
  choose: (() => void) | null
}
export interface Group<One extends Pick<Line, 'label' | 'isFound'> = Line> {
  title: string
  lines: One[]
}

/**
 * What is offered for a text that was typed, the likeliest first: pages and actions that begin with it, then what the server
 * found, then pages and actions that have it anywhere. Lines of one heading stay together.
 */
export function inOrder<One extends Pick<Line, 'label' | 'isFound'>>(
  typed: string,
  groups: Group<One>[],
): Group<One>[] {
  const q = typed.trim().toLowerCase()
  const ranked = groups
    .flatMap(({ title, lines }) => lines.map(line => ({ title, line, rank: rankOf(line, q) })))
    .filter(({ rank }) => rank < none)
    .sort((a, b) => a.rank - b.rank)
  const shown = new Map<string, One[]>()
  for (const { title, line, rank } of ranked) {
    const heading = q !== '' && rank === 0 ? begun : title
    shown.set(heading, [...(shown.get(heading) ?? []), line])
  }
  return [...shown].map(([title, lines]) => ({ title, lines }))
}

const begun = 'Pages and actions'
const none = 3

function rankOf({ label, isFound }: Pick<Line, 'label' | 'isFound'>, q: string): number {
  if (isFound) return 1
  const name = label.toLowerCase()
  return name.startsWith(q) ? 0 : name.includes(q) ? 2 : none
}
