import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { InsideList } from '#features/door/presence/parts/inside-list.tsx'
import { formatCount, formatDate, formatMoney, formatTime } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { checkInList } from '../inputs.ts'
import { useKept } from '../parts/kept-check-ins.ts'
import { marketPass, messages } from '../rules.ts'

type Attendance = Awaited<ReturnType<typeof rpc.market.attendance>>
type Visitor = Awaited<ReturnType<typeof rpc.market.checkIns>>['rows'][number]

const refreshEveryMs = 30_000

/**
 * /admin/market-checkins: who is at today’s market, members and guests apart, anew every 30 s (MKA-23, MKA-24); for admins any
 * other day too. Without a market today the last one stands here and says so; of it the door reads the numbers, and no names:
 * it has those who are in the house instead.
 */
export function MarketCheckins() {
  const isAdmin = useMe()?.can.openAdminOnly ?? false
  const ofToday = useQuery(api.market.attendance.queryOptions({ refetchInterval: refreshEveryMs }))
  // Without a network the door has what its scanner kept.
  const today = useKept('attendance', ofToday, !isAdmin).data
  const isQuiet = today?.hasMarket === false && today.used === 0
  const isForDoor = isQuiet && !isAdmin
  const lastOn = isQuiet ? today.lastOn : null
  const list = useList(checkInList, api.market.checkIns, {
    canExport: true,
    refetchMs: () => refreshEveryMs,
    ...(isAdmin && lastOn && { usual: { on: lastOn } }),
  })
  const asked = isAdmin ? checkInList.safeParse(list.search).data?.on : (lastOn ?? undefined)
  const input = asked === undefined ? {} : { on: asked }
  const attendance = useQuery(api.market.attendance.queryOptions({ input, refetchInterval: refreshEveryMs }))
  const checkIns = useKept('checkIns', list.of, Object.keys(list.search).length === 0)
  const { data } = useKept('attendance', attendance, asked === undefined)
  // Five zeros would say that nobody came; of a market that was called off they say who had come before.
  const isWithout = data?.hasMarket === false && data.used === 0
  return (
    <Page
      title="Market check-ins"
      chassis="desk"
      // Where no table stands that says so itself, of a house that never had one.
      lead={isForDoor && !lastOn ? noMarketWords(today, undefined) : data ? leadWords(data, lastOn) : null}
      actions={
        isForDoor ? null : (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => {
              void list.of.refetch()
              void attendance.refetch()
            }}
          >
            Refresh
          </Button>
        )
      }
    >
      {isForDoor ? (
        <>
          <Section title="Who is in the building">
            <InsideList />
          </Section>
          {data && lastOn ? (
            <Section title={`The market of ${formatDate(lastOn)}`}>
              <Figures of={data} />
            </Section>
          ) : null}
        </>
      ) : (
        <>
          {data && !isWithout ? <Figures of={data} /> : null}
          <DataTable
            {...list}
            of={checkIns}
            label="Visitors"
            noun={['visitor', 'visitors']}
            failed={messages.checkInsLoad}
            columns={columns}
            rowId={row => row.id}
            rowName={row => row.name || row.ticketCode}
            searchFor="Name or ticket"
            // The door's own people look at today.
            {...(isAdmin && { filters: [{ key: 'on', label: 'Day', kind: 'day' as const }] })}
            panel={{
              title: row => (row ? row.name || 'Guest' : 'Visitor'),
              body: (_, row) => (row ? <Visit row={row} /> : null),
            }}
            empty={
              <Empty
                what={isWithout ? noMarketWords(data, asked) : 'Nobody has checked in yet'}
                why="Visitors appear here as the door lets them in."
              />
            }
          />
        </>
      )}
    </Page>
  )
}

/** How a market went. */
const Figures = ({ of }: { of: Attendance }) => (
  <Facts
    columns
    facts={[
      { label: 'Checked in', value: of.used },
      { label: 'Members', value: of.members },
      { label: 'Guests', value: of.guests },
      { label: 'Entries with re-entries', value: of.entries },
      { label: 'Taken at the door', value: formatMoney(of.takenPence) },
      of.doubles > 0 && { label: 'Double entries', value: of.doubles },
    ]}
  />
)

