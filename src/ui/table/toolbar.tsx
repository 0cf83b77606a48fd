import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Filter } from './columns.ts'
import type { TableView } from './search.ts'
import classes from './toolbar.module.css'

/** Above the table: search, filters, on phones the sorting (they have no column heads), export. */
export function TableToolbar(props: {
  view: TableView
  filters: readonly Filter[]
  searchFor?: string
  sortable?: readonly { key: string; header: string }[]
  exportHref?: string
  actions?: ReactNode
  onSearch: (next: Record<string, string | number | undefined>) => void
}) {
  const { view, filters, onSearch, sortable = [] } = props
  if (!props.searchFor && filters.length === 0 && sortable.length === 0 && !props.exportHref && !props.actions)
    return null
  return (
    <div className={classes.bar}>
      {props.searchFor ? (
        <SearchBox
          label={props.searchFor}
          q={view.q}
          onSearch={q => onSearch({ q: q || undefined, page: undefined })}
        />
      ) : null}
      {filters.map(filter => {
        const common = {
          label: filter.label,
          size: 'sm' as const,
          value: view.filters[filter.key] ?? '',
        }
        const set = (value: string) => onSearch({ [filter.key]: value || undefined, page: undefined })
        return filter.kind === 'day' ? (
          <TextInput key={filter.key} type="date" {...common} onChange={event => set(event.currentTarget.value)} />
        ) : (
          <NativeSelect
            key={filter.key}
            {...common}
            data={[{ value: '', label: 'All' }, ...(filter.options ?? [])]}
            onChange={event => set(event.currentTarget.value)}
          />
        )
      })}
      {sortable.length > 0 ? (
        <NativeSelect
          label="Sort by"
          size="sm"
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
              size="sm"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Export CSV
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** Types freely; the address follows after a pause or on Enter. */
function SearchBox(props: { label: string; q: string; onSearch: (q: string) => void }) {
  const { q, onSearch } = props
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
      label={props.label}
      size="sm"
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
