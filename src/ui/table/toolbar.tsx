import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Filter } from './columns.ts'
import type { TableView } from './search.ts'
import classes from './toolbar.module.css'

/**
 * The tools of a list: search, filters, on phones the sorting (they have no column heads), export. In the head of a desk
 * (`isCompact`) their labels are read and not seen, and each filter says its name while it is not set.
 */
export function TableToolbar(props: {
  view: TableView
  filters: readonly Filter[]
  isCompact?: boolean
  /** how many rows there are */
  count?: string
  searchFor?: string
  sortable?: readonly { key: string; header: string }[]
  exportHref?: string
  actions?: ReactNode
  onSearch: (next: Record<string, string | number | undefined>) => void
}) {
  const { view, filters, onSearch, sortable = [], isCompact = false } = props
  const labelled = (label: string) => (isCompact ? { 'aria-label': label, size: 'xs' } : { label, size: 'sm' })
  const isBare = !props.searchFor && filters.length === 0 && sortable.length === 0
  if (isBare && !props.exportHref && !props.actions && !props.count) return null
  return (
    <div className={classes.bar} data-compact={isCompact}>
      {props.count ? <span className={classes.count}>{props.count}</span> : null}
      {props.searchFor ? (
        <SearchBox
          label={props.searchFor}
          isCompact={isCompact}
          q={view.q}
          onSearch={q => onSearch({ q: q || undefined, page: undefined })}
        />
      ) : null}
      {filters.map(filter => {
        const common = { ...labelled(filter.label), value: view.filters[filter.key] ?? '' }
        const set = (value: string) => onSearch({ [filter.key]: value || undefined, page: undefined })
        return filter.kind === 'day' ? (
          <TextInput
            key={filter.key}
            type="date"
            {...common}
            {...(isCompact && { leftSection: <span aria-hidden>{filter.label}</span>, leftSectionWidth: '3.25rem' })}
            onChange={event => set(event.currentTarget.value)}
          />
        ) : (
          <NativeSelect
            key={filter.key}
            {...common}
            data={[{ value: '', label: isCompact ? `${filter.label}: all` : 'All' }, ...(filter.options ?? [])]}
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
            ...sortable.flatMap(({ key, header }) => [
              { value: key, label: `${header}, rising` },
              { value: `-${key}`, label: `${header}, falling` },
            ]),
          ]}
          onChange={event => onSearch({ sort: event.currentTarget.value || undefined, page: undefined })}
        />
      ) : null}
      {props.exportHref || props.actions ? (
        <div className={classes.actions}>
          {props.actions}
          {props.exportHref ? (
            <Button
              component="a"
              href={props.exportHref}
              download
              variant="default"
              size={isCompact ? 'xs' : 'sm'}
              {...(isCompact
                ? { 'aria-label': 'Export CSV', title: 'Export CSV' }
                : { leftSection: <IconDownload size={16} aria-hidden /> })}
            >
              {isCompact ? <IconDownload size={16} aria-hidden /> : 'Export CSV'}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
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
