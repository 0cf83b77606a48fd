import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronRight } from '@tabler/icons-react'
import { Fragment, type MouseEvent, type ReactNode, useState } from 'react'
import { cellOf, linkedCellOf, titleOf } from './cell.tsx'
import { PageCheck, RowCheck } from './check.tsx'
import { type Column, isRight, layOut } from './columns.ts'
import classes from './grid.module.css'
import { useMeasured } from './measure.ts'
import { RowFacts } from './row-facts.tsx'
import { sortOf, type TableView } from './search.ts'

export interface TableList<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  view: TableView
  /** whether a row is chosen; absent when nothing can be done in bulk */
  isSelected?: (id: string) => boolean
  toggle: (rows: readonly Row[], on: boolean) => void
  /** why a row cannot be chosen, as its name goes on: `is decided` */
  whyNotChoose?: ((row: Row) => string | null) | undefined
  /** absent when rows do not open */
  open?: (id: string) => void
  /** whether a row is the sum of the others */
  isSum?: ((row: Row) => boolean) | undefined
}

const checkRem = 2.75

/**
 * The list as a table, laid out by its columns' contracts and by what stands in them. The first cell carries
 * the button that opens the row, or the link to where its name leads; the rest of the row does the same by mouse.
 */
export function TableGrid<Row>(
  props: TableList<Row> & {
    /** how it stands sorted */
    sort: string | undefined
    /** the head of the column with this key was pressed */
    onSort: (key: string) => void
    /** what the name opens, a click beside it opens as well */
    leads: boolean
  },
) {
  const { rows, rowId, rowName, view, isSelected, toggle, open, leads } = props
  const { frame, table, bodies, ...measured } = useMeasured(
    props.columns.map(({ key }) => key),
    rows,
  )
  const room = bodies ? measured.room - (isSelected ? checkRem : 0) : Number.POSITIVE_INFINITY
  const { columns, least, dropped } = layOut(props.columns, room, bodies)
  // What found no room is read where the row opens; where it does not, below the row.
  const folded = open ? [] : dropped
  const [unfolded, unfold] = useState<string>()
  const isPushed = least > room
  return (
    <section
      ref={frame}
      className={classes.scroll}
      aria-label={`${props.label}, table`}
      data-pushed={isPushed}
      // What scrolls must be reachable by keyboard.
      {...(isPushed && { tabIndex: 0 })}
    >
      <table
        ref={table}
        className={classes.table}
        data-measuring={!bodies}
        style={isPushed ? { minWidth: `${least}rem` } : undefined}
      >
        <caption className="visually-hidden">{props.label}</caption>
        <colgroup>
          {isSelected ? <col style={{ width: `${checkRem}rem` }} /> : null}
          {columns.map(({ column, width }) => (
            <col key={column.key} style={width === undefined ? undefined : { width: `${width}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {isSelected ? (
              <td className={classes.check}>
                <PageCheck of={props} />
              </td>
            ) : null}
            {columns.map(({ column }) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const id = rowId(row)
            const isUnfolded = folded.length > 0 && unfolded === id
            return (
              <Fragment key={id}>
                <tr
                  data-row={id}
                  tabIndex={-1}
                  data-open={view.open === id}
                  data-selected={isSelected?.(id) ?? false}
                  data-opens={open !== undefined || leads}
                  data-sum={props.isSum?.(row) ?? false}
                  onClick={event => {
                    if (isOnControl(event)) return
                    if (open) open(id)
                    else if (leads) event.currentTarget.querySelector<HTMLElement>('th a[href]')?.click()
                  }}
                >
                  {isSelected ? (
                    <td className={classes.check}>
                      <RowCheck
                        name={rowName(row)}
                        whyNot={props.whyNotChoose?.(row)}
                        isOn={isSelected(id)}
                        onChange={on => toggle([row], on)}
                      />
                    </td>
                  ) : null}
                  {columns.map(({ column }, index) => (
                    <BodyCell key={column.key} column={column} row={row} isFirst={index === 0}>
                      {index === 0 && open ? (
                        <button
                          type="button"
                          className={classes.open}
                          data-opens={id}
                          aria-expanded={view.open === id}
                          onClick={() => open(id)}
                        >
                          {cellOf(column, row)}
                        </button>
                      ) : index === 0 && folded.length > 0 ? (
                        <span className={classes.folding}>
                          <button
                            type="button"
                            aria-label={`More of ${rowName(row)}`}
                            aria-expanded={isUnfolded}
                            onClick={() => unfold(isUnfolded ? undefined : id)}
                          >
                            <IconChevronRight size={16} aria-hidden />
                          </button>
                          {linkedCellOf(column, row)}
                        </span>
                      ) : (
                        linkedCellOf(column, row)
                      )}
                    </BodyCell>
                  ))}
                </tr>
                {isUnfolded ? (
                  <tr>
                    <td colSpan={columns.length + (isSelected ? 1 : 0)} className={classes.fold}>
                      <RowFacts columns={folded} row={row} />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function HeadCell<Row>(props: { column: Column<Row>; sort: string | undefined; onSort: (key: string) => void }) {
  const { column, sort } = props
  const sorted = sortOf(sort, column.key, column.isReversed)
  const Arrow = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[sorted]
  return (
    <th
      scope="col"
      data-kind={column.kind}
      data-align={isRight(column) ? 'right' : undefined}
      data-within={column.isWithin}
      aria-sort={column.canSort && sorted !== 'none' ? sorted : undefined}
    >
      {column.canSort ? (
        <button type="button" className={classes.sort} data-prints onClick={() => props.onSort(column.key)}>
          {column.header}
          <Arrow
            size={15}
            style={{ flex: 'none' }}
            aria-hidden
            className={sorted === 'none' ? classes.unsorted : undefined}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

function BodyCell<Row>(props: { column: Column<Row>; row: Row; isFirst: boolean; children: ReactNode }) {
  const { column, row, children } = props
  const common = {
    'data-kind': column.kind,
    'data-align': isRight(column) ? 'right' : undefined,
    'data-lines': column.lines,
    'data-within': column.isWithin,
    title: titleOf(column, row),
  }
  return props.isFirst ? (
    <th scope="row" {...common}>
      {children}
    </th>
  ) : (
    <td {...common}>{children}</td>
  )
}

/** Clicks on what does something itself, and the end of marking text, open nothing. */
function isOnControl(event: MouseEvent): boolean {
  const isOnOwn = (event.target as Element).closest('a, button, input, label, select') !== null
  return isOnOwn || getSelection()?.type === 'Range'
}
