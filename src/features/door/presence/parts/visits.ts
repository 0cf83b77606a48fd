import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'

/** Who is checked out; `guests`: how many of those they brought go with them. */
interface Leaving {
  id: string
  name: string
  guests?: number
}

/** Checks somebody out who was seen leaving; with their guests after a question. */
export const useCheckOut = (onDone?: () => void) =>
  useAction(({ id, guests = 0 }: Leaving, sending) => rpc.door.checkOut({ id, withGuests: guests > 0 }, sending), {
    done: (_, leaving) => `${partyOf(leaving)} checked out`,
    failed: 'They were not checked out',
    onDone: () => onDone?.(),
    confirm: leaving =>
      leaving.guests
        ? {
            title: `Check out ${partyOf(leaving)}?`,
            body: 'They came in together. Who leaves alone is checked out where the row opens.',
            action: `Check out ${leaving.guests + 1} people`,
            keep: 'Keep them inside',
          }
        : null,
    undo:
      (_, { id, guests = 0 }) =>
      sending =>
        rpc.door.undoCheckOut({ id, withGuests: guests > 0 }, sending),
  })

const partyOf = ({ name, guests = 0 }: Leaving) => (guests > 0 ? `${name} and ${formatCount(guests, 'guest')}` : name)

/** Checks a member or a guest in by hand. */
export const useCheckIn = (onDone?: () => void) =>
  useAction(
    (who: { id: string; name: string; userId?: string; guestName?: string }, sending) => {
      const { name: _, ...input } = who
      return rpc.door.checkIn(input, sending)
    },
    {
      done: (_, { name }) => `${name} checked in`,
      failed: 'They were not checked in',
      onDone: () => onDone?.(),
      undo:
        ({ id }) =>
        sending =>
          rpc.door.undoCheckIn({ id }, sending),
    },
  )
