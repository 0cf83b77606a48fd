import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { When } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { Section } from '#ui/section.tsx'
import { Empty } from '#ui/states.tsx'
import { api } from '#web/client.ts'
import { applicationStatuses } from '../inputs.ts'
import { ApplicationPanel } from '../parts/application-panel.tsx'
import { ApplicationState, type ListedApplication } from '../parts/listed.tsx'
import { ReasonsEditor } from '../parts/reasons-editor.tsx'

const sorts = ['submittedAt', '-submittedAt', 'fullName', '-fullName'] as const
const waits = { committee: 'The committee', admin: 'An admin' } as const

const columns: Column<ListedApplication>[] = [
  { key: 'fullName', header: 'Applicant', cell: row => row.fullName, canSort: true },
  { key: 'email', header: 'E-mail', cell: row => row.email, isWideOnly: true },
  { key: 'tier', header: 'Membership', cell: row => row.tierName },
  { key: 'status', header: 'Status', cell: row => <ApplicationState application={row} /> },
  { key: 'votes', header: 'Votes', cell: row => `${row.currentVotes}/${row.requiredVotes}` },
  { key: 'submittedAt', header: 'Sent', cell: row => <When at={row.submittedAt} />, canSort: true },
]

/** /admin/admin-applications: every application with its votes; override and rejection beside the list (APPL-33…38). */
export function AdminApplications() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const view = readTableSearch(search, ['status', 'waitsFor'])
  const status = applicationStatuses.find(each => each === view.filters.status) ?? 'pending'
  const waitsFor = (Object.keys(waits) as (keyof typeof waits)[]).find(each => each === view.filters.waitsFor)
  const sort = sorts.find(each => each === view.sort)
  const query = useQuery(
    api.applications.list.queryOptions({
      input: {
        status,
        page: view.page,
        pageSize: view.size,
        ...(waitsFor && status === 'pending' && { waitsFor }),
        ...(sort && { sort }),
        ...(view.q && { q: view.q }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Page
      title="Membership Applications"
      kicker="People"
      lead="What the committee votes on, what it declined, and what was decided."
    >
      <DataTable
        label="Membership applications"
        of={query}
        failed="Failed to load applications"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.fullName}
        search={{ ...search, status }}
        onSearch={next =>
          void navigate({
            to: '/admin/admin-applications' as string,
            search: { ...search, ...next } as never,
          })
        }
        searchFor="Search applicants"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: applicationStatuses.map(value => ({ value, label: words[value] })),
          },
          ...(status === 'pending'
            ? [
                {
                  key: 'waitsFor',
                  label: 'Waits for',
                  options: Object.entries(waits).map(([value, label]) => ({ value, label })),
                },
              ]
            : []),
        ]}
        panel={{
          title: row => row?.fullName ?? 'Application',
          body: id => <ApplicationPanel key={id} id={id} />,
        }}
        empty={<Empty what={`No ${status} applications`} />}
      />
      <Section title="Rejection reasons" lead="What can be chosen when an application is rejected.">
        <ReasonsEditor />
      </Section>
    </Page>
  )
}

const words = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const
