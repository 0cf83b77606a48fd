import { Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { confirm } from '#ui/confirm.tsx'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { formatDate, formatTimeRange } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Section } from '#ui/section.tsx'
import { Empty } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { api } from '#web/client.ts'
import { AddDay } from '../parts/add-day.tsx'
import type { RouterOutputs } from '../parts/output.tsx'
import { messages } from '../rules.ts'

type Day = RouterOutputs['days']['rows'][number]

/** /admin/market-days: on which days there is a market (decision 33), and the key that signs its tickets. */
export function MarketDays() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const view = readTableSearch(search)
  const sort = (['on', '-on'] as const).find(each => each === view.sort)
  const days = useQuery(
    api.market.days.queryOptions({
      input: { page: view.page, pageSize: view.size, ...(sort && { sort }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Page title="Market days" kicker="Market" lead="The door lets people in on these days only.">
      <AddDay onAdded={() => void days.refetch()} />
      <Section title="All market days">
        <DataTable
          label="Market days"
          of={days}
          failed={messages.daysLoad}
          columns={columns(() => void days.refetch())}
          rowId={row => row.id}
          rowName={row => formatDate(row.on, { year: true })}
          search={search}
          onSearch={next =>
            void navigate({ to: '/admin/market-days' as string, search: { ...search, ...next } as never })
          }
          empty={<Empty what="No market day yet" why="Add the first one above." />}
        />
      </Section>
      <TicketKey />
    </Page>
  )
}

const columns = (onChanged: () => void): Column<Day>[] => [
  { key: 'on', header: 'Day', canSort: true, cell: row => formatDate(row.on, { year: true }) },
  { key: 'hours', header: 'Open', cell: row => formatTimeRange(row.opensAt, row.closesAt) },
  { key: 'setUpFrom', header: 'Set-up from', isWideOnly: true, cell: row => row.setUpFrom },
  { key: 'pitches', header: 'Pitches', align: 'right', cell: row => row.pitches },
  { key: 'visitors', header: 'Visitors', align: 'right', cell: row => row.visitors },
  {
    key: 'state',
    header: 'State',
    cell: row => (row.isCancelled ? <Status tone="bad">Cancelled</Status> : <Status tone="good">Takes place</Status>),
  },
  {
    key: 'can',
    header: 'Change',
    cell: row => (row.can.cancel ? <CancelDay day={row} onDone={onChanged} /> : null),
  },
]

function CancelDay({ day, onDone }: { day: Day; onDone: () => void }) {
  const name = formatDate(day.on, { year: true })
  const cancel = useMutation(
    api.market.cancelDay.mutationOptions({
      onSuccess: () => {
        toast.success(`The market on ${name} is cancelled`)
        onDone()
      },
      onError: error => toast.error('The market was not cancelled', describeProblem(error).message),
    }),
  )
  const ask = async () => {
    const isSure = await confirm({
      title: `Cancel the market on ${name}?`,
      body: 'Nobody is let in on this day, and codes already handed out for it stop working.',
      action: 'Cancel market',
      danger: true,
    })
    if (isSure) cancel.mutate({ id: day.id })
  }
  return (
    <Button variant="default" size="sm" onClick={() => void ask()} aria-label={`Cancel the market on ${name}`}>
      Cancel
    </Button>
  )
}

function TicketKey() {
  const rotate = useMutation(
    api.market.rotateKeys.mutationOptions({
      onSuccess: ({ keyId }) => toast.success('The ticket key was changed', `New tickets are signed with ${keyId}.`),
      onError: error => toast.error('The ticket key was not changed', describeProblem(error).message),
    }),
  )
  const ask = async () => {
    const isSure = await confirm({
      title: 'Change the ticket key?',
      body: 'New codes are signed with a new key. A scanner without a connection learns it with its next list.',
      action: 'Change key',
    })
    if (isSure) rotate.mutate({})
  }
  return (
    <Section title="Ticket key" lead="Signs the codes of market tickets. Change it when somebody may have copied it.">
      <Button variant="default" onClick={() => void ask()}>
        Change the key
      </Button>
    </Section>
  )
}
