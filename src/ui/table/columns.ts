import type { ReactNode } from 'react'

export interface Column<Row> {
  /** as the server sorts by it */
  key: string
  header: string
  cell: (row: Row) => ReactNode
  canSort?: boolean
  /** numbers and money stand to the right */
  align?: 'right'
  /** leave it out of the card that a phone shows */
  isWideOnly?: boolean
}

export interface Filter {
  /** the address's parameter */
  key: string
  label: string
  /** a day to pick instead of words to choose from */
  kind?: 'choice' | 'day'
  options?: readonly { value: string; label: string }[]
}

export interface BulkAction {
  /** says how many: `count => `Approve ${formatCount(count, 'application')}`` */
  label: (count: number) => string
  danger?: boolean
  /** the selection is let go when it resolves to anything but `false` */
  run: (ids: string[]) => Promise<unknown>
}
