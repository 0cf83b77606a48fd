import { Button } from '@mantine/core'
import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'
import { messages } from '../rules.ts'

type Slot = Pick<Awaited<ReturnType<typeof rpc.tours.slots>>['rows'][number], 'id' | 'parties' | 'bookedCount'>

/** Deletes a tour with all its bookings (TRA-10). */
export function RemoveSlot({ slot, name }: { slot: Slot; name: string }) {
  const { id, parties, bookedCount } = slot
  const remove = useAction(rpc.tours.removeSlot, {
    confirm: () => ({
      title: `Delete the tour on ${name}?`,
      body:
        parties === 0
          ? 'Nobody has booked it. It is offered no more.'
          : `${formatCount(parties, 'booking')} with ${formatCount(bookedCount, 'person', 'people')} ${parties === 1 ? 'is' : 'are'} cancelled with it, and told by email.`,
      action: 'Delete tour',
      danger: true,
    }),
    done: `The tour on ${name} is deleted`,
    failed: messages.slotDelete,
  })
  return (
    <Button
      variant="default"
      size="sm"
      loading={remove.isRunning}
      onClick={() => void remove.run({ id, seenParties: parties })}
      aria-label={`Delete the tour on ${name}`}
    >
      Delete
    </Button>
  )
}
