import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { formatCount, formatNumber } from '#platform/words.ts'
import { HeadSlot } from '#ui/plain/head-slot.ts'
import { Query, type QueryLike } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { TableBulkBar } from './bulk-bar.tsx'
import { alignSums, type BulkAction, type Column, type Filter } from './columns.ts'
import classes from './data-table.module.css'
import { TableGrid } from './grid.tsx'
import { useListKeys } from './keys.ts'
import { useLeave } from './leave.ts'
import { TableLines } from './lines.tsx'
import { ListKeys } from './list-keys.tsx'
import { Lift, Nothing } from './nothing.tsx'
import { TablePager } from './pager.tsx'
import { PrintHead } from './print-head.tsx'
import { RowPanel } from './row-panel.tsx'
import { nextSort, readTableSearch, type TableSearch } from './search.ts'
import { TableToolbar } from './toolbar.tsx'

export type { BulkAction, Chosen, Column, Filter } from './columns.ts'
export { readTableSearch, type TableSearch } from './search.ts'

/** What is chosen, by id, with the row in words: it may stand on another page. */
export interface Choice {
  chosen: ReadonlyMap<string, string>
  choose: (chosen: ReadonlyMap<string, string>) => void
}

/** What a screen remembers of the rows that were chosen. */
export function useChoice(): Choice {
  const [chosen, choose] = useState<ReadonlyMap<string, string>>(new Map())
  return { chosen, choose }
}

type Noun = readonly [one: string, many: string]

export interface DataTableProps<Row> {
  /** what is listed: `Members` */
  label: string
  /** what one row is, and several, for a desk's head to count: `['member', 'members']` */
  noun?: Noun
  /** the page of rows that the server gave for this address, and how many there are in all */
  of: QueryLike<{ rows: Row[]; total: number; hasMore?: boolean }>
  /** the specified text, such as "Failed to load members" */
  failed: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** the row in words: its first cell's link, its checkbox's name */
  rowName: (row: Row) => string
  search: TableSearch
  /** changes parameters of the address; `undefined` takes one away. `next => navigate({ search: old => ({ ...old, ...next }) })` */
  onSearch: (next: Record<string, string | number | undefined>) => void
  /** keys of columns that the server sorts by */
  sorts?: readonly string[]
  /** how the list stands sorted while the address says nothing of it */
  order?: string
  /** absent: no search field */
  searchFor?: string
  filters?: readonly Filter[]
  /** filters that are in effect without anybody having asked; a list that is empty by them is not a search without results */
  usual?: Readonly<Record<string, string>>
  size?: number
  bulk?: readonly BulkAction[]
  /** keys of this list alone, for the row that has the focus or lies open: `{ key: 'a', does: 'approves', run }` */
  deeds?: readonly { key: string; does: string; run: (row: Row) => void }[]
  /** rows are chosen for what the screen itself does with them (`useChoice`), instead of `bulk` */
  choice?: Choice
  /** why a row cannot be chosen, as its name goes on: `is decided` */
  whyNotChoose?: (row: Row) => string | null
  /** whether a row is the sum of the others */
  isSum?: (row: Row) => boolean
  /** every row that matches, for choosing beyond the page */
  everyRow?: () => Promise<Row[]>
  /**
   * what lies beside the list for `?open=ID`; the row is absent when it is not on this page of the list. `leave` goes on to the next
   * row once this one is done with
   */
  panel?: {
    title: (row: Row | undefined) => ReactNode
    /** where it stands, in sight beside the title */
    mark?: (row: Row) => ReactNode
    /** when it is, or how much, in sight below the title */
    when?: (row: Row) => ReactNode
    body: (id: string, row: Row | undefined, leave: () => void) => ReactNode
  }
  /** the names are links, which Enter follows, and a click on the row */
  namesLead?: boolean
  /** a row opens over the list instead: the screen draws what `?open=ID` says, in a dialog */
  opensOver?: boolean
  /** the address that exports exactly what the filter shows */
  exportHref?: string
  /** sums of all that is listed, beside how many there are */
  totals?: ReactNode
  /** more for the toolbar's right end */
  actions?: ReactNode
  /** what is done with a choice, always in the line of search and filters, so that nothing moves when the first row is chosen */
  choosing?: ReactNode
  /** rows that are looked at rather than read: drawn so instead of as a table; what opens one has `data-opens` with its id */
  draw?: ((rows: readonly Row[], open: (id: string) => void) => ReactNode) | undefined
  /**
   * nothing there: at all, or by the `usual` filters, of which it says so and is followed by the way to all there is; a search without
   * results has its own words
   */
  empty: ReactNode
}

