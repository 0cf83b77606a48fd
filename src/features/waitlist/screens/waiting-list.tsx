import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { confirm } from '#ui/confirm.tsx'
import { saveText, toCsv } from '#ui/csv.ts'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { When } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Empty } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { type WaitingStatus, waitingStatuses } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.waitlist.list>>['rows'][number]

const labels: Record<WaitingStatus, string> = {
  pending: 'Pending',
  contacted: 'Contacted',
  approved: 'Approve & Create Member',
  rejected: 'Rejected',
}

/** /admin/waitlist: who waits, and making members of them where there is room (OPS-29…42). */
export function WaitingList() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const cache = useQueryClient()
  const view = readTableSearch(search, ['status'])
  const status = waitingStatuses.find(each => each === view.filters.status) ?? 'pending'
  const input = { status, ...(view.q && { q: view.q }) }
  const query = useQuery(
    api.waitlist.list.queryOptions({
      input: { ...input, page: view.page, pageSize: view.size },
      placeholderData: keepPreviousData,
    }),
  )
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      toast.error('Error', describeProblem(error).message)
    }
    await cache.invalidateQueries({ queryKey: api.waitlist.key() })
  }
  const setStatus = (row: Row, next: WaitingStatus) =>
    act(async () => {
      const { isConverted } = await rpc.waitlist.setStatus({ id: row.id, status: next })
      const name = `${row.firstName} ${row.lastName}`
      if (isConverted) toast.success('Member created', `${name} was sent a welcome e-mail.`)
      else if (next === 'approved') toast.info('The house is full', `${name} gets the next free place.`)
      else toast.success('Status changed')
    })
  const remove = async (row: Row) => {
    const isSure = await confirm({
      title: `Delete ${row.firstName} ${row.lastName} from the waiting list?`,
      body: 'This cannot be undone. They are not told.',
      action: 'Delete',
      danger: true,
    })
    if (isSure) await act(() => rpc.waitlist.remove({ id: row.id }))
  }
  const columns: Column<Row>[] = [
    { key: 'name', header: 'Name', cell: row => `${row.firstName} ${row.lastName}` },
    { key: 'email', header: 'E-mail', cell: row => row.email },
    { key: 'phone', header: 'Phone', cell: row => row.phoneNumber, isWideOnly: true },
    { key: 'createdAt', header: 'Joined', cell: row => <When at={row.createdAt} />, canSort: false },
    {
      key: 'source',
      header: 'From',
      cell: row => (row.hasApplication ? <Status tone="info">Application</Status> : 'Waiting list form'),
    },
    {
      key: 'status',
      header: 'Status',
      cell: row => (
        <NativeSelect
          size="sm"
          aria-label={`Status of ${row.firstName} ${row.lastName}`}
          value={row.status}
          data={waitingStatuses.map(value => ({ value, label: labels[value] }))}
          onChange={event => void setStatus(row, event.currentTarget.value as WaitingStatus)}
        />
      ),
    },
    {
      key: 'delete',
      header: 'Delete',
      cell: row => (
        <Button size="sm" variant="subtle" color="red" onClick={() => void remove(row)}>
          Delete
          <span className="visually-hidden">
            {' '}
            {row.firstName} {row.lastName}
          </span>
        </Button>
      ),
    },
  ]
  const places = query.data?.places
  return (
    <Page
      title="Waiting List"
      kicker="People"
      lead={places ? `${places.taken} of ${places.limit} places are taken.` : 'Who waits for a place in the house.'}
    >
      <DataTable
        label="Waiting list"
        of={query}
        failed="Failed to fetch waiting list entries"
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${row.firstName} ${row.lastName}`}
        search={{ ...search, status }}
        onSearch={next => void navigate({ to: '/admin/waitlist' as string, search: { ...search, ...next } as never })}
        searchFor="Search the waiting list"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: waitingStatuses.map(value => ({
              value,
              label: value === 'approved' ? 'Approved, in line' : labels[value],
            })),
          },
        ]}
        actions={
          <Button size="sm" variant="default" onClick={() => void act(() => exportCsv(input))}>
            Export CSV
          </Button>
        }
        empty={
          <Empty
            what={`Nobody is ${status}`}
            why="Visitors join at /waitlist; approved applicants wait here while the house is full."
          />
        }
      />
    </Page>
  )
}

/** Everything that the filter shows, whatever page is open. */
async function exportCsv(input: { status: WaitingStatus; q?: string }): Promise<void> {
  const rows: Row[] = []
  for (let page = 1, total = 1; rows.length < total; page++) {
    const found = await rpc.waitlist.list({ ...input, page, pageSize: 100 })
    if (found.rows.length === 0) break
    rows.push(...found.rows)
    total = found.total
  }
  const header = ['First name', 'Last name', 'E-mail', 'Phone', 'Status', 'Joined']
  const lines = rows.map(row => [
    row.firstName,
    row.lastName,
    row.email,
    row.phoneNumber,
    row.status,
    row.createdAt.toISOString(),
  ])
  saveText(`waiting-list-${input.status}.csv`, toCsv(header, lines))
}
