import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Phone } from '#ui/plain/phone.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, rpc } from '#web/client.ts'
import classes from './tours.module.css'

type Party = Awaited<ReturnType<typeof rpc.tours.parties>>['rows'][number]

/** Who comes to a tour, who came, and who has applied since (TRA-02, TRA-13). */
export function Parties({ slotId }: { slotId: string }) {
  const parties = useQuery(api.tours.parties.queryOptions({ input: { id: slotId } }))
  return (
    <Query of={parties} failed="Failed to load the bookings of this tour">
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty what="Nobody has booked this tour" why="Bookings appear here as they come." />
        ) : (
          rows.map(party => <PartyFacts key={party.id} party={party} />)
        )
      }
    </Query>
  )
}

function PartyFacts({ party }: { party: Party }) {
  const { id, userId, guestName, guestEmail, guestPhone, partySize, status, createdAt, hasApplied, can } = party
  const note = useAction(rpc.tours.noteAttendance, {
    undo: () => sending => rpc.tours.noteAttendance({ id, status: 'confirmed' }, sending),
    done: ({ status: noted }) => (noted === 'attended' ? `${guestName} came` : `${guestName} did not come`),
    failed: 'It was not noted',
  })
  return (
    <section aria-label={guestName}>
      <h3>
        {userId ? (
          <ObjectLink noun="person" id={userId}>
            {guestName}
          </ObjectLink>
        ) : (
          guestName
        )}
      </h3>
      <Facts
        facts={[
          { label: 'Status', value: <Status tone={tones[status]}>{words[status]}</Status> },
          { label: 'Party', value: formatCount(partySize, 'person', 'people') },
          { label: 'Email', value: <Email of={guestEmail} /> },
          ...(guestPhone ? [{ label: 'Phone', value: <Phone of={guestPhone} /> }] : []),
          { label: 'Booked', value: <When at={createdAt} /> },
          ...(hasApplied ? [{ label: 'Since then', value: 'Has applied for membership' }] : []),
        ]}
      />
      {can.note && status === 'confirmed' ? (
        <div className={classes.deeds}>
          <Button size="sm" onClick={() => void note.run({ id, status: 'attended' })} loading={note.isRunning}>
            Came
          </Button>
          <Button
            size="sm"
            variant="default"
            onClick={() => void note.run({ id, status: 'no_show' })}
            loading={note.isRunning}
          >
            Did not come
          </Button>
        </div>
      ) : null}
    </section>
  )
}

const words = { confirmed: 'Expected', cancelled: 'Cancelled', attended: 'Came', no_show: 'Did not come' } as const
const tones = { confirmed: 'good', cancelled: 'bad', attended: 'good', no_show: 'warn' } as const
