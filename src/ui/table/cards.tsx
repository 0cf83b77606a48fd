import classes from './cards.module.css'
import { TableCheck } from './check.tsx'
import type { TableList } from './grid.tsx'

/** The list for a thumb: one card a row, the first column as its heading. */
export function TableCards<Row>(props: TableList<Row>) {
  const { rows, rowId, rowName, view, selected, toggle, open } = props
  const [first, ...rest] = props.columns
  return (
    <ul className={classes.cards} aria-label={props.label}>
      {rows.map(row => {
        const id = rowId(row)
        return (
          <li key={id} className={classes.card} data-selected={selected?.has(id) ?? false}>
            <div className={classes.head}>
              {open ? (
                <button
                  type="button"
                  className={classes.open}
                  data-opens={id}
                  aria-expanded={view.open === id}
                  onClick={() => open(id)}
                >
                  {first?.cell(row)}
                </button>
              ) : (
                <span className={classes.name}>{first?.cell(row)}</span>
              )}
              {selected ? (
                <TableCheck name={`Select ${rowName(row)}`} isOn={selected.has(id)} onChange={on => toggle([id], on)} />
              ) : null}
            </div>
            <dl className={classes.facts}>
              {rest
                .filter(({ isWideOnly }) => !isWideOnly)
                .map(column => (
                  <div key={column.key}>
                    <dt>{column.header}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
