import { Button } from '@mantine/core'
import { When } from '#ui/plain/dates.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { votingList } from '../inputs.ts'
import { ReviewDialog } from '../parts/review-dialog.tsx'

type Row = Awaited<ReturnType<typeof rpc.applications.toVote>>['rows'][number]

/** /admin/committee-applications: applications to vote on, each opening its review (APPL-01…04). */
export function Voting() {
  const list = useList(votingList, api.applications.toVote)
  const { open } = list.search
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
        <Button size="sm" variant="default" onClick={() => list.onSearch({ open: row.id })}>
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
        {...list}
        label="Applications to vote on"
        failed="Failed to load applications"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.name}
        empty={<Empty what="No pending applications" why="New applications appear here by themselves." />}
      />
      {open ? <ReviewDialog key={open} id={open} onClose={() => list.onSearch({ open: undefined })} /> : null}
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
