import { Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { formatDay } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { Tag } from '#ui/status.tsx'
import { api } from '#web/client.ts'
import { memberSearch } from '../inputs.ts'
import { AccountPanel, type AccountRow } from '../parts/account-panel.tsx'
import { AccountState } from '../parts/account-state.tsx'
import { NewAccount } from '../parts/new-account.tsx'

const nameOf = ({ firstName, lastName, email }: AccountRow) => `${firstName} ${lastName}`.trim() || email

const columns: Column<AccountRow>[] = [
  { key: 'name', header: 'Name', cell: nameOf, canSort: true },
  { key: 'email', header: 'Email', cell: row => row.email, canSort: true },
  {
    key: 'roles',
    header: 'Roles',
    cell: row => (
      <Group gap={6}>
        {row.roles.map(role => (
          <Tag key={role}>{role}</Tag>
        ))}
      </Group>
    ),
  },
  { key: 'standing', header: 'Standing', cell: row => <AccountState account={row} /> },
  {
    key: 'createdAt',
    header: 'Since',
    cell: row => formatDay(row.createdAt),
    canSort: true,
    isWideOnly: true,
  },
]

const filters = [
  {
    key: 'role',
    label: 'Role',
    options: [
      { value: 'admin', label: 'Admin' },
      { value: 'committee', label: 'Committee' },
      { value: 'door', label: 'Door' },
    ],
  },
  {
    key: 'status',
    label: 'Account',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'blocked', label: 'Blocked' },
      { value: 'suspended', label: 'Suspended' },
    ],
  },
]

/** /admin/members: every account, with its roles and standing; a row opens beside the list. */
export function AdminMembers() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const view = readTableSearch(
    search,
    filters.map(({ key }) => key),
  )
  const asked = memberSearch.safeParse({
    page: view.page,
    pageSize: view.size,
    sort: view.sort,
    q: view.q,
    ...view.filters,
  })
  const query = useQuery({
    // An address written by hand that means nothing shows the plain list.
    ...api.members.find.queryOptions({ input: asked.data ?? {} }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Members" lead="Everybody with an account." actions={<NewAccount />}>
      <DataTable
        label="Members"
        of={query}
        failed="Failed to load members"
        columns={columns}
        rowId={row => row.userId}
        rowName={nameOf}
        search={search}
        onSearch={next =>
          void navigate({
            to: '/admin/members' as string,
            search: ((old: object) => ({ ...old, ...next })) as never,
          })
        }
        searchFor="Search by name or e-mail"
        filters={filters}
        panel={{
          title: row => (row ? nameOf(row) : 'Member'),
          body: (_, row) =>
            row ? <AccountPanel account={row} /> : <p>This person is not on this page of the list.</p>,
        }}
        empty={<Empty what="Nobody here yet" />}
      />
    </Page>
  )
}