function leadWords({ on, nextOn }: Attendance, lastOn: string | null) {
  const day = formatDate(on, { year: true })
  if (on !== lastOn) return day
  return `No market today. The last one, ${day}${nextOn ? `; the next is on ${formatDate(nextOn)}` : ''}`
}

function noMarketWords({ on, nextOn }: Attendance, asked: string | undefined) {
  const day = asked === undefined ? 'today' : `on ${formatDate(on)}`
  return nextOn ? `No market ${day}; next: ${formatDate(nextOn)}` : `No market ${day}, and none planned`
}

/** One visitor in full, and the way back for whoever was let in by mistake: of their last entry. */
function Visit({ row }: { row: Visitor }) {
  const back = useAction(
    (visitor: Visitor, sending) =>
      rpc.door.takeBack(
        { kind: marketPass.name, scanId: visitor.scanId!, takenBackAt: new Date().toISOString() },
        sending,
      ),
    {
      done: 'Entry taken back',
      failed: 'The entry was not taken back',
      confirm: ({ name, pricePence, checkInCount, isPaidOnline }) => ({
        title: `Take back the last entry of ${name || 'this guest'}?`,
        body:
          checkInCount > 1
            ? 'It counts no more; the entries before it stay.'
            : isPaidOnline || pricePence === 0
              ? 'The entry counts no more. Nothing was taken for it at the door.'
              : `The entry counts no more, and ${formatMoney(pricePence)} less was taken at the door that day.`,
        action: 'Take back',
        keep: 'Keep the entry',
      }),
    },
  )
  return (
    <>
      <Facts
        facts={[
          row.userId !== null && {
            label: 'Person',
            value: (
              <ObjectLink noun="person" id={row.userId}>
                {row.name}
              </ObjectLink>
            ),
          },
          { label: 'Ticket', value: ticketWords(row) },
          { label: 'Code', value: row.ticketCode },
          { label: 'First entry', value: row.usedAt ? formatTime(new Date(row.usedAt)) : null },
          row.letInBy !== null && { label: 'Let in by', value: row.letInBy },
          { label: 'Last entry', value: row.lastEntryAt ? formatTime(new Date(row.lastEntryAt)) : null },
          { label: 'Entries', value: row.checkInCount },
          { label: 'Paid', value: formatMoney(row.pricePence) },
          row.doubles > 0 && { label: 'Double entries', value: row.doubles },
          row.objection !== null && { label: 'Let in without a connection', value: row.objection },
        ]}
      />
      {row.can.takeBack ? (
        <Button mt="md" variant="default" loading={back.isRunning} onClick={() => void back.run(row)}>
          {row.ticketType === 'guest' ? 'Take this guest back' : 'Take the last entry back'}
        </Button>
      ) : null}
    </>
  )
}

const ticketWords = ({ ticketType }: Visitor) => (ticketType === 'member' ? 'Member' : 'Guest')

const columns: Column<Visitor>[] = [
  {
    key: 'name',
    header: 'Name',
    kind: 'person',
    of: row => row.name || 'Guest',
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  {
    key: 'ticketType',
    header: 'Ticket',
    kind: 'tags',
    width: 6.5,
    priority: 2,
    of: row => [ticketWords(row)],
    short: ticketWords,
  },
  { key: 'ticketCode', header: 'Code', kind: 'text', priority: 4, of: row => row.ticketCode },
  {
    key: 'usedAt',
    header: 'First entry',
    kind: 'date',
    as: 'time',
    width: 7,
    priority: 1,
    of: row => row.usedAt,
  },
  {
    key: 'lastEntryAt',
    header: 'Last entry',
    kind: 'date',
    as: 'time',
    width: 7,
    of: row => row.lastEntryAt,
  },
  {
    key: 'checkInCount',
    header: 'Entries',
    kind: 'number',
    of: row => row.checkInCount,
    short: row => formatCount(row.checkInCount, 'entry', 'entries'),
  },
  {
    key: 'pricePence',
    header: 'Paid',
    kind: 'money',
    of: row => row.pricePence,
  },
  {
    key: 'note',
    header: 'Note',
    kind: 'status',
    seldom: true,
    // Why it objects stands in the panel.
    of: row => (
      <>
        {row.doubles > 0 ? <Status tone="warn">Double entry</Status> : null}{' '}
        {row.objection ? <Status tone="warn">Let in offline</Status> : null}
      </>
    ),
  },
]
