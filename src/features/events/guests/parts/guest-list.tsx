import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { guestMessage, longestMessage } from '#features/events/conversation/inputs.ts'
import { comingEveryMs } from '#features/events/registrations/rules.ts'
import { formatCount, formatNumber } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'

type Guest = Awaited<ReturnType<typeof rpc.hosting.guests>>[number]

/** Who comes to an event of one's own: checked in at the door, written to, and counted afterwards. */
export function GuestList({ eventId, canWrite, isOver }: { eventId: string; canWrite: boolean; isOver: boolean }) {
  const guests = useQuery(
    api.hosting.guests.queryOptions({ input: { id: eventId }, ...(!isOver && { refetchInterval: comingEveryMs }) }),
  )
  return (
    <Section
      title="Who comes"
      lead={
        isOver
          ? undefined
          : 'Check people in as they arrive, from an hour before it begins: the points are theirs then.'
      }
      aside
    >
      <Query of={guests} failed="Failed to load who comes">
        {rows => (
          <>
            {rows.length === 0 ? (
              <Empty what="Nobody has registered yet" why="Whoever registers stands here." />
            ) : (
              <>
                <p role="status">{figuresOf(rows)}</p>
                <Facts
                  facts={rows.map(guest => ({
                    label: nameOf(guest),
                    value: <CheckIn guest={guest} isOver={isOver} />,
                  }))}
                />
              </>
            )}
            {canWrite && rows.length > 0 ? (
              <WriteToGuests key={rows.length} eventId={eventId} count={rows.length} />
            ) : null}
          </>
        )}
      </Query>
    </Section>
  )
}

const nameOf = ({ name, plusOnes }: Guest) => (plusOnes > 0 ? `${name}, with ${plusOnes}` : name)

/** How many are registered and how many of them were there. */
function figuresOf(rows: readonly Guest[]): string {
  const came = rows.filter(({ status }) => status === 'attended').length
  const share = Math.round((came / rows.length) * 100)
  return `${formatCount(rows.length, 'registration')}, ${formatNumber(came)} checked in (${share} %)`
}

function CheckIn({ guest: { id, name, status, attendedAt, can }, isOver }: { guest: Guest; isOver: boolean }) {
  const checkIn = useAction(rpc.hosting.checkIn, {
    undo: (_, input) => sending => rpc.hosting.undoCheckIn(input, sending),
    done: `${name} is checked in`,
    failed: 'Failed to mark attendance',
  })
  if (status === 'attended') return <>Here since {attendedAt ? <When at={attendedAt} as="time" /> : 'the beginning'}</>
  if (!can.checkIn) return <>{isOver ? 'Did not come' : 'Registered'}</>
  return (
    <Button
      size="sm"
      variant="default"
      loading={checkIn.isRunning}
      onClick={() => void checkIn.run({ id })}
      aria-label={`Check in ${name}`}
    >
      Check in
    </Button>
  )
}

function WriteToGuests({ eventId, count }: { eventId: string; count: number }) {
  const form = useSchemaForm({
    schema: guestMessage,
    initial: { id: eventId, body: '', seen: count },
    keep: `event-guests:${eventId}`,
    notKept: ['seen'],
    submit: (values, { idempotencyKey }) => rpc.hosting.writeToGuests(values, { context: { idempotencyKey } }),
    onDone: ({ recipients }) => {
      form.reset()
      toast.success('Message sent', `It goes to ${formatCount(recipients, 'person', 'people')}.`)
    },
  })
  return (
    <Form
      of={form}
      label="Message to those who come"
      actions={
        <Submit of={form} variant="default" busy="Sending…">
          Send to {formatCount(count, 'person', 'people')}
        </Submit>
      }
    >
      <TextAreaField
        of={form.field('body')}
        label="Message to those who come"
        hint="They get it by email, with your name."
        minRows={2}
        maxLength={longestMessage}
      />
    </Form>
  )
}
