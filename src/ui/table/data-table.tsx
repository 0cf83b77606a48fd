import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { Query, type QueryLike } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { TableBulkBar } from './bulk-bar.tsx'
import { TableCards } from './cards.tsx'
import type { BulkAction, Column, Filter } from './columns.ts'
import classes from './data-table.module.css'
import { TableGrid } from './grid.tsx'
import { TablePager } from './pager.tsx'
import { RowPanel } from './row-panel.tsx'
import { readTableSearch, type TableSearch } from './search.ts'
import { TableToolbar } from './toolbar.tsx'

export type { BulkAction, Column, Filter } from './columns.ts'
export { readTableSearch, type TableSearch } from './search.ts'

export interface DataTableProps<Row> {
  /** what is listed: `Members` */
  label: string
  /** the page of rows that the server gave for this address, and how many there are in all */
  of: QueryLike<{ rows: Row[]; total: number; hasMore?: boolean }>
  /** the specified text, such as "Failed to load members" */
  failed: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** the row in words: its first cell's link, its checkbox's name */
  rowName: (row: Row) => string
  search: TableSearch
  /** changes parameters of the address; `undefined` takes one away. `next => navigate({ search: old => ({ ...old, ...next }) })` */
  onSearch: (next: Record<string, string | number | undefined>) => void
  /** keys of columns that the server sorts by */
  sorts?: readonly string[]
  /** absent: no search field */
  searchFor?: string
  filters?: readonly Filter[]
  /** filters that are in effect without anybody having asked; a list that is empty by them is not a search without results */
  usual?: Readonly<Record<string, string>>
  size?: number
  bulk?: readonly BulkAction[]
  /** what lies beside the list for `?open=ID`; the row is absent when it is not on this page of the list */
  panel?: {
    title: (row: Row | undefined) => ReactNode
    body: (id: string, row: Row | undefined) => ReactNode
  }
  /** the address that exports exactly what the filter shows */
  exportHref?: string
  /** more for the toolbar's right end */
  actions?: ReactNode
  /** nothing there at all; a search without results has its own words */
  empty: ReactNode
}

/**
 * The one table: paging, sorting, searching and filtering happen on the server and stand in the address; rows can be
 * selected for bulk actions and open beside the list. Cards below 768 px. `useList` gives what it needs of the list.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { search, onSearch, filters = [], rowId, rowName, bulk = [], panel } = props
  const view = readTableSearch(
    search,
    filters.map(({ key }) => key),
    props.size,
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const isNarrowed =
    view.q !== '' || Object.entries(view.filters).some(([name, value]) => props.usual?.[name] !== value)
  const narrowing = JSON.stringify([view.q, view.filters])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen from another list is no longer meant
  useEffect(() => setSelected(new Set()), [narrowing])

  const toggle = (ids: string[], on: boolean) => {
    const next = new Set(selected)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setSelected(next)
  }
  const open = (id: string | undefined) => onSearch({ open: id })
  const opened = props.of.data?.rows.find(row => rowId(row) === view.open)
  const columns = props.columns.map(column =>
    props.sorts?.includes(column.key) ? { ...column, canSort: true } : column,
  )
  const list = {
    columns,
    rowId,
    rowName,
    view,
    selected: bulk.length > 0 ? selected : undefined,
    toggle,
    ...(panel && { open }),
  }
  return (
    <div className={classes.frame} data-open={panel !== undefined && view.open !== undefined}>
      <div className={classes.main}>
        <TableToolbar
          view={view}
          filters={filters}
          {...(props.searchFor !== undefined && { searchFor: props.searchFor })}
          {...(props.exportHref !== undefined && { exportHref: props.exportHref })}
          {...(isPhone && { sortable: columns.filter(({ canSort }) => canSort) })}
          actions={props.actions}
          onSearch={onSearch}
        />
        <Query of={props.of} failed={props.failed} loading={<LoadingRows rows={8} />}>
          {({ rows, total, hasMore = false }) =>
            total === 0 && !isNarrowed ? (
              props.empty
            ) : (
              <div aria-busy={props.of.isFetching} className={classes.rows}>
                {rows.length === 0 ? (
                  <p className={classes.none}>
                    Nothing matches.{' '}
                    <button
                      type="button"
                      className={classes.clear}
                      onClick={() =>
                        onSearch({
                          q: undefined,
                          page: undefined,
                          ...Object.fromEntries(filters.map(({ key }) => [key, undefined])),
                        })
                      }
                    >
                      Clear search and filters
                    </button>
                  </p>
                ) : isPhone ? (
                  <TableCards label={props.label} rows={rows} {...list} />
                ) : (
                  <TableGrid
                    label={props.label}
                    rows={rows}
                    {...list}
                    onSort={sort => onSearch({ sort, page: undefined })}
                  />
                )}
                <TablePager view={view} total={total} hasMore={hasMore} onSearch={onSearch} />
              </div>
            )
          }
        </Query>
        <TableBulkBar selected={selected} actions={bulk} onClear={() => setSelected(new Set())} />
      </div>
      {panel && view.open !== undefined ? (
        <RowPanel title={panel.title(opened)} rowId={view.open} onClose={() => open(undefined)}>
          {panel.body(view.open, opened)}
        </RowPanel>
      ) : null}
    </div>
  )
}
