import { Button } from '@mantine/core'
import { PassKey } from '#features/door/passes/parts/pass-key.tsx'
import { formatCount, formatDate, formatMoney, formatNumber, formatTimeRange } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { dayList } from '../inputs.ts'
import { AddDay } from '../parts/add-day.tsx'
import { ChangeDay } from '../parts/change-day.tsx'
import { messages } from '../rules.ts'

type Day = Awaited<ReturnType<typeof rpc.market.days>>['rows'][number]

/** /admin/market-days: on which days there is a market (decision 33), and the key that signs its tickets. */
export function MarketDays() {
  const list = useList(dayList, api.market.days, { canExport: true })
  return (
    <Page
      title="Market days"
      chassis="desk"
      lead="The door lets people in on these days only."
      actions={
        <>
          <ButtonLink to="/admin/guest-tickets" variant="default">
            Guest tickets
          </ButtonLink>
          <AddDay />
          <PassKey />
        </>
      }
    >
      <DataTable
        {...list}
        label="Market days"
        noun={['market day', 'market days']}
        failed={messages.daysLoad}
        columns={columns}
        rowId={row => row.id}
        rowName={row => formatDate(row.on, { year: true })}
        panel={{
          title: row => (row ? formatDate(row.on, { year: true }) : 'Market day'),
          body: (_, row) => (row ? <DayPanel day={row} /> : <p>It is not on this page of the list.</p>),
        }}
        empty={<Empty what="No market day yet" why="Add the first one with the button above." />}
      />
    </Page>
  )
}

const takenWords = ({ taken, pitches }: Day) => `${formatNumber(taken)} of ${formatNumber(pitches)}`

const columns: Column<Day>[] = [
  { key: 'on', header: 'Day', kind: 'text', of: row => formatDate(row.on, { year: true }) },
  { key: 'hours', header: 'Open', kind: 'text', of: row => formatTimeRange(row.opensAt, row.closesAt) },
  { key: 'setUpFrom', header: 'Set-up from', kind: 'text', width: 7, priority: 4, of: row => row.setUpFrom },
  {
    key: 'pitches',
    header: 'Pitches taken',
    kind: 'text',
    width: 8,
    priority: 1,
    of: row => takenWords(row),
    short: row => `${takenWords(row)} pitches`,
  },
  {
    key: 'visitors',
    header: 'Visitors',
    kind: 'number',
    of: row => row.visitors,
    short: row => formatCount(row.visitors, 'visitor'),
  },
  {
    key: 'sold',
    header: 'Sold online',
    kind: 'number',
    width: 7,
    of: row => row.sold,
  },
  {
    ...{ key: 'soldPence', header: 'Taken online', kind: 'money', width: 7 },
    of: row => row.soldPence,
    short: row => `${formatMoney(row.soldPence)} online`,
  },
  {
    ...{ key: 'doorPence', header: 'At the door', kind: 'money', width: 7, priority: 4 },
    of: row => row.doorPence,
    short: row => `${formatMoney(row.doorPence)} at the door`,
  },
  {
    key: 'state',
    header: 'State',
    kind: 'status',
    of: row =>
      row.isCancelled ? (
        <Status tone="bad">Cancelled</Status>
      ) : row.isOver ? (
        <Status>Took place</Status>
      ) : (
        <Status tone="info">Takes place</Status>
      ),
  },
]

const DayPanel = ({ day }: { day: Day }) => (
  <>
    <Facts
      facts={[
        { label: 'Open', value: formatTimeRange(day.opensAt, day.closesAt) },
        { label: 'Set-up from', value: day.setUpFrom },
        { label: 'Pitches taken', value: takenWords(day) },
        { label: 'Note', value: day.note },
        { label: 'Visitors', value: day.visitors },
        { label: 'Guest tickets sold online', value: formatCount(day.sold, 'ticket') },
        { label: 'Taken online', value: formatMoney(day.soldPence) },
        { label: 'Taken at the door', value: formatMoney(day.doorPence) },
      ]}
    />
    {day.fewer !== null && day.can.change ? (
      <p role="status">
        The plan of the hall has room for {formatNumber(day.fewer)} only: no more are sold.{' '}
        <AnchorLink to="/admin/markets" search={{ tab: 'plan', on: day.on }}>
          Open the plan
        </AnchorLink>
      </p>
    ) : null}
    {day.can.change ? <ChangeDay key={day.id} day={day} /> : null}
    {day.can.cancel ? <CancelDay day={day} /> : null}
  </>
)

function CancelDay({ day: { id, on, taken, sold } }: { day: Day }) {
  const name = formatDate(on, { year: true })
  const cancel = useAction(rpc.market.cancelDay, {
    confirm: () => ({
      title: `Cancel the market on ${name}?`,
      body: [
        'Nobody is let in on this day, and codes already handed out for it stop working.',
        taken > 0 ? 'Whoever has a stall is told by email, and all they paid goes back.' : '',
        sold > 0 ? `Whoever bought ${formatCount(sold, 'guest ticket')} is told by email, and paid back.` : '',
      ]
        .filter(Boolean)
        .join(' '),
      action: 'Cancel market',
      danger: true,
    }),
    done: `The market on ${name} is cancelled`,
    failed: 'The market was not cancelled',
  })
  return (
    <Button
      variant="default"
      size="sm"
      loading={cancel.isRunning}
      onClick={() => void cancel.run({ id })}
      aria-label={`Cancel the market on ${name}`}
    >
      Cancel
    </Button>
  )
}
