import { formatDate, formatNumber, formatTime } from '#platform/words.ts'
import { type Column, type Filter, filterInWords } from './columns.ts'
import classes from './print-head.module.css'
import { rangeWords, sortOf, type TableView } from './search.ts'

/**
 * What a list says of itself on paper alone, where neither its tools nor its address are: which list it is, what it was narrowed by,
 * how it is sorted, which of its pages this is, and when it was read.
 */
export function PrintHead<Row>(props: {
  label: string
  view: TableView
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
  sort: string | undefined
  total: number
  hasMore: boolean
  readAt: Date
}) {
  const { label, view, total, hasMore, readAt } = props
  const narrowing = [
    ...(view.q === '' ? [] : [`Search: “${view.q}”`]),
    ...props.filters.flatMap(filter => {
      const value = view.filters[filter.key]
      return value === undefined ? [] : [filterInWords(filter, value)]
    }),
  ]
  const pages = Math.max(1, Math.ceil(total / view.size))
  const page = `page ${formatNumber(view.page)}${hasMore ? '' : ` of ${formatNumber(pages)}`}`
  return (
    <div className={classes.head}>
      <p>
        <strong>{label}</strong>, {rangeWords(view, total, hasMore)}
        {hasMore || pages > 1 || view.page > 1 ? `, ${page}` : ''}
      </p>
      <p>
        {[
          ...(narrowing.length > 0 ? narrowing : ['Neither searched nor filtered']),
          ...orderWords(props.columns, props.sort),
          `Read ${formatDate(readAt, { year: true })}, ${formatTime(readAt)}`,
        ].join(' · ')}
      </p>
    </div>
  )
}

/** By which column and which way; nothing where the order is by none of them. */
function orderWords<Row>(columns: readonly Column<Row>[], sort: string | undefined): string[] {
  const column = columns.find(({ key }) => key === sort?.replace(/^-/, ''))
  if (!column) return []
  const way = sortOf(sort, column.key, column.isReversed) === 'ascending' ? 'rising' : 'falling'
  return [`Sorted by: ${column.header}, ${way}`]
}
