import { type Filter, filterInWords } from './columns.ts'
import classes from './nothing.module.css'
import type { TableView } from './search.ts'

/**
 * A list in which nothing was found: what was looked for, where, and each way on. Words and filters stay until one of them is taken.
 * `many` is what is listed. Where there are rows, but not on this page, the way leads to the first.
 */
export function Nothing(props: {
  many: string
  view: TableView
  filters: readonly Filter[]
  /** how many there are on all pages */
  total: number
  onSearch: (next: Record<string, string | number | undefined>) => void
}) {
  const { many, view, filters, total, onSearch } = props
  const set = filters.filter(({ key }) => view.filters[key] !== undefined)
  const lifted = Object.fromEntries(set.map(({ key }) => [key, undefined]))
  const by = set.map(filter => filterInWords(filter, view.filters[filter.key]!)).join(', ')
  if (total > 0)
    return (
      <div className={classes.nothing}>
        <p role="status" className={classes.words}>
          There is no page {view.page}.
        </p>
        <button type="button" className={classes.way} onClick={() => onSearch({ page: undefined })}>
          First page
        </button>
      </div>
    )
  const words = view.q !== '' ? `No ${many} match “${view.q}”${by && ` with ${by}`}.` : `No ${many} with ${by}.`
  return (
    <div className={classes.nothing}>
      <p role="status" className={classes.words}>
        {words}
      </p>
      {set.length > 0 ? (
        <button type="button" className={classes.way} onClick={() => onSearch({ ...lifted, page: undefined })}>
          {view.q === '' ? 'Clear filters' : 'Search without filters'}
        </button>
      ) : null}
      {view.q !== '' ? (
        <button type="button" className={classes.way} onClick={() => onSearch({ q: undefined, page: undefined })}>
          Clear search
        </button>
      ) : null}
    </div>
  )
}

/** The way out of a list that is empty only by the filters that are in effect until somebody lifts them. */
export function Lift(props: {
  many: string
  /** keys of these filters */
  filters: readonly string[]
  onSearch: (next: Record<string, undefined>) => void
}) {
  const { many, filters, onSearch } = props
  return (
    <button
      type="button"
      className={classes.way}
      onClick={() => onSearch(Object.fromEntries([...filters, 'page'].map(key => [key, undefined])))}
    >
      Show all {many}
    </button>
  )
}
