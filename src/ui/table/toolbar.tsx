import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Fold, filterWords } from '#ui/plain/fold.tsx'
import type { HeadPlaces } from '#ui/plain/head-slot.ts'
import { type Filter, filterInWords } from './columns.ts'
import type { TableView } from './search.ts'
import classes from './toolbar.module.css'

interface ToolbarProps {
  view: TableView
  filters: readonly Filter[]
  /** so many filters are set that somebody asked for */
  active: number
  /** where a desk's head takes it; null: it stands above the list */
  head: HeadPlaces | null
  isPhone: boolean
  /** how many rows there are, in words */
  count?: string
  totals?: ReactNode
  searchFor?: string
  sortable: readonly { key: string; header: string; isReversed?: true }[]
  exportHref?: string
  actions?: ReactNode
  choosing?: ReactNode
  /** undefined: as it usually stands */
  onSort: (sort: string | undefined) => void
  onSearch: (next: Record<string, string | number | undefined>) => void
}

/**
 * The tools of a list: search, filters, export and, on phones, the sorting (they have no column heads). In the head of a
 * desk each has its place, and every filter says its name before what it is set to. On a phone all but the search is behind one button.
 */
export function TableToolbar(props: ToolbarProps) {
  const { head, isPhone, searchFor, filters, sortable, exportHref, actions, choosing, totals, onSearch, view } = props
  const isCompact = head !== null && !isPhone
  const isFolded = isPhone && (filters.length > 0 || sortable.length > 0)
  const exporting = exportHref ? <ExportButton href={exportHref} isCompact={isCompact} /> : null
  const beside = isFolded ? null : exporting
  const doing = actions || beside ? <Doing>{[actions, beside]}</Doing> : null
  const narrowing = (
    <>
      {searchFor ? (
        <SearchBox
          label={searchFor}
          isCompact={head !== null}
          q={view.q}
          onSearch={q => onSearch({ q: q || undefined, page: undefined })}
        />
      ) : null}
      {isFolded ? (
        <Fold label={filters.length > 0 ? filterWords(props.active) : exportHref ? 'Sort and export' : 'Sort'}>
          <Filters {...props} isCompact={false} />
          {exporting}
        </Fold>
      ) : (
        <Filters {...props} isCompact={isCompact} />
      )}
      {choosing ? <div className={classes.actions}>{choosing}</div> : null}
    </>
  )
  const hasTools = Boolean(searchFor || choosing) || filters.length > 0 || sortable.length > 0
  if (!head)
    return hasTools || doing || totals ? (
      <div className={classes.bar}>
        {totals ? <div className={classes.count}>{totals}</div> : null}
        {narrowing}
        {doing}
      </div>
    ) : null
  return (
    <>
      {createPortal(
        <>
          <span className={classes.count}>{props.count}</span>
          {totals ? <div className={classes.count}>{totals}</div> : null}
        </>,
        head.line,
      )}
      {doing ? createPortal(doing, head.deeds) : null}
      {hasTools
        ? createPortal(
            <div className={classes.bar} data-compact>
              {narrowing}
            </div>,
            head.tools,
          )
        : null}
    </>
  )
}

const Doing = ({ children }: { children: ReactNode[] }) => (
  <div className={classes.actions}>
    {children[0]}
    {children[1]}
  </div>
)

function Filters({ view, filters, sortable, isCompact, onSearch, onSort }: ToolbarProps & { isCompact: boolean }) {
  const labelled = (label: string) => (isCompact ? { 'aria-label': label, size: 'xs' } : { label, size: 'sm' })
  return (
    <>
      {filters.map(filter => {
        const common = { ...labelled(filter.label), value: view.filters[filter.key] ?? '' }
        const set = (value: string) => onSearch({ [filter.key]: value || undefined, page: undefined })
        return filter.kind === 'day' ? (
          <TextInput
            key={filter.key}
            type="date"
            {...common}
            {...(isCompact && {
              leftSection: (
                <span aria-hidden className={classes.day}>
                  {filter.label}
                </span>
              ),
              leftSectionWidth: '3.25rem',
            })}
            onChange={event => set(event.currentTarget.value)}
          />
        ) : (
          <NativeSelect
            key={filter.key}
            {...common}
            data={[
              { value: '', label: isCompact ? `${filter.label}: all` : 'All' },
              ...(filter.options ?? []).map(({ value, label }) => ({
                value,
                label: isCompact && value === common.value ? filterInWords(filter, value) : label,
              })),
            ]}
            onChange={event => set(event.currentTarget.value)}
          />
        )
      })}
      {sortable.length > 0 ? (
        <NativeSelect
          {...labelled('Sort by')}
          value={view.sort ?? ''}
          data={[
            { value: '', label: 'Usual order' },
            ...sortable.flatMap(({ key, header, isReversed }) => [
              { value: isReversed ? `-${key}` : key, label: `${header}, rising` },
              { value: isReversed ? key : `-${key}`, label: `${header}, falling` },
            ]),
          ]}
          onChange={event => onSort(event.currentTarget.value || undefined)}
        />
      ) : null}
    </>
  )
}

function ExportButton({ href, isCompact }: { href: string; isCompact: boolean }) {
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      size={isCompact ? 'xs' : 'sm'}
      leftSection={isCompact ? null : <IconDownload size={16} aria-hidden />}
    >
      Export CSV
    </Button>
  )
}

/** Types freely; the address follows after a pause or on Enter. */
function SearchBox(props: { label: string; isCompact: boolean; q: string; onSearch: (q: string) => void }) {
  const { label, isCompact, q, onSearch } = props
  const [typed, setTyped] = useState(q)
  useEffect(() => setTyped(q), [q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause, not a new handler
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => onSearch(typed), 300)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextInput
      type="search"
      {...(isCompact ? { 'aria-label': label, placeholder: label, size: 'xs' } : { label, size: 'sm' })}
      data-list-search
      className={classes.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Enter') onSearch(typed)
      }}
    />
  )
}
