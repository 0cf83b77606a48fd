import { unbroken } from '#ui/plain/dates.tsx'
import { linkedCellOf } from './cell.tsx'
import type { Column } from './columns.ts'
import classes from './row-facts.module.css'

/** What the columns say that stand in no cell of the row, each with its header. */
export function RowFacts<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <dl className={classes.facts}>
      {columns.map(column => (
        <div key={column.key}>
          <dt>{column.header}</dt>
          <dd>{unbroken(linkedCellOf(column, row))}</dd>
        </div>
      ))}
    </dl>
  )
}
