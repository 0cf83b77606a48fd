import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RouterOutputs } from '#features/market/parts/output.tsx'
import { messages } from '#features/market/rules.ts'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { formatDate, When } from '#ui/dates.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatMoney } from '#ui/money.tsx'
import { Page } from '#ui/page.tsx'
import { Section } from '#ui/section.tsx'
import { Empty } from '#ui/states.tsx'
import { Status, Tag } from '#ui/status.tsx'
import { api } from '#web/client.ts'

type Visitor = RouterOutputs['checkIns']['rows'][number]

const refreshEveryMs = 30_000
const sorts = ['name', '-name', 'lastEntryAt', '-lastEntryAt'] as const

/** /admin/market-checkins: who is at today's market, members and guests apart, anew every 30 s (MKA-23, MKA-24). */
export function MarketCheckins() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const view = readTableSearch(search)
  const sort = sorts.find(each => each === view.sort)
  const checkIns = useQuery(
    api.market.checkIns.queryOptions({
      input: { page: view.page, pageSize: view.size, ...(sort && { sort }), ...(view.q && { q: view.q }) },
      placeholderData: keepPreviousData,
      refetchInterval: refreshEveryMs,
    }),
  )
  const { data } = checkIns
  return (
    <Page
      title="Market check-ins"
      kicker="Door"
      lead={data ? formatDate(data.on, { year: true }) : null}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void checkIns.refetch()}
        >
          Refresh
        </Button>
      }
    >
      {data ? (
        <Section title="Today">
          <Facts
            columns
            facts={[
              { label: 'Checked in', value: data.counts.used },
              { label: 'Members', value: data.counts.members },
              { label: 'Guests', value: data.counts.guests },
              { label: 'Entries with re-entries', value: data.counts.entries },
              { label: 'Taken at the door', value: formatMoney(data.counts.takenPence) },
              data.counts.doubles > 0 && { label: 'Double entries', value: data.counts.doubles },
            ]}
          />
        </Section>
      ) : null}
      <Section title="Visitors">
        <DataTable
          label="Visitors"
          of={checkIns}
          failed={messages.checkInsLoad}
          columns={columns}
          rowId={row => row.id}
          rowName={row => row.name || row.ticketCode}
          search={search}
          onSearch={next =>
            void navigate({ to: '/admin/market-checkins' as string, search: { ...search, ...next } as never })
          }
          searchFor="Name or ticket"
          empty={
            <Empty
              what={data?.hasMarket === false ? messages.noMarket : 'Nobody has checked in yet'}
              why="Visitors appear here as the door lets them in."
            />
          }
        />
      </Section>
    </Page>
  )
}

const columns: Column<Visitor>[] = [
  { key: 'name', header: 'Name', canSort: true, cell: row => row.name || 'Guest' },
  {
    key: 'ticketType',
    header: 'Ticket',
    cell: row => <Tag>{row.ticketType === 'member' ? 'Member' : 'Guest'}</Tag>,
  },
  { key: 'ticketCode', header: 'Code', isWideOnly: true, cell: row => row.ticketCode },
  {
    key: 'usedAt',
    header: 'First entry',
    cell: row => (row.usedAt ? <When at={row.usedAt} as="time" /> : null),
  },
  {
    key: 'lastEntryAt',
    header: 'Last entry',
    canSort: true,
    cell: row => (row.lastEntryAt ? <When at={row.lastEntryAt} as="time" /> : null),
  },
  { key: 'checkInCount', header: 'Entries', align: 'right', cell: row => row.checkInCount },
  {
    key: 'pricePence',
    header: 'Paid',
    align: 'right',
    isWideOnly: true,
    cell: row => formatMoney(row.pricePence),
  },
  {
    key: 'note',
    header: 'Note',
    cell: row => (
      <>
        {row.doubles > 0 ? <Status tone="warn">Double entry</Status> : null}{' '}
        {row.objection ? <span>Let in without a connection: {row.objection}</span> : null}
      </>
    ),
  },
]
