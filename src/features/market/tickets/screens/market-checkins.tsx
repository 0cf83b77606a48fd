import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatMoney } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, Tag } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { messages as dayMessages } from '../../days/rules.ts'
import { checkInList } from '../inputs.ts'
import { useKept } from '../parts/kept-check-ins.ts'
import { messages } from '../rules.ts'

type Visitor = Awaited<ReturnType<typeof rpc.market.checkIns>>['rows'][number]

const refreshEveryMs = 30_000

/** /admin/market-checkins: who is at today's market, members and guests apart, anew every 30 s (MKA-23, MKA-24). */
export function MarketCheckins() {
  const list = useList(checkInList, api.market.checkIns, { canExport: true, refetchMs: () => refreshEveryMs })
  const attendance = useQuery(api.market.attendance.queryOptions({ refetchInterval: refreshEveryMs }))
  const checkIns = useKept('checkIns', list.of, Object.keys(list.search).length === 0)
  const { data } = useKept('attendance', attendance)
  return (
    <Page
      title="Market check-ins"
      kicker="Door"
      lead={data ? formatDate(data.on, { year: true }) : null}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => {
            void list.of.refetch()
            void attendance.refetch()
          }}
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
              { label: 'Checked in', value: data.used },
              { label: 'Members', value: data.members },
              { label: 'Guests', value: data.guests },
              { label: 'Entries with re-entries', value: data.entries },
              { label: 'Taken at the door', value: formatMoney(data.takenPence) },
              data.doubles > 0 && { label: 'Double entries', value: data.doubles },
            ]}
          />
        </Section>
      ) : null}
      <Section title="Visitors">
        <DataTable
          {...list}
          of={checkIns}
          label="Visitors"
          failed={messages.checkInsLoad}
          columns={columns}
          rowId={row => row.id}
          rowName={row => row.name || row.ticketCode}
          searchFor="Name or ticket"
          empty={
            <Empty
              what={data?.hasMarket === false ? dayMessages.noMarket : 'Nobody has checked in yet'}
              why="Visitors appear here as the door lets them in."
            />
          }
        />
      </Section>
    </Page>
  )
}

const columns: Column<Visitor>[] = [
  { key: 'name', header: 'Name', cell: row => row.name || 'Guest' },
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
