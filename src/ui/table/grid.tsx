import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { TableCheck } from './check.tsx'
import type { Column } from './columns.ts'
import classes from './grid.module.css'
import { nextSort, sortOf, type TableView } from './search.ts'

export interface TableList<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  view: TableView
  /** absent when nothing can be done in bulk */
  selected: ReadonlySet<string> | undefined
  toggle: (ids: string[], on: boolean) => void
  /** absent when rows do not open */
  open?: (id: string) => void
}

/** The list as a table. The first cell carries the link that opens the row; the rest of the row opens it by mouse. */
export function TableGrid<Row>(props: TableList<Row> & { onSort: (sort: string | undefined) => void }) {
  const { rows, columns, rowId, rowName, view, selected, toggle, open } = props
  const ids = rows.map(rowId)
  const here = ids.filter(id => selected?.has(id)).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label={`${props.label}, table`} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{props.label}</caption>
        <thead>
          <tr>
            {selected ? (
              <td className={classes.check}>
                <TableCheck
                  name="Select all on this page"
                  isOn={here > 0 && here === ids.length}
                  isPartly={here > 0 && here < ids.length}
                  onChange={on => toggle(ids, on)}
                />
              </td>
            ) : null}
            {columns.map(column => {
              const sorted = sortOf(view.sort, column.key)
              return (
                <th
                  key={column.key}
                  scope="col"
                  data-align={column.align}
                  aria-sort={column.canSort && sorted !== 'none' ? sorted : undefined}
                >
                  {column.canSort ? (
                    <button
                      type="button"
                      className={classes.sort}
                      onClick={() => props.onSort(nextSort(view.sort, column.key))}
                    >
                      {column.header}
                      {sorted === 'ascending' ? (
                        <IconArrowUp size={15} aria-hidden />
                      ) : sorted === 'descending' ? (
                        <IconArrowDown size={15} aria-hidden />
                      ) : (
                        <IconArrowsSort size={15} aria-hidden className={classes.unsorted} />
                      )}
                    </button>
                  ) : (
                    column.header
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const id = rowId(row)
            return (
              <tr
                key={id}
                data-open={view.open === id}
                data-selected={selected?.has(id) ?? false}
                data-opens={open !== undefined}
                onClick={event => {
                  if (open && !isOnControl(event)) open(id)
                }}
              >
                {selected ? (
                  <td className={classes.check}>
                    <TableCheck
                      name={`Select ${rowName(row)}`}
                      isOn={selected.has(id)}
                      onChange={on => toggle([id], on)}
                    />
                  </td>
                ) : null}
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.key} scope="row" data-align={column.align}>
                      {open ? (
                        <button
                          type="button"
                          className={classes.open}
                          data-opens={id}
                          aria-expanded={view.open === id}
                          onClick={() => open(id)}
                        >
                          {column.cell(row)}
                        </button>
                      ) : (
                        column.cell(row)
                      )}
                    </th>
                  ) : (
                    <td key={column.key} data-align={column.align}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Clicks on what does something itself, and the end of marking text, open nothing. */
function isOnControl(event: MouseEvent): boolean {
  const isOnOwn = (event.target as Element).closest('a, button, input, label, select') !== null
  return isOnOwn || getSelection()?.type === 'Range'
}
