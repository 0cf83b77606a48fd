import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RentalPanel } from '#features/spaces/rentals/parts/rental-panel.tsx'
import { kindWords } from '#features/spaces/schedule/rules.ts'
import type { Shifting } from '#features/spaces/shifts/parts/shift.tsx'
import { SessionPanel } from '#features/spaces/studio/parts/session-panel.tsx'
import { formatDateTime } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { Lift } from './closed-rooms.tsx'
import type { Entry } from './entries.ts'
import { useEntry } from './entry-link.tsx'

type OnShift = (shifting: Shifting) => void

/** What has a room and is no booking: what it is, and moving or ending it. Bookings have a panel of their own. */
export function EntryDialog({ rows, onShift }: { rows: readonly Entry[]; onShift: OnShift }) {
  const { opened, close } = useEntry()
  if (!opened) return null
  const { kind, ref } = opened
  const own = rows.filter(row => row.kind === kind && row.ref === ref)
  const move = (shifting: Shifting) => {
    close()
    onShift(shifting)
  }
  return (
    <Dialog onClose={close} title={kindWords[kind] ?? 'In the calendar'}>
      {kind === 'studio' ? (
        <Session id={ref} onShift={move} />
      ) : kind === 'rental' ? (
        <Rental id={ref} />
      ) : own[0] ? (
        <Held entry={own[0]} rooms={[...new Set(own.map(({ room }) => room))]} onShift={move} />
      ) : (
        <p>It is no longer in the calendar on these days.</p>
      )}
    </Dialog>
  )
}

function Session({ id, onShift }: { id: string; onShift: OnShift }) {
  const found = useQuery(api.studio.list.queryOptions({ input: { id } }))
  return (
    <Query of={found} failed="Failed to load studio bookings">
      {({ rows: [session] }) =>
        session ? (
          <>
            <SessionPanel session={session} />
            {session.can.move ? (
              <MoveButton
                onMove={() =>
                  onShift({
                    ...{ kind: 'studio', id, title: session.person.name },
                    ...{ on: session.bookingDate, startsAt: session.startTime },
                  })
                }
              />
            ) : null}
          </>
        ) : (
          <p>There is no such booking.</p>
        )
      }
    </Query>
  )
}

function Rental({ id }: { id: string }) {
  const found = useQuery(api.rentals.list.queryOptions({ input: { id } }))
  return (
    <Query of={found} failed="Failed to load studio rental members">
      {({ rows: [rental] }) => (rental ? <RentalPanel rental={rental} /> : <p>There is no such rental.</p>)}
    </Query>
  )
}

/** A closure, or what another part of the house looks after. */
function Held({ entry, rooms, onShift }: { entry: Entry; rooms: readonly string[]; onShift: OnShift }) {
  const { kind, ref, title, on, startsAt, startedAt, endedAt } = entry
  const isClosure = kind === 'closure'
  const now = new Date()
  return (
    <>
      <Facts
        facts={[
          { label: isClosure ? 'Reason' : 'What', value: title || kindWords[kind] },
          { label: 'Rooms', value: rooms.join(', ') },
          { label: 'From', value: formatDateTime(startedAt) },
          { label: 'Until', value: formatDateTime(endedAt) },
        ]}
      />
      {isClosure && startedAt > now ? (
        <MoveButton
          onMove={() => onShift({ kind, id: ref, title: 'the closure', on, startsAt, spaceId: entry.spaceId })}
        />
      ) : null}
      {isClosure && endedAt > now ? <Lift id={ref} /> : null}
    </>
  )
}

function MoveButton({ onMove }: { onMove: () => void }) {
  return (
    <Button variant="default" size="sm" onClick={onMove} mr="sm">
      Move
    </Button>
  )
}
