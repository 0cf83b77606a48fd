import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './data-table.module.css'
import { Query, type QueryLike } from './query.tsx'
import { RowPanel } from './row-panel.tsx'
import { LoadingRows } from './states.tsx'
import { TableBulkBar } from './table-bulk-bar.tsx'
import { TableCards } from './table-cards.tsx'
import type { BulkAction, Column, Filter } from './table-columns.ts'
import { TableGrid } from './table-grid.tsx'
import { TablePager } from './table-pager.tsx'
import { readTableSearch, type TableSearch } from './table-search.ts'
import { TableToolbar } from './table-toolbar.tsx'

export type { BulkAction, Column, Filter } from './table-columns.ts'
export { readTableSearch, type TableSearch } from './table-search.ts'

export interface DataTableProps<Row> {
  /** what is listed: `Members` */
  label: string
  /** the page of rows that the server gave for this address, and how many there are in all */
  of: QueryLike<{ rows: Row[]; total: number }>
  /** the specified text, such as "Failed to load members" */
  failed: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** the row in words: its first cell's link, its checkbox's name */
  rowName: (row: Row) => string
  search: TableSearch
  /** changes parameters of the address; `undefined` takes one away. `next => navigate({ search: old => ({ ...old, ...next }) })` */
  onSearch: (next: Record<string, string | number | undefined>) => void
  /** absent: no search field */
  searchFor?: string
  filters?: readonly Filter[]
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
 * selected for bulk actions and open beside the list. Cards below 768 px. Give the query `placeholderData:
 * keepPreviousData`, so that the list stays while the next page comes.
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
  const isNarrowed = view.q !== '' || Object.keys(view.filters).length > 0
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
  const list = {
    columns: props.columns,
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
          {...(isPhone && { sortable: props.columns.filter(({ canSort }) => canSort) })}
          actions={props.actions}
          onSearch={onSearch}
        />
        <Query of={props.of} failed={props.failed} loading={<LoadingRows rows={8} />}>
          {({ rows, total }) =>
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
                <TablePager view={view} total={total} onSearch={onSearch} />
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
