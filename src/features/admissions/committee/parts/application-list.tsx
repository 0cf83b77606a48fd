import type { ReactNode } from 'react'
import { applicationList } from '#features/admissions/applications/inputs.ts'
import { ApplicationState, closedWords } from '#features/admissions/applications/parts/application-state.tsx'
import { ageOf } from '#platform/age.ts'
import { When } from '#ui/plain/dates.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable, type DataTableProps } from '#ui/table/data-table.tsx'
import { type List, useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { ViewLinks } from './view-links.tsx'

type Answer = Awaited<ReturnType<typeof rpc.applications.list>>
export type ApplicationRow = Answer['rows'][number]

/** A saved view of the one list of applications: which of them, what is shown of each, and in which words (decision 56). */
export interface View extends Pick<DataTableProps<ApplicationRow>, 'label' | 'failed'> {
  title: string
  lead?: string
  columns: readonly (keyof typeof columns)[]
  /** Why there may be none. */
  why?: string
}

/** The applications of a view; its filters are fixed (`always`) or in effect until the address lifts them (`usual`). */
export const useApplications = (
  filters: Parameters<typeof useList<typeof applicationList, Answer, object, Error>>[2],
) => useList(applicationList, api.applications.list, filters)

/** The page of a view. `more` is what can be done there beyond reading. */
export function ApplicationList(props: {
  view: View
  list: List<Answer>
  ownColumn?: Column<ApplicationRow>
  more?: Partial<DataTableProps<ApplicationRow>>
  above?: ReactNode
  children?: ReactNode
}) {
  const { view, list, ownColumn } = props
  return (
    <Page title={view.title} chassis="desk" lead={view.lead}>
      <ViewLinks />
      {props.above}
      <DataTable
        {...list}
        label={view.label}
        noun={['application', 'applications']}
        failed={view.failed}
        columns={[...view.columns.map(key => columns[key]), ...(ownColumn ? [ownColumn] : [])]}
        rowId={row => row.id}
        rowName={row => row.name}
        empty={<Empty what="No pending applications" why={view.why} />}
        {...props.more}
      />
      {props.children}
    </Page>
  )
}

const tier: Column<ApplicationRow> = {
  key: 'tier',
  header: 'Membership',
  kind: 'text',
  width: 7,
  of: row => row.tierName,
}
const votes: Column<ApplicationRow> = {
  key: 'votes',
  header: 'Votes',
  kind: 'number',
  of: row => withAgainst(`${row.currentVotes}/${row.requiredVotes}`, ' for', row),
  priority: 1,
  short: row => withAgainst(`${row.currentVotes} of ${row.requiredVotes} votes`, '', row),
}

const columns = {
  name: { key: 'fullName', header: 'Applicant', kind: 'person', of: row => row.name },
  blindName: { key: 'name', header: 'Applicant', kind: 'person', of: row => row.name },
  email: { key: 'email', header: 'Email', kind: 'text', priority: 4, of: row => row.ofAdmin?.email },
  discipline: {
    key: 'creativeDiscipline',
    header: 'Discipline',
    kind: 'text',
    priority: 3,
    of: row => row.ofAdmin?.creativeDiscipline,
  },
  tier,
  /** where what somebody does comes before it */
  tierLast: { ...tier, priority: 4 },
  status: {
    key: 'status',
    header: 'Status',
    kind: 'status',
    width: 13.5,
    of: row => <ApplicationState application={standingOf(row)} />,
  },
  votes,
  votesLast: { ...votes, width: 8, priority: 3 },
  /**
   * where nothing is decided: how long somebody waits says more than on which day it came, and whether the committee is done stays in
   * sight beside what lies open
   */
  waits: {
    key: 'submittedAt',
    header: 'Waits',
    kind: 'status',
    width: 6,
    priority: 1,
    isReversed: true,
    of: row => <Waits row={row} />,
  },
  mine: { key: 'mine', header: 'Your vote', kind: 'status', width: 12, of: row => <MyVote row={row} /> },
  submittedAt: { key: 'submittedAt', header: 'Sent', kind: 'date', of: row => row.submittedAt },
  dueAt: { key: 'dueAt', header: 'Vote by', kind: 'status', width: 16.5, of: row => <Due row={row} /> },
} satisfies Record<string, Column<ApplicationRow>>

/** Who may not read how others voted has no such number. */
const withAgainst = (votes: string, what: string, { ofAdmin }: ApplicationRow) =>
  ofAdmin?.rejectVotes ? `${votes}${what}, ${ofAdmin.rejectVotes} against` : votes

const standingOf = (row: ApplicationRow) => ({ ...row, rejectVotes: row.ofAdmin?.rejectVotes ?? 0 })

/** For how long it waits, and whether the committee is done with it. */
function Waits({ row }: { row: ApplicationRow }) {
  const standing = standingOf(row)
  return (
    <>
      {closedWords(standing) ? <ApplicationState application={standing} isBrief /> : null}{' '}
      <When at={row.submittedAt}>{ageOf(row.submittedAt, new Date())}</When>
    </>
  )
}

function MyVote({ row }: { row: ApplicationRow }) {
  if (row.myVote) return <Status tone="good">You already voted</Status>
  if (row.recusal) return <Status>Recused</Status>
  return row.can.vote ? <Status tone="warn">Waits for you</Status> : <span>No vote</span>
}

/** Until when it should be voted on; that it is late is quiet for who has voted, or does not. */
function Due({ row: { dueAt, status, declinedAt, myVote, recusal } }: { row: ApplicationRow }) {
  const isOverdue = status === 'pending' && declinedAt === null && dueAt < new Date()
  return (
    <>
      {isOverdue ? <Status {...(!myVote && !recusal && { tone: 'bad' })}>Overdue</Status> : null} <When at={dueAt} />
    </>
  )
}
