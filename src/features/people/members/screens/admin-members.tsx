import { Group } from '@mantine/core'
import { roles } from '#platform/auth/actor.ts'
import { formatDay } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Tag } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { accountStatuses, memberList } from '../inputs.ts'
import { AccountPanel, type AccountRow, roleWords, shownName } from '../parts/account-panel.tsx'
import { AccountState, accountWords } from '../parts/account-state.tsx'
import { NewAccount } from '../parts/new-account.tsx'

const columns: Column<AccountRow>[] = [
  { key: 'name', header: 'Name', cell: shownName },
  { key: 'email', header: 'Email', cell: row => row.email },
  {
    key: 'roles',
    header: 'Roles',
    cell: row => (
      <Group gap={6}>
        {row.roles.map(role => (
          <Tag key={role}>{roleWords[role].label}</Tag>
        ))}
      </Group>
    ),
  },
  { key: 'standing', header: 'Standing', cell: row => <AccountState account={row} /> },
  {
    key: 'createdAt',
    header: 'Since',
    cell: row => formatDay(row.createdAt),
    isWideOnly: true,
  },
]

const filters = [
  { key: 'role', label: 'Role', options: roles.map(value => ({ value, label: roleWords[value].label })) },
  {
    key: 'status',
    label: 'Account',
    options: accountStatuses.map(value => ({ value, label: accountWords[value] })),
  },
]

/** /admin/members: every account, with its roles and whether it is on hold; a row opens beside the list. */
export function AdminMembers() {
  const list = useList(memberList, api.members.find, { canExport: true })
  return (
    <Page title="Members" lead="Everybody with an account." actions={<NewAccount />}>
      <DataTable
        {...list}
        label="Members"
        failed="Failed to load members"
        columns={columns}
        rowId={row => row.userId}
        rowName={shownName}
        searchFor="Search by name or e-mail"
        filters={filters}
        panel={{
          title: row => (row ? shownName(row) : 'Member'),
          body: (_, row) =>
            row ? <AccountPanel account={row} /> : <p>This person is not on this page of the list.</p>,
        }}
        empty={<Empty what="Nobody here yet" />}
      />
    </Page>
  )
}
