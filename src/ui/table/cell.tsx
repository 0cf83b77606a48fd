import type { ReactNode } from 'react'
import { formatDay, formatMoney, formatTime, isDay, isOfAnotherYear, type Moment } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Face } from '#ui/plain/face.tsx'
import { Tag } from '#ui/plain/status.tsx'
import type { Column } from './columns.ts'

/** What a column shows of a row, drawn as its kind is drawn everywhere. */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  switch (column.kind) {
    case 'date': {
      const at = column.of(row)
      if (at === null || at === undefined) return null
      const isLong = isOfAnotherYear(at)
      return (
        <When at={at} year={column.year ?? isLong} {...(column.as && { as: column.as })}>
          {isLong && (column.as ?? (isDay(at) ? 'date' : 'dateTime')) === 'dateTime' ? longAgo(at) : undefined}
        </When>
      )
    }
    case 'money': {
      const pence = column.of(row)
      return pence === null || pence === undefined ? null : formatMoney(pence, { isExact: column.isExact ?? false })
    }
    case 'person': {
      const id = column.face?.(row)
      return id ? (
        <span className="person">
          <Face id={id} />
          <span>{column.of(row)}</span>
        </span>
      ) : (
        column.of(row)
      )
    }
    case 'tags':
      return column.of(row).map(word => <Tag key={word}>{word}</Tag>)
    default:
      return column.of(row)
  }
}

/** Of another year a moment leaves out its weekday: year and time are as wide as this year's are. */
const longAgo = (at: Moment) => `${formatDay(at)}, ${formatTime(at)}`

/** The same where no header stands above it: of a number the words that say what it counts, and of one sum of several its name. */
export function shortOf<Row>(column: Column<Row>, row: Row, isOneOfSums = false): ReactNode {
  if (column.kind === 'status' && column.isUsual?.(row)) return null
  if ('short' in column && column.short) return column.short(row)
  const sum = column.kind === 'money' && isOneOfSums ? cellOf(column, row) : null
  if (sum !== null) return `${column.header} ${sum}`
  // A sum says what it is; a bare count does not.
  return column.kind === 'number' && /^[\d,./]*$/.test(String(column.of(row) ?? '')) ? null : cellOf(column, row)
}

/** The same, and what it mentions opens from there: for cells that are no button themselves. */
export function linkedCellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const shown = cellOf(column, row)
  const object = column.kind === 'person' || column.kind === 'text' ? column.opens?.(row) : null
  if (!object || !shown) return shown
  const [noun, id] = object
  return (
    <ObjectLink noun={noun} id={id}>
      {shown}
    </ObjectLink>
  )
}

/** The whole of what may be cut off, to be read on hover. */
export function titleOf<Row>(column: Column<Row>, row: Row): string | undefined {
  return column.kind === 'text' || column.kind === 'person' ? (column.of(row) ?? undefined) : undefined
}
