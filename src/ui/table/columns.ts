import type { ReactNode } from 'react'
import { formatDate, type Moment } from '#platform/words.ts'
import type { Question } from '#ui/confirm.ts'

interface Contract {
  /** as the server sorts by it */
  key: string
  header: string
  canSort?: boolean
  /**
   * rem: of texts and names the least, below which they are not cut off; of everything else, which is as wide as what stands in it,
   * until that was measured. Each kind has its own unless told
   */
  width?: number
  /** whether it takes what is left over; each kind does or does not unless told */
  grows?: boolean
  /** 1 stays, 4 is the first to go where the table gets narrow; each kind has its own unless told */
  priority?: 1 | 2 | 3 | 4
  /** what it says rises where the key that it is sorted by falls: an age by the day of birth */
  isReversed?: true
  /** few rows say something here: on a page of the list where none does it gives its room */
  seldom?: true
  /** a sentence that says little when it is cut off: its row takes a second line where it needs one, on a phone as well */
  lines?: 2
  /** a part of a sum that another column says, not one more that adds up: quieter, after a rule */
  isWithin?: true
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
    | ({ kind: 'text'; of: (row: Row) => string | null | undefined } & Opens<Row> & Short<Row>)
    | ({ kind: 'tags'; of: (row: Row) => readonly string[] } & Short<Row>)
    | { kind: 'date'; of: (row: Row) => Moment | null | undefined; as?: 'date' | 'time' | 'dateTime'; year?: boolean }
    /** pence; `isExact` says them of whole pounds too (`alignSums`) */
    | ({ kind: 'money'; of: (row: Row) => number | null | undefined; isExact?: boolean } & Short<Row>)
    /** a count, or a sum that is not only money */
    | ({ kind: 'number'; of: (row: Row) => number | string | null | undefined } & Short<Row>)
    /**
     * a `Status`, perhaps with a word beside it; `short` where it holds what is pressed, which a line of a phone is itself; `isUsual` where
     * nearly every row stands so: a phone's line leaves it out, and its room to what tells the row from others
     */
    | ({ kind: 'status'; of: (row: Row) => ReactNode; isUsual?: (row: Row) => boolean } & Short<Row>)
    /**
     * buttons, or whatever else is used and not only read; with `short` a phone's line says that, and it is used where the line
     * unfolds; `isBeside`: one short button, which a line of a phone has room for at its end
     */
    | ({ kind: 'action'; of: (row: Row) => ReactNode; isBeside?: true } & Short<Row>)
  )

type Kind = Column<never>['kind']

/** By kind: width in rem as in `Contract`, whether it takes what is left over, and how early it makes room. */
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
const dates = { time: 4.5, date: 9, dateTime: 9.5 }

/** rem: a capital of a header, a wide one, and what stands around its words where it sorts: the arrow and the edges of the cell */
const capital = 0.63
const wideCapital = 0.72
const around = 1.2
const aroundSort = 2.6
/** rem: what a name and a status may ask for before others: beyond it they are cut off where there is no more */
const mostOfName = 13
const mostOfStatus = 16

/** rem of these words on one line of a header */
const capitals = (words: string, canSort = false) =>
  [...words].reduce((sum, letter) => sum + (/[dgmoqw]/i.test(letter) ? wideCapital : capital), 0) +
  (canSort ? aroundSort : around)

/** rem of a header on two lines at most, which break between words. */
function ofTwoLines(header: string, canSort = false): number {
  const words = header.split(' ')
  const breaks = words.map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  return Math.min(...breaks.map(lines => Math.max(...lines.map(line => capitals(line, canSort)))))
}

/** The least width, the one in which nothing of its rows is cut off, and the one in which its header is one line too. */
function widthsOf<Row>(column: Column<Row>, body: number | undefined, isFirst: boolean) {
  const own = column.width ?? (column.kind === 'date' ? dates[column.as ?? 'dateTime'] : kinds[column.kind].width)
  // Headers break between words, once; the arrow stays whole beside the longer line.
  const word = ofTwoLines(column.header, column.canSort)
  const most =
    isFirst || column.kind === 'person'
      ? Math.max(own, mostOfName)
      : column.kind === 'text'
        ? own
        : column.kind === 'status'
          ? mostOfStatus
          : Number.POSITIVE_INFINITY
  const least = Math.max(word, body === undefined ? own : Math.min(body, most))
  const whole = Math.max(least, body ?? 0)
  return { least, whole, wish: Math.max(whole, capitals(column.header, column.canSort)) }
}

export const isRight = ({ kind }: { kind: Kind }): boolean => kind === 'money' || kind === 'number'

/** The sums of a table say their pence all or none, so that pounds stand below pounds and a row adds up as it is read. */
export function alignSums<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  const isExact = columns.some(column => column.kind === 'money' && rows.some(row => (column.of(row) ?? 0) % 100 !== 0))
  return columns.map(column => (column.kind === 'money' ? { ...column, isExact } : column))
}

export interface Layout<Row> {
  /** `width` in rem; absent while nothing is known of the room */
  columns: readonly { column: Column<Row>; width: number | undefined }[]
  /** rem that these need at least; wider than there is room for: the table is pushed aside */
  least: number
  /** what found no room, in its order: it is read where the row opens, or folds out */
  dropped: readonly Column<Row>[]
}

