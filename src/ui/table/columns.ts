import type { ReactNode } from 'react'
import type { Moment } from '#platform/words.ts'
import type { Question } from '#ui/confirm.ts'

interface Contract {
  /** as the server sorts by it */
  key: string
  header: string
  canSort?: boolean
  /** least width in rem; each kind has its own unless told */
  width?: number
  /** 1 stays, 4 is the first to go where the table gets narrow; each kind has its own unless told */
  priority?: 1 | 2 | 3 | 4
}

interface Short<Row> {
  /** what it says where no header stands above it, on a phone: `8 people`; a bare number says nothing there */
  short?: (row: Row) => string | null
}

interface Opens<Row> {
  /** the object that is mentioned, by its noun and id: its panel opens from here */
  opens?: (row: Row) => readonly [noun: string, id: string] | null
}

/**
 * A column says what it shows, and the table knows the rest: how it is drawn and cut off, to which side it stands, how
 * wide it is at least, and when it makes room.
 */
export type Column<Row> = Contract &
  /** `face` is the person's id, where who they are is no secret: it draws their face before the name */
  (
    | ({ kind: 'person'; of: (row: Row) => string; face?: (row: Row) => string | null } & Opens<Row>)
    | ({ kind: 'text'; of: (row: Row) => string | null | undefined } & Opens<Row>)
    | { kind: 'tags'; of: (row: Row) => readonly string[] }
    | { kind: 'date'; of: (row: Row) => Moment | null | undefined; as?: 'date' | 'time' | 'dateTime'; year?: boolean }
    /** pence */
    | ({ kind: 'money'; of: (row: Row) => number | null | undefined } & Short<Row>)
    /** a count, or a sum that is not only money */
    | ({ kind: 'number'; of: (row: Row) => number | string | null | undefined } & Short<Row>)
    /** a `Status`, perhaps with a word beside it */
    | { kind: 'status'; of: (row: Row) => ReactNode }
    /** buttons, or whatever else is used and not only read */
    | { kind: 'action'; of: (row: Row) => ReactNode }
  )

type Kind = Column<never>['kind']

/** By kind: least width in rem, whether it takes what is left over, and how early it makes room. */
const kinds: Record<Kind, { width: number; grows: boolean; priority: 1 | 2 | 3 | 4 }> = {
  person: { width: 9.5, grows: true, priority: 2 },
  text: { width: 9, grows: true, priority: 3 },
  tags: { width: 8, grows: false, priority: 4 },
  date: { width: 9.5, grows: false, priority: 3 },
  money: { width: 7, grows: false, priority: 2 },
  number: { width: 5.5, grows: false, priority: 4 },
  status: { width: 8.5, grows: false, priority: 2 },
  action: { width: 8, grows: false, priority: 1 },
}

/** rem; with its default a day with its year, or a day and a time, is shown whole */
const dates = { time: 4.5, date: 8.5, dateTime: 9.5 }

const leastOf = <Row>(column: Column<Row>): number =>
  column.width ?? (column.kind === 'date' ? dates[column.as ?? 'dateTime'] : kinds[column.kind].width)

export const isRight = ({ kind }: { kind: Kind }): boolean => kind === 'money' || kind === 'number'

export interface Layout<Row> {
  /** `width` in rem; absent while nothing is known of the room */
  columns: readonly { column: Column<Row>; width: number | undefined }[]
  /** rem that these need at least; wider than there is room for: the table is pushed aside */
  least: number
  /** what found no room, in its order: it is read where the row opens, or folds out */
  dropped: readonly Column<Row>[]
}

/**
 * Which columns fit into `room` (rem), and how wide they are. The least important go first, from the right; the first
 * column, and what is used, always stay.
 */
export function layOut<Row>(columns: readonly Column<Row>[], room: number): Layout<Row> {
  const sized = columns.map((column, index) => ({
    column,
    least: leastOf(column),
    grows: kinds[column.kind].grows,
    priority: index === 0 ? 1 : (column.priority ?? kinds[column.kind].priority),
  }))
  const sum = () => sized.reduce((total, { least }) => total + least, 0)
  while (sum() > room) {
    const lowest = Math.max(...sized.map(({ priority }) => priority))
    if (lowest === 1) break
    sized.splice(
      sized.findLastIndex(({ priority }) => priority === lowest),
      1,
    )
  }
  const least = sum()
  // What is left over goes to those who can use it, in proportion; somebody has to take it.
  const growing = sized.some(({ grows }) => grows) ? sized.filter(({ grows }) => grows) : sized.slice(0, 1)
  const share = Math.max(0, room - least) / growing.reduce((total, one) => total + one.least, 0)
  const widthOf = (one: (typeof sized)[number]) => (growing.includes(one) ? one.least * (1 + share) : one.least)
  return {
    columns: sized.map(one => ({ column: one.column, width: Number.isFinite(room) ? widthOf(one) : undefined })),
    least,
    dropped: columns.filter(column => !sized.some(one => one.column === column)),
  }
}

export interface Filter {
  /** the address's parameter */
  key: string
  label: string
  /** a day to pick instead of words to choose from */
  kind?: 'choice' | 'day'
  options?: readonly { value: string; label: string }[]
}

/** A row that was chosen, perhaps on another page of the list. */
export interface Chosen {
  id: string
  /** the row in words */
  name: string
}

export interface BulkAction {
  /** says how many: `count => `Approve ${formatCount(count, 'application')}`` */
  label: (count: number) => string
  danger?: boolean
  /** what is asked first, with how many; null: its own dialog asks */
  confirm: (chosen: Chosen[]) => Question | null
  /** the selection is let go when it resolves to anything but `false` */
  run: (chosen: Chosen[]) => Promise<unknown>
}
