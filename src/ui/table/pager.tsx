import { Button, NativeSelect } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { KeyHints } from '../key-hints.tsx'
import classes from './pager.module.css'
import { defaultTableSize, rangeWords, readTableSearch, type TableView } from './search.ts'

const sizes = [10, 25, 50, 100] as const

/** Which rows these are, and the way to the others where there are any. */
export function TablePager(props: {
  view: TableView
  total: number
  /** there are more than `total`, which were not counted */
  hasMore: boolean
  /** whose pages, where there is more than one list on the page */
  label?: string
  /** keys of the list and what they do, for whoever has some */
  keys?: readonly (readonly [key: string, does: string])[]
  onSearch: (next: Record<string, string | number | undefined>) => void
}) {
  const { view, total, hasMore, keys = [], onSearch } = props
  const pages = hasMore ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(total / view.size))
  return (
    <nav className={classes.pager} aria-label={props.label === undefined ? 'Pages' : `${props.label}, pages`}>
      <p role="status" className={classes.range}>
        {rangeWords(view, total, hasMore)}
      </p>
      {(hasMore || total > sizes[0]) && (total > defaultTableSize || view.size !== defaultTableSize) ? (
        <NativeSelect
          size="sm"
          aria-label="Rows per page"
          className={classes.size}
          value={String(view.size)}
          data={[...new Set([view.size, ...sizes])]
            .sort((a, b) => a - b)
            .map(size => ({ value: String(size), label: `${size} per page` }))}
          onChange={event => onSearch({ size: Number(event.currentTarget.value), page: undefined })}
        />
      ) : null}
      {keys.length > 0 && total > 0 ? <KeyHints keys={keys} /> : null}
      {pages > 1 || view.page > 1 ? (
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="sm"
            disabled={view.page <= 1}
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => onSearch({ page: view.page > 2 ? Math.min(view.page - 1, pages) : undefined })}
          >
            Previous
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={view.page >= pages}
            rightSection={<IconArrowRight size={16} aria-hidden />}
            onClick={() => onSearch({ page: view.page + 1 })}
          >
            Next
          </Button>
        </div>
      ) : null}
    </nav>
  )
}

/** The pager of a list that is no table, below its rows; nothing while all of them are on one page. `of` is its `useList`. */
export function ListPager(props: {
  of: Pick<Parameters<typeof TablePager>[0], 'onSearch'> & {
    search: Parameters<typeof readTableSearch>[0]
    size: number
  }
  total: number
  hasMore: boolean
}) {
  const { of, total, hasMore } = props
  if (total <= of.size) return null
  return (
    <TablePager view={readTableSearch(of.search, [], of.size)} total={total} hasMore={hasMore} onSearch={of.onSearch} />
  )
}