/**
 * Which columns fit into `room` (rem), and how wide they are. `bodies` says what the rows of each column take (rem, by its key, 0 where
 * none says anything), once that was measured. The least important columns go first, from the right; the first, and what is used, always
 * stay. Names and texts that would be cut off get what the others leave, then headers their one line, then whoever grows.
 */
export function layOut<Row>(
  columns: readonly Column<Row>[],
  room: number,
  bodies: ReadonlyMap<string, number> = new Map(),
): Layout<Row> {
  const listed = columns.filter(({ seldom, key }) => !(seldom && bodies.get(key) === 0))
  const sized = listed.map((column, index) => ({
    column,
    ...widthsOf(column, bodies.get(column.key), index === 0),
    grows: column.grows ?? kinds[column.kind].grows,
    priority: index === 0 ? 1 : (column.priority ?? kinds[column.kind].priority),
  }))
  const sum = () => total(sized, ({ least }) => least)
  while (sum() > room) {
    const lowest = Math.max(...sized.map(({ priority }) => priority))
    if (lowest === 1) break
    sized.splice(
      sized.findLastIndex(({ priority }) => priority === lowest),
      1,
    )
  }
  const least = sum()
  const widths = new Map(sized.map(one => [one, one.least]))
  let spare = Math.max(0, room - least)
  for (const goal of ['whole', 'wish'] as const) {
    const lack = (one: (typeof sized)[number]) => Math.max(0, one[goal] - widths.get(one)!)
    // Who lacks least is helped first: names and numbers are whole before a long text is.
    for (const one of [...sized].sort((a, b) => lack(a) - lack(b))) {
      const more = Math.min(spare, lack(one))
      widths.set(one, widths.get(one)! + more)
      spare -= more
    }
  }
  // What is left over goes to those who can use it, in proportion; somebody has to take it.
  const growing = sized.some(({ grows }) => grows) ? sized.filter(({ grows }) => grows) : sized.slice(0, 1)
  const share = spare / total(growing, one => widths.get(one)!)
  const widthOf = (one: (typeof sized)[number]) => widths.get(one)! * (growing.includes(one) ? 1 + share : 1)
  return {
    columns: sized.map(one => ({ column: one.column, width: Number.isFinite(room) ? widthOf(one) : undefined })),
    least,
    dropped: listed.filter(column => !sized.some(one => one.column === column)),
  }
}

const total = <One>(all: readonly One[], of: (one: One) => number): number => all.reduce((sum, one) => sum + of(one), 0)

/** What a line of a phone shows of a row. */
export interface LinePlan<Row> {
  first: Column<Row> | undefined
  /** where the row stands: beside its name */
  aside: Column<Row> | undefined
  /** below the name; what `isWhole` is never cut off, the rest where there is room */
  details: readonly { column: Column<Row>; isWhole: boolean }[]
  /** what is used, in sight on every line */
  used: readonly Column<Row>[]
  /** what is read where the row unfolds */
  folded: readonly Column<Row>[]
}

/** How early a kind is among the details unless its column says `priority`: of whom, how much, for what. */
const ranks: Record<Kind, number> = { status: 1, person: 2, money: 3, text: 4, number: 5, date: 6, tags: 9, action: 9 }
const leastDetails = 2

/**
 * What stands on the one line that a phone has for a row. What a column calls its own (`priority: 1`) and every status stay
 * whatever the row is; then come the others by rank, up to two in all, and never what is the first to go (`priority: 4`).
 */
export function linePlan<Row>([first, ...others]: readonly Column<Row>[]): LinePlan<Row> {
  const isInLine = (column: Column<Row>) => column.kind === 'action' && column.short === undefined
  const aside =
    others.find(column => column.kind === 'status' || (column.kind === 'action' && column.short)) ??
    others.find(column => column.kind === 'money' || (column.kind === 'number' && column.short)) ??
    others.find(({ kind }) => kind === 'date')
  const used = others.filter(isInLine)
  // What is used stays usable where the line says it in short, and what it leaves out is read.
  const isInFold = (column: Column<Row>) =>
    column !== aside || column.kind === 'action' || (column.kind === 'status' && column.isUsual !== undefined)
  const folded = others.filter(column => isInFold(column) && !used.includes(column))
  const rankOf = ({ kind, priority }: Column<Row>) => {
    if (priority === 1) return 0
    // What is used there is no detail, however long its buttons stay in a table.
    if (kind === 'action' || priority === 4) return 9
    return priority === 2 ? 2 : ranks[kind]
  }
  const details = folded
    .filter(column => column !== aside)
    .map(column => ({
      column,
      rank: rankOf(column),
      isWhole: column.priority === 1 || column.kind === 'status' || column.lines === 2,
    }))
    .filter(({ rank }) => rank < 9)
    .sort((a, b) => a.rank - b.rank)
    .filter(({ isWhole }, index) => isWhole || index < leastDetails)
    .map(({ column, isWhole }) => ({ column, isWhole }))
  return { first, aside, details, used, folded }
}

export interface Filter {
  /** the address's parameter */
  key: string
  label: string
  /** a day to pick instead of words to choose from */
  kind?: 'choice' | 'day'
  options?: readonly { value: string; label: string }[]
}

/** A filter and what it is set to: `Status: Pending`. */
export function filterInWords({ label, kind, options = [] }: Filter, value: string): string {
  if (kind === 'day') return `${label}: ${formatDate(value, { year: true })}`
  return `${label}: ${options.find(option => option.value === value)?.label ?? value}`
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