/**
 * The one table: paging, sorting, searching and filtering happen on the server and stand in the address; rows can be
 * selected for bulk actions and open beside the list. One line a row below 768 px. On a desk its tools stand in the page's
 * head and its keys work (`useListKeys`). `useList` gives what it needs of the list.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { search, onSearch, filters = [], rowId, rowName, bulk = [], deeds = [], panel, everyRow } = props
  const view = readTableSearch(
    search,
    filters.map(({ key }) => key),
    props.size,
  )
  const head = use(HeadSlot)
  const frame = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLDivElement>(null)
  const own = useChoice()
  const { chosen: selected, choose: setSelected } = props.choice ?? own
  const canChoose = bulk.length > 0 || props.choice !== undefined
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const active = Object.entries(view.filters).filter(([name, value]) => props.usual?.[name] !== value).length
  const byItself = Object.keys(view.filters).filter(name => props.usual?.[name] === view.filters[name])
  const isNarrowed = view.q !== '' || active > 0
  const narrowing = JSON.stringify([view.q, view.filters])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen from another list is no longer meant
  useEffect(() => setSelected(new Map()), [narrowing])

  const toggle = (rows: readonly Row[], on: boolean) => {
    const next = new Map(selected)
    for (const row of rows) {
      if (on) next.set(rowId(row), rowName(row))
      else next.delete(rowId(row))
    }
    setSelected(next)
  }
  const { rows = [], total = 0, hasMore = false } = props.of.data ?? {}
  const { whyNotChoose } = props
  const canBeChosen = (row: Row) => !whyNotChoose?.(row)
  // How many of those that match can be chosen is known once they were all read, until others match.
  const [read, setRead] = useState<{ of: string; count: number }>()
  const matching = JSON.stringify([narrowing, total])
  const every = !whyNotChoose ? total : read?.of === matching ? read.count : undefined
  const chooseEvery = async () => {
    try {
      const found = ((await everyRow?.()) ?? []).filter(canBeChosen)
      setRead({ of: matching, count: found.length })
      toggle(found, true)
    } catch {
      toast.error('Not all could be selected', 'Try again in a moment.')
    }
  }
  const choosable = rows.filter(canBeChosen)
  const isWholePage = choosable.length > 0 && choosable.every(row => selected.has(rowId(row)))
  const open = (id: string | undefined) => onSearch({ open: id })
  const opened = rows.find(row => rowId(row) === view.open)
  const isSettled = props.of.data !== undefined && !props.of.isPlaceholderData
  const listed = useRef(narrowing)
  // What lay open is not among what was looked for meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once for each search, when its answer is there
  useEffect(() => {
    if (!isSettled || listed.current === narrowing) return
    listed.current = narrowing
    if (view.open !== undefined && !opened) open(undefined)
  }, [isSettled, narrowing])
  const leave = useLeave(main, rows.map(rowId), view.open, open)
  const hasButtons = props.columns.some(({ kind }) => kind === 'action')
  const opens = panel !== undefined || props.opensOver === true
  const [isAsked, setAsked] = useState(false)
  const deed = (run: (row: Row) => void) => (id: string) => rows.filter(row => rowId(row) === id).forEach(run)
  useListKeys(frame, {
    deeds: Object.fromEntries(deeds.map(({ key, run }) => [key, deed(run)])),
    help: () => setAsked(true),
    isOn: head !== null && !props.draw,
    open: opens ? open : undefined,
    chooses: canChoose && !panel && !hasButtons,
    opened: panel && view.open,
    choose: canChoose
      ? id =>
          toggle(
            choosable.filter(row => rowId(row) === id),
            !selected.has(id),
          )
      : undefined,
  })
  const [name] = props.columns
  const opensByName =
    props.opensOver ||
    props.namesLead ||
    (!canChoose && !hasButtons && name !== undefined && 'opens' in name && name.opens !== undefined)
  const keys = [
    ['j k', 'move'],
    ...(view.open !== undefined && panel
      ? [
          ['Enter', 'goes into the panel'],
          ['Esc', 'closes it'],
        ]
      : panel || opensByName
        ? [['Enter', 'opens']]
        : hasButtons
          ? [['Enter', 'presses its button']]
          : []),
    ...(canChoose ? [[panel || hasButtons ? 'x' : 'Enter x', 'selects']] : []),
    ...deeds.map(({ key, does }) => [key, does]),
    ...(props.searchFor ? [['/', 'searches']] : []),
    ['?', 'shows these keys'],
  ] as [string, string][]
  const columns = alignSums(props.columns, rows).map(column =>
    props.sorts?.includes(column.key) ? { ...column, canSort: true } : column,
  )
  const sort = view.sort ?? props.order
  // What is usual needs no word in the address.
  const sortBy = (next: string | undefined) =>
    onSearch({ sort: next === undefined || next === props.order ? props.usual?.sort : next, page: undefined })
  const list = {
    columns,
    rowId,
    rowName,
    view,
    ...(canChoose && { isSelected: (id: string) => selected.has(id), whyNotChoose }),
    toggle,
    ...(opens && { open }),
    leads: !opens && (props.namesLead || (name !== undefined && 'opens' in name)),
    isSum: props.isSum,
  }
  return (
    <>
      <TableToolbar
        view={view}
        filters={filters}
        active={active}
        head={head}
        isPhone={isPhone}
        {...(props.of.data && { count: countWords(total, hasMore, props.noun) })}
        {...(props.searchFor !== undefined && { searchFor: props.searchFor })}
        {...(props.exportHref !== undefined && { exportHref: props.exportHref })}
        // Of nothing there is no order.
        sortable={isPhone && (total > 0 || isNarrowed) ? columns.filter(({ canSort }) => canSort) : []}
        onSort={sortBy}
        totals={props.totals}
        actions={props.actions}
        choosing={props.choosing}
        onSearch={onSearch}
      />
      {isAsked ? <ListKeys keys={keys} onClose={() => setAsked(false)} /> : null}
      <div ref={frame} className={classes.frame} data-open={panel !== undefined && view.open !== undefined}>
        <div className={classes.main} ref={main} tabIndex={-1}>
          <Query
            of={props.of}
            failed={props.failed}
            loading={<LoadingRows {...(head && !isPhone ? { rows: 20, height: 33 } : { rows: 8 })} />}
          >
            {answer =>
              answer.total === 0 && !isNarrowed ? (
                <>
                  {props.empty}
                  {byItself.length > 0 ? (
                    <Lift many={props.noun?.[1] ?? 'rows'} filters={byItself} onSearch={onSearch} />
                  ) : null}
                </>
              ) : (
                <div aria-busy={props.of.isPlaceholderData ?? false} className={classes.rows}>
                  <PrintHead
                    label={props.label}
                    view={view}
                    filters={filters}
                    columns={columns}
                    sort={sort}
                    total={total}
                    hasMore={hasMore}
                    readAt={new Date(props.of.dataUpdatedAt ?? Date.now())}
                  />
                  {rows.length === 0 ? (
                    <Nothing
                      many={props.noun?.[1] ?? 'rows'}
                      view={view}
                      filters={filters}
                      total={answer.total}
                      onSearch={onSearch}
                    />
                  ) : props.draw ? (
                    props.draw(rows, open)
                  ) : isPhone ? (
                    <TableLines label={props.label} rows={rows} {...list} />
                  ) : (
                    <TableGrid
                      label={props.label}
                      rows={rows}
                      {...list}
                      sort={sort}
                      onSort={key => sortBy(nextSort(sort, key, props.order))}
                    />
                  )}
                  {rows.length > 0 ? (
                    <TablePager
                      {...(!head && { label: props.label })}
                      view={view}
                      total={total}
                      hasMore={hasMore}
                      keys={head && !props.draw ? keys : []}
                      onSearch={onSearch}
                    />
                  ) : null}
                </div>
              )
            }
          </Query>
          <TableBulkBar
            chosen={bulk.length > 0 ? [...selected].map(([id, name]) => ({ id, name })) : []}
            actions={bulk}
            onClear={() => setSelected(new Map())}
            {...(everyRow &&
              isWholePage &&
              (every ?? total) > selected.size && { beyond: { total, every, choose: chooseEvery } })}
            {...(whyNotChoose && every === selected.size && every < total && { outOf: total })}
          />
        </div>
        {panel && view.open !== undefined ? (
          <RowPanel
            title={panel.title(opened)}
            mark={opened && panel.mark?.(opened)}
            when={opened && panel.when?.(opened)}
            rowId={view.open}
            onClose={() => open(undefined)}
          >
            {panel.body(view.open, opened, leave)}
          </RowPanel>
        ) : null}
      </div>
    </>
  )
}

/** `432 bookings`; of more than were counted `10,000+ bookings`. */
function countWords(total: number, hasMore: boolean, [one, many]: Noun = ['row', 'rows']): string {
  return hasMore ? `${formatNumber(total)}+ ${many}` : formatCount(total, one, many)
}
