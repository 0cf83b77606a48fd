import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatCount, formatDate, formatNumber } from '#platform/words.ts'
import { useDialog } from '#ui/in-address.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { insideList } from '../inputs.ts'
import { InsideDialog } from '../parts/inside-dialog.tsx'
import classes from '../parts/occupancy.module.css'
import { useCheckOut } from '../parts/visits.ts'
import { fullness, messages, methodWords } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.occupancy.inside>>['rows'][number]
type Figures = Awaited<ReturnType<typeof rpc.occupancy.figures>>

const Visits = lazy(() => import('../parts/visits-chart.tsx').then(({ VisitsChart }) => ({ default: VisitsChart })))

/** News of the door shows at once; this is for what was missed (OCC-04). */
const refreshEveryMs = 30_000

/** /admin/occupancy: who is in the house now, and how many came (OCC-01…07). */
export function Occupancy() {
  const figures = useQuery(api.occupancy.figures.queryOptions({ refetchInterval: refreshEveryMs }))
  const list = useList(insideList, api.occupancy.inside, { canExport: true, refetchMs: () => refreshEveryMs })
  const dialog = useDialog('inside', 'name')
  const isLeftOpen = list.of.data?.rows.some(row => row.isFromEarlierDay) ?? false
  return (
    <Page
      title="Building Occupancy"
      chassis="desk"
      actions={
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={dialog.open}>
          Roll call
        </Button>
      }
    >
      <Query of={figures} failed={messages.occupancyLoad} loading={<LoadingRows rows={2} />}>
        {data => <Counters of={data} />}
      </Query>
      <DataTable
        {...list}
        label="In the building"
        noun={['person', 'people']}
        failed={messages.occupancyLoad}
        columns={columns.filter(({ key }) => key !== 'leftOpen' || isLeftOpen)}
        rowId={row => row.id}
        rowName={row => row.name || 'Guest'}
        panel={{
          title: row => (row ? row.name || 'Guest' : 'Not inside'),
          body: (_, row, leave) =>
            row ? <Visit row={row} onLeft={leave} /> : <p>They are not on this page of the list, or left.</p>,
        }}
        searchFor="Name"
        filters={[
          {
            key: 'since',
            label: 'Came in',
            options: [
              { value: 'today', label: 'Today' },
              { value: 'earlier', label: 'On an earlier day' },
            ],
          },
        ]}
        empty={<Empty what="Nobody is in the building" why="People appear here as the door lets them in." />}
      />
      {figures.data ? (
        <Section title="Four weeks">
          <Suspense>
            <Visits days={figures.data.days} />
          </Suspense>
        </Section>
      ) : null}
      {dialog.isOpen ? <InsideDialog onClose={dialog.close} /> : null}
    </Page>
  )
}

function Counters({ of: { inside, limit, today, week, dailyAverage, leftOpen } }: { of: Figures }) {
  const full = fullness(inside, limit)
  const counters = [
    { label: 'Currently In Building', value: formatNumber(inside), detail: `of ${formatNumber(limit)}` },
    { label: 'Today’s Visits', value: formatNumber(today), detail: null },
    { label: 'This Week', value: formatNumber(week), detail: 'since Monday' },
    { label: 'Daily Average', value: formatNumber(dailyAverage), detail: 'a day this week' },
  ]
  return (
    <div className={classes.figures}>
      <dl className={classes.counters}>
        {counters.map(({ label, value, detail }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{value}</strong> {detail ? <small>{detail}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
      {full === 'room' ? null : (
        <Status tone={full === 'full' ? 'bad' : 'warn'}>
          {full === 'full' ? 'The building is full: stop entry' : 'The building is nearly full'}
        </Status>
      )}
      {leftOpen > 0 ? (
        <Status tone="warn">
          {formatNumber(leftOpen)} left open from earlier days: the figure counts people who may have gone
        </Status>
      ) : null}
    </div>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    kind: 'person',
    of: row => row.name || 'Guest',
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  { key: 'is', header: 'Is', kind: 'tags', width: 6, of: row => [row.userId ? 'Member' : 'Guest'] },
  {
    ...{ key: 'checkInTime', header: 'Came in', kind: 'date', as: 'time', width: 7, priority: 1 },
    of: row => row.checkInTime,
  },
  {
    key: 'entryMethod',
    header: 'Entry method',
    kind: 'text',
    width: 9,
    priority: 4,
    of: row => methodWords(row.entryMethod),
  },
  { key: 'through', header: 'Through', kind: 'text', width: 7, priority: 4, of: row => row.through ?? '' },
  {
    key: 'leftOpen',
    header: 'Left open',
    kind: 'status',
    width: 9,
    of: row =>
      row.isFromEarlierDay ? <Status tone="warn">Left open since {formatDate(row.checkInTime)}</Status> : null,
  },
  {
    key: 'notes',
    header: 'Notes',
    kind: 'text',
    width: 10,
    priority: 2,
    of: row => [row.guests > 0 && `With ${formatCount(row.guests, 'guest')}`, row.notes].filter(Boolean).join('. '),
  },
  { key: 'can', header: 'Check out', kind: 'action', isBeside: true, of: row => <CheckOut row={row} /> },
]

/** Somebody who is inside: who they are, how they came in, and with whom. */
function Visit({ row, onLeft }: { row: Row; onLeft: () => void }) {
  const out = useCheckOut(onLeft)
  const { id, userId, guests, notes, through } = row
  const name = row.name || 'Guest'
  const first =
    guests > 0 ? { label: `Check out with ${formatCount(guests, 'guest')}`, guests } : { label: 'Check out' }
  return (
    <>
      <Facts
        facts={[
          userId
            ? {
                label: 'Member',
                value: (
                  <ObjectLink noun="person" id={userId}>
                    {name}
                  </ObjectLink>
                ),
              }
            : { label: 'Is', value: 'Guest' },
          { label: 'Came in', value: <When at={row.checkInTime} /> },
          { label: 'Entry method', value: methodWords(row.entryMethod) },
          ...(through ? [{ label: 'Through', value: through }] : []),
          ...(guests > 0 ? [{ label: 'Brought', value: `${formatCount(guests, 'guest')}, still inside` }] : []),
          ...(notes ? [{ label: 'Notes', value: notes }] : []),
        ]}
      />
      <div className={classes.deeds}>
        <Button
          loading={out.isRunning}
          onClick={() => void out.run({ id, name, ...(first.guests && { guests: first.guests }) })}
        >
          {first.label}
        </Button>
        {guests > 0 ? (
          <Button variant="default" onClick={() => void out.run({ id, name })}>
            Check out {name} alone
          </Button>
        ) : null}
      </div>
    </>
  )
}

function CheckOut({ row: { id, guests, ...row } }: { row: Row }) {
  const out = useCheckOut()
  const name = row.name || 'Guest'
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={out.isRunning}
      aria-label={`Check out ${row.name || 'this guest'}${guests > 0 ? ` and ${formatCount(guests, 'guest')}` : ''}`}
      onClick={() => void out.run({ id, name, guests })}
    >
      Check out
    </Button>
  )
}
