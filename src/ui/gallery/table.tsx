import { useState } from 'react'
import { formatCount, formatDay, formatMoney } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/table/data-table.tsx'
import { toast } from '#ui/toast.ts'

interface Person {
  id: string
  name: string
  craft: string
  status: 'approved' | 'pending' | 'rejected'
  joinedOn: string
  spentPence: number
}

const names = [
  'Ada Okafor',
  'Ben Hartley',
  'Chiara Rossi',
  'Dev Patel',
  'Elif Kaya',
  'Finn Murray',
  'Grace Liu',
  'Hana Sato',
]
const crafts = ['Print', 'Ceramics', 'Sound', 'Textiles']
const people: Person[] = Array.from({ length: 63 }, (_, index) => ({
  id: `p${index}`,
  name: `${names[index % 8]}${index < 8 ? '' : ` ${Math.floor(index / 8) + 1}`}`,
  craft: crafts[index % 4]!,
  status: (['approved', 'approved', 'pending', 'rejected'] as const)[index % 4]!,
  joinedOn: `2025-0${(index % 9) + 1}-1${index % 9}`,
  spentPence: (index * 7919) % 90_000,
}))

const tones = { approved: 'good', pending: 'warn', rejected: 'bad' } as const

const columns: Column<Person>[] = [
  { key: 'name', header: 'Name', kind: 'person', of: person => person.name, canSort: true },
  { key: 'craft', header: 'Craft', kind: 'text', of: person => person.craft },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: person => <Status tone={tones[person.status]}>{person.status}</Status>,
  },
  { key: 'joinedOn', header: 'Joined', kind: 'date', year: true, of: person => person.joinedOn, canSort: true },
  {
    key: 'spentPence',
    header: 'Spent',
    kind: 'money',
    of: person => person.spentPence,
    canSort: true,
  },
]

export function GalleryTable() {
  const [search, setSearch] = useState<TableSearch>({})
  const view = readTableSearch(search, ['status'], 10)
  const found = sorted(
    people.filter(
      person =>
        person.name.toLowerCase().includes(view.q.toLowerCase()) &&
        (view.filters.status === undefined || person.status === view.filters.status),
    ),
    view.sort,
  )
  const data = { rows: found.slice((view.page - 1) * view.size, view.page * view.size), total: found.length }
  return (
    <Section
      title="Table"
      lead="One everywhere: searched, sorted, filtered and paged in the address; a line a row on a phone."
    >
      <DataTable
        label="Members"
        of={{
          data,
          error: null,
          fetchStatus: 'idle',
          isFetching: false,
          errorUpdateCount: 0,
          refetch: () => undefined,
        }}
        failed="Failed to load members"
        columns={columns}
        rowId={person => person.id}
        rowName={person => person.name}
        search={search}
        onSearch={next => setSearch(old => ({ ...old, ...next }))}
        searchFor="Search members"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: Object.keys(tones).map(value => ({ value, label: value })),
          },
        ]}
        size={10}
        exportHref="#members.csv"
        bulk={[
          {
            label: count => `Approve ${formatCount(count, 'person', 'people')}`,
            confirm: ({ length }) => ({
              title: `Approve ${formatCount(length, 'person', 'people')}?`,
              action: 'Approve',
            }),
            run: async chosen => toast.success(`${formatCount(chosen.length, 'person', 'people')} approved`),
          },
          { label: count => `Archive ${count}`, danger: true, confirm: () => null, run: async () => false },
        ]}
        panel={{
          title: person => person?.name ?? 'Member',
          body: (_, person) =>
            person ? (
              <Facts
                facts={[
                  { label: 'Craft', value: person.craft },
                  { label: 'Joined', value: formatDay(person.joinedOn) },
                  { label: 'Spent', value: formatMoney(person.spentPence) },
                ]}
              />
            ) : null,
        }}
        empty={<Empty what="No members yet" />}
      />
    </Section>
  )
}

function sorted(list: Person[], sort: string | undefined): Person[] {
  if (sort === undefined) return list
  const key = sort.replace('-', '') as keyof Person
  const direction = sort.startsWith('-') ? -1 : 1
  return [...list].sort((a, b) => (a[key] > b[key] ? direction : -direction))
}
