import { ReasonsEditor } from '#features/admissions/reasons/parts/reasons-editor.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { applicationList, applicationStatuses } from '../inputs.ts'
import { ApplicationPanel } from '../parts/application-panel.tsx'
import { type ApplicationRow, ApplicationState, statusWords } from '../parts/application-state.tsx'

const columns: Column<ApplicationRow>[] = [
  { key: 'fullName', header: 'Applicant', cell: row => row.fullName },
  { key: 'email', header: 'E-mail', cell: row => row.email, isWideOnly: true },
  { key: 'tier', header: 'Membership', cell: row => row.tierName },
  { key: 'status', header: 'Status', cell: row => <ApplicationState application={row} /> },
  { key: 'votes', header: 'Votes', cell: row => `${row.currentVotes}/${row.requiredVotes}` },
  { key: 'submittedAt', header: 'Sent', cell: row => <When at={row.submittedAt} /> },
]

/** /admin/admin-applications: every application with its votes; override and rejection beside the list (APPL-33…38). */
export function AdminApplications() {
  const list = useList(applicationList, api.applications.list, { canExport: true, usual: { status: 'pending' } })
  return (
    <Page
      title="Membership Applications"
      kicker="People"
      lead="What the committee votes on, what it declined, and what was decided."
    >
      <DataTable
        {...list}
        label="Membership applications"
        failed="Failed to load applications"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.fullName}
        searchFor="Search applicants"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: applicationStatuses.map(value => ({ value, label: statusWords[value] })),
          },
          {
            key: 'waitsFor',
            label: 'Waits for',
            options: [
              { value: 'committee', label: 'The committee' },
              { value: 'admin', label: 'An admin' },
            ],
          },
        ]}
        panel={{
          title: row => row?.fullName ?? 'Application',
          body: id => <ApplicationPanel key={id} id={id} />,
        }}
        empty={
          <Empty
            what="No pending applications"
            why="People apply at /join. Choose another status to see what was decided."
          />
        }
      />
      <Section title="Rejection reasons" lead="What can be chosen when an application is rejected.">
        <ReasonsEditor />
      </Section>
    </Page>
  )
}
