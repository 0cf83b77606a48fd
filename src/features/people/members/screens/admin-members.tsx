import { useSearch } from '@tanstack/react-router'
import { roles } from '#platform/auth/actor.ts'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { accountStatuses, approvalStatuses, memberList, planStates } from '../inputs.ts'
import { type AccountRow, roleWords, shownName } from '../parts/account-panel.tsx'
import { AccountState, accountWords, approvalWords, planStateWords } from '../parts/account-state.tsx'
import { NewAccount } from '../parts/new-account.tsx'
import { PersonPanel } from '../parts/person-panel.tsx'

const columns: Column<AccountRow>[] = [
  { key: 'name', header: 'Name', kind: 'person', of: shownName, face: row => row.userId },
  { key: 'email', header: 'Email', kind: 'text', width: 13, of: row => row.email },
  { key: 'plan', header: 'Plan', kind: 'text', width: 6.5, of: row => row.plan },
  {
    key: 'roles',
    header: 'Roles',
    kind: 'tags',
    width: 6.5,
    priority: 3,
    of: row => row.roles.map(role => roleWords[role].label),
  },
  { key: 'standing', header: 'Standing', kind: 'status', width: 12.5, of: row => <AccountState account={row} /> },
  { key: 'createdAt', header: 'Since', kind: 'date', as: 'date', year: true, priority: 4, of: row => row.createdAt },
]

const filters = [
  { key: 'role', label: 'Role', options: roles.map(value => ({ value, label: roleWords[value].label })) },
  {
    key: 'approval',
    label: 'Approval',
    options: approvalStatuses.map(value => ({ value, label: approvalWords[value] })),
  },
  {
    key: 'status',
    label: 'Account',
    options: accountStatuses.map(value => ({ value, label: accountWords[value] })),
  },
  {
    key: 'payment',
    label: 'Payment',
    options: planStates.map(value => ({ value, label: planStateWords[value].label })),
  },
]

/**
 * /admin/members: the members, with their roles, how they pay and whether they are on hold; a row opens beside the list. Other
 * accounts come with another approval, and with a search: whoever looks for somebody means any account.
 */
export function AdminMembers() {
  const { q } = useSearch({ strict: false })
  const list = useList(memberList, api.members.find, {
    canExport: true,
    usual: { approval: q ? '' : 'approved' },
  })
  const isOfMembers = list.search.approval === 'approved'
  return (
    <Page title="Members" chassis="desk" actions={<NewAccount />}>
      <DataTable
        {...list}
        label="Members"
        noun={isOfMembers ? ['member', 'members'] : ['account', 'accounts']}
        failed="Failed to load members"
        columns={columns}
        rowId={row => row.userId}
        rowName={shownName}
        searchFor="Search by name or email"
        filters={filters}
        panel={{
          title: row => (row ? shownName(row) : 'Member'),
          mark: row => <AccountState account={row} />,
          body: id => <PersonPanel key={id} id={id} />,
        }}
        empty={<Empty what="Nobody here yet" />}
      />
    </Page>
  )
}
