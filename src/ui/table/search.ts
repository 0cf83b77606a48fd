import { formatNumber } from '#platform/words.ts'
/** What an address carries of a table. Everything optional: the plain address is the plain table. */
export type TableSearch = Readonly<Record<string, string | number | boolean | undefined>>

export interface TableView {
  /** from 1 */
  page: number
  size: number
  /** a column's key, with `-` in front when falling; as the server takes it */
  sort: string | undefined
  /** what was searched for */
  q: string
  /** only filters that are set */
  filters: Record<string, string>
  /** the row that lies open beside the list */
  open: string | undefined
}

export const defaultTableSize = 25
export const maxTableSize = 100

/**
 * Reads a table's part of the address: `?page=2&sort=-createdAt&q=ada&status=pending&open=ID`. Whatever is broken falls
 * back to the plain view. `filters` are the parameters that this table filters by.
 */
export function readTableSearch(
  search: TableSearch,
  filters: readonly string[] = [],
  size = defaultTableSize,
): TableView {
  return {
    page: wholeOf(search.page, 1, 1_000_000) ?? 1,
    size: wholeOf(search.size, 1, maxTableSize) ?? size,
    sort: textOf(search.sort),
    q: textOf(search.q) ?? '',
    filters: Object.fromEntries(
      filters.flatMap(name => {
        const value = textOf(search[name])
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    open: textOf(search.open),
  }
}

// What an address says instead of a usual filter's value to lift it.
const lifted = 'all'

/** What the address says with the usual filters that it says nothing of. */
export function withUsual(search: Record<string, string>, usual: Readonly<Record<string, string>>) {
  const found = { ...search }
  for (const [name, value] of Object.entries(usual))
    if (found[name] === undefined || found[name] === '') found[name] = value
    else if (found[name] === lifted) delete found[name]
  return found
}

/** The other way round: what the address has to say for these parameters to be in effect. */
export function inAddress(
  next: Record<string, string | number | undefined>,
  usual: Readonly<Record<string, string>>,
): Record<string, string | number | undefined> {
  const said = Object.entries(next).map(([name, value]) => {
    if (usual[name] === undefined) return [name, value]
    return [name, value === usual[name] ? undefined : value || lifted]
  })
  return Object.fromEntries(said)
}

/**
 * The next order when a column's head is pressed: rising, falling, and back to the usual one of the list. The column by which the list
 * usually stands goes between that and its opposite.
 */
export function nextSort(current: string | undefined, key: string, usual?: string): string | undefined {
  const falling = `-${key}`
  if (usual === key || usual === falling) return current !== usual ? usual : usual === key ? falling : key
  return current === key ? falling : current === falling ? usual : key
}

/** How a column is sorted, in the words of `aria-sort`, by what it says: `isReversed` where that rises as its key falls. */
export function sortOf(
  current: string | undefined,
  key: string,
  isReversed = false,
): 'ascending' | 'descending' | 'none' {
  if (current !== key && current !== `-${key}`) return 'none'
  return (current === key) !== isReversed ? 'ascending' : 'descending'
}

/** `26–50 of 312`; `26–50 of more than 10,000` when not all were counted. */
export function rangeWords(view: { page: number; size: number }, total: number, hasMore = false): string {
  if (total === 0) return '0 of 0'
  const first = (view.page - 1) * view.size + 1
  const last = view.page * view.size
  const say = formatNumber
  if (hasMore) return `${say(first)}–${say(last)} of more than ${say(total)}`
  return `${say(Math.min(first, total))}–${say(Math.min(last, total))} of ${say(total)}`
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
}

function wholeOf(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max ? number : undefined
}
