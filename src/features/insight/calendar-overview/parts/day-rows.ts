import { formatCount } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'

export type Item = Awaited<ReturnType<typeof rpc.overview.day>>['items'][number]

/** A line of the day, with what it is made of where that is more than itself. */
export interface DayRow {
  item: Item
  parts: readonly Item[]
  /** the parts in words: `12 stalls` */
  partWords: string
}

/** The lines of a day: a market is one with its stalls in it, and a tour one with its parties. */
export function dayRows(items: readonly Item[]): DayRow[] {
  const markets = new Set(items.filter(({ type, of }) => type === 'market' && of === null).map(({ id }) => id))
  const rows = new Map<string, { item: Item; parts: Item[] }>()
  for (const item of items) {
    const isStall = item.type === 'market' && item.of !== null && markets.has(item.of)
    const key =
      isStall || (item.type === 'tour' && item.of !== null) ? `${item.type} ${item.of}` : `${item.type} ${item.id}`
    const row = rows.get(key)
    if (isStall || (item.type === 'tour' && row)) {
      if (row) row.parts.push(item)
      else rows.set(key, { item, parts: [item] })
    } else if (row) row.item = item
    else rows.set(key, { item, parts: item.type === 'tour' ? [item] : [] })
  }
  return [...rows.values()]
    .map(({ item, parts }) =>
      item.type === 'tour'
        ? {
            item:
              parts.length > 1 ? { ...item, title: `Tour, ${formatCount(parts.length, 'party', 'parties')}` } : item,
            parts: parts.length > 1 ? parts : [],
            partWords: 'Who comes',
          }
        : { item, parts, partWords: formatCount(parts.length, 'stall') },
    )
    .toSorted((a, b) => a.item.startsAt.localeCompare(b.item.startsAt))
}
