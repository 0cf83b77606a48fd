interface Hit {
  id: string
  label?: string
  keywords?: string | string[]
}
type Group<One> = { group: string; actions: One[] }

/** Marks what the server found: it is listed whatever of it was typed. */
export const foundBy = 'server'

/**
 * What is offered for a text that was typed, the likeliest first: pages and actions that begin with it, then what the server
 * found, then pages and actions that have it anywhere. Lines of one heading stay together.
 */
export function inOrder<Item extends Hit | Group<Hit>>(typed: string, items: Item[]): Group<Hit>[] {
  const q = typed.trim().toLowerCase()
  const ranked = items
    .flatMap(item => ('actions' in item ? item.actions.map(action => ({ group: item.group, action })) : []))
    .map(one => ({ ...one, rank: rankOf(one.action, q) }))
    .filter(({ rank }) => rank < none)
    .sort((a, b) => a.rank - b.rank)
  const shown = new Map<string, Hit[]>()
  for (const { group, action, rank } of ranked) {
    const heading = q !== '' && rank === 0 ? begun : group
    shown.set(heading, [...(shown.get(heading) ?? []), action])
  }
  return [...shown].map(([group, actions]) => ({ group, actions }))
}

const begun = 'Pages and actions'
const none = 3

function rankOf({ label = '', keywords }: Hit, q: string): number {
  if (keywords === foundBy) return 1
  const name = label.toLowerCase()
  return name.startsWith(q) ? 0 : name.includes(q) ? 2 : none
}
