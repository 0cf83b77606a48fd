import { useQuery } from '@tanstack/react-query'
import { securityKinds } from '#platform/security/kinds.ts'
import { formatCount, formatExact } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { eventList } from '../inputs.ts'
import { alarmNames, kindNames, unusualKinds } from '../rules.ts'

type Event = Awaited<ReturnType<typeof rpc.security.events>>['rows'][number]

const columns: Column<Event>[] = [
  { key: 'createdAt', header: 'When', kind: 'date', of: ({ createdAt }) => createdAt },
  {
    key: 'kind',
    header: 'What',
    kind: 'status',
    width: 13,
    of: ({ kind, times }) => (
      <Status tone={unusualKinds.includes(kind) ? 'warn' : 'plain'}>
        {kindNames[kind]}
        {times > 1 ? `, ${formatCount(times, 'time')}` : ''}
      </Status>
    ),
  },
  {
    key: 'person',
    header: 'Who',
    kind: 'person',
    of: whoOf,
    opens: row => (row.personId && row.personName ? ['person', row.personId] : null),
  },
  { key: 'ipAddress', header: 'Address', kind: 'text', of: ({ ipAddress }) => ipAddress ?? 'Not known' },
  { key: 'detail', header: 'Details', kind: 'text', of: ({ detail }) => detail },
]

/** What happened to ways in, rights and people's data: the last day in plain words, and every event below. */
export function EventTable() {
  const list = useList(eventList, api.security.events, { canExport: true })
  const day = useQuery(api.security.lastDay.queryOptions())
  return (
    <>
      <Section title="The last 24 hours" aside>
        <Query of={day} failed="The last day could not be summed up">
          {({ isUnusual, sentences: [first, ...rest], warnings, newAdmins }) => (
            <>
              <p>
                <Status tone={isUnusual ? 'warn' : 'good'}>{first}</Status> {rest.join(' ')}
              </p>
              {warnings.length > 0 ? (
                <ul aria-label="Warnings of the last 24 hours">
                  {warnings.map(({ rule, sentAt }) => (
                    <li key={rule}>
                      <Status tone="bad">{alarmNames[rule]}</Status> <When at={sentAt} />
                      {rule === 'adminMade' ? <NewAdmins of={newAdmins} /> : null}
                    </li>
                  ))}
                </ul>
              ) : null}
            </>
          )}
        </Query>
      </Section>
      <DataTable
        {...list}
        label="Security events"
        noun={['event', 'events']}
        failed="Security events could not be loaded"
        columns={columns}
        rowId={row => String(row.id)}
        rowName={row => `Event ${row.id}`}
        searchFor="Search by name, user ID, address or details"
        filters={[
          {
            key: 'kind',
            label: 'What',
            options: securityKinds.map(value => ({ value, label: kindNames[value] })),
          },
        ]}
        panel={{
          title: row => (row ? kindNames[row.kind] : ''),
          body: (_, row) => (row ? <Details row={row} /> : null),
        }}
        empty={
          <Empty what="No security events" why="Sign-ins, refusals and changes of rights appear here as they happen." />
        }
      />
    </>
  )
}

/** Who became an admin, and by whom, each with the way to the person. */
function NewAdmins({ of }: { of: Awaited<ReturnType<typeof rpc.security.lastDay>>['newAdmins'] }) {
  return (
    <ul aria-label="Who became an admin">
      {of.map(({ id, name, byId, byName }) => (
        <li key={id}>
          <ObjectLink noun="person" id={id}>
            {name}
          </ObjectLink>
          , by{' '}
          {byId ? (
            <ObjectLink noun="person" id={byId}>
              {byName}
            </ObjectLink>
          ) : (
            'whoever runs the server'
          )}
        </li>
      ))}
    </ul>
  )
}

function Details({ row }: { row: Event }) {
  return (
    <Facts
      facts={[
        { label: 'When', value: formatExact(row.createdAt) },
        { label: 'How often', value: formatCount(row.times, 'time') },
        {
          label: 'Who',
          value:
            row.personId && row.personName ? (
              <ObjectLink noun="person" id={row.personId}>
                {row.personName}
              </ObjectLink>
            ) : (
              whoOf(row)
            ),
        },
        { label: 'User ID', value: row.personId },
        {
          label: 'About',
          value: row.aboutId ? (
            <ObjectLink noun="person" id={row.aboutId}>
              {row.aboutName}
            </ObjectLink>
          ) : null,
        },
        { label: 'Address', value: row.ipAddress },
        { label: 'Details', value: row.detail },
        { label: 'Request', value: row.requestId },
      ]}
    />
  )
}

function whoOf({ personName, personId }: Event): string {
  return personName ?? personId?.slice(0, 8) ?? 'Nobody known'
}
