import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Face } from '#ui/plain/face.tsx'
import { cellOf, shortOf } from './cell.tsx'
import { PageCheck, RowCheck } from './check.tsx'
import { linePlan } from './columns.ts'
import type { TableList } from './grid.tsx'
import classes from './lines.module.css'
import { RowFacts } from './row-facts.tsx'

/**
 * The list for a thumb: a line for each row with what names it and where it stands, and small below it what tells it from
 * its neighbours. The line opens the row as in the
 * table; where rows do not open, it unfolds what the other columns say. What is used, such as a button, is always in sight.
 */
export function TableLines<Row>(props: TableList<Row>) {
  const { rows, rowId, rowName, view, isSelected, toggle, open } = props
  const { first, aside, details, used, folded } = linePlan(props.columns)
  const beside = used.filter(column => column.kind === 'action' && column.isBeside)
  const below = used.filter(column => !beside.includes(column))
  const isOneOfSums = [aside, ...details.map(({ column }) => column)].filter(of => of?.kind === 'money').length > 1
  return (
    <>
      {isSelected && rows.length > 1 ? <PageCheck of={props} isSaid /> : null}
      <ul className={classes.lines} aria-label={props.label}>
        {rows.map(row => {
          const id = rowId(row)
          const face = first?.kind === 'person' ? first.face?.(row) : null
          const line = (
            <>
              {face ? <Face id={face} /> : null}
              <span className={classes.said}>
                <span className={classes.name}>
                  <span className={classes.title}>
                    {first?.kind === 'person' ? first.of(row) : first ? cellOf(first, row) : null}
                  </span>
                  <span className={classes.detail}>
                    {details.map(({ column, isWhole }) => (
                      <span key={column.key} data-whole={isWhole}>
                        {shortOf(column, row, isOneOfSums)}
                      </span>
                    ))}
                  </span>
                </span>
                <span className={classes.aside}>{aside ? shortOf(aside, row, isOneOfSums) : null}</span>
              </span>
            </>
          )
          return (
            <li key={id} data-row={id} data-selected={isSelected?.(id) ?? false} data-sum={props.isSum?.(row) ?? false}>
              <div className={classes.line}>
                {isSelected ? (
                  <RowCheck
                    name={rowName(row)}
                    whyNot={props.whyNotChoose?.(row)}
                    isOn={isSelected(id)}
                    onChange={on => toggle([row], on)}
                  />
                ) : null}
                {open ? (
                  <button
                    type="button"
                    className={classes.open}
                    data-opens={id}
                    aria-expanded={view.open === id}
                    onClick={() => open(id)}
                  >
                    {line}
                    <IconChevronRight size={18} aria-hidden />
                  </button>
                ) : folded.length > 0 ? (
                  <details className={classes.more}>
                    <summary className={classes.open}>
                      {line}
                      <IconChevronDown size={18} aria-hidden />
                    </summary>
                    <RowFacts columns={folded} row={row} />
                  </details>
                ) : (
                  <div className={classes.open}>{line}</div>
                )}
                {beside.map(column => (
                  <div key={column.key} className={classes.beside}>
                    {cellOf(column, row)}
                  </div>
                ))}
              </div>
              {below.length > 0 ? (
                <div className={classes.used}>
                  {below.map(column => (
                    <div key={column.key}>{cellOf(column, row)}</div>
                  ))}
                </div>
              ) : null}
            </li>
          )
        })}
      </ul>
    </>
  )
}
