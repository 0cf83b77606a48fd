import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { When } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { api, type rpc } from '#web/client.ts'
import { ReviewDialog } from '../parts/review-dialog.tsx'

type Row = Awaited<ReturnType<typeof rpc.applications.toVote>>['rows'][number]

/** /admin/committee-applications: applications to vote on, each opening its review (APPL-01…04). */
export function Voting() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const view = readTableSearch(search)
  const query = useQuery(
    api.applications.toVote.queryOptions({
      input: { page: view.page, pageSize: view.size },
      placeholderData: keepPreviousData,
    }),
  )
  const onSearch = (next: Record<string, string | number | undefined>) =>
    void navigate({ to: '/admin/committee-applications' as string, search: { ...search, ...next } as never })
  const columns: Column<Row>[] = [
    { key: 'name', header: 'Applicant', cell: row => row.name },
    { key: 'tier', header: 'Membership', cell: row => row.tierName },
    {
      key: 'votes',
      header: 'Votes',
      cell: row => <span className="tabular">{`${row.currentVotes}/${row.requiredVotes}`}</span>,
    },
    { key: 'mine', header: 'Your vote', cell: row => <MyVote row={row} /> },
    { key: 'submittedAt', header: 'Sent', cell: row => <When at={row.submittedAt} /> },
    { key: 'dueAt', header: 'Vote by', cell: row => <Due at={row.dueAt} /> },
    {
      key: 'review',
      header: 'Review',
      cell: row => (
        <Button size="sm" variant="default" onClick={() => onSearch({ open: row.id })}>
          Review<span className="visually-hidden"> {row.name}</span>
        </Button>
      ),
    },
  ]
  return (
    <Page
      title="Committee Voting"
      kicker="Committee"
      lead="Read, ask, and vote. More than half of the committee approves."
    >
      <DataTable
        label="Applications to vote on"
        of={query}
        failed="Failed to load applications"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.name}
        search={search}
        onSearch={onSearch}
        empty={<Empty what="No pending applications" why="New applications appear here by themselves." />}
      />
      {view.open ? <ReviewDialog key={view.open} id={view.open} onClose={() => onSearch({ open: undefined })} /> : null}
    </Page>
  )
}

function MyVote({ row }: { row: Row }) {
  if (row.myVote) return <Status tone="good">You already voted</Status>
  if (row.recusal) return <Status>Recused</Status>
  return row.can.vote ? <Status tone="warn">Waits for you</Status> : <span>No vote</span>
}

function Due({ at }: { at: Date }) {
  const isLate = at < new Date()
  return (
    <>
      <When at={at} />
      {isLate ? (
        <>
          {' '}
          <Status tone="bad">Overdue</Status>
        </>
      ) : null}
    </>
  )
}
