import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'

/** Checks somebody out who was seen leaving. */
export const useCheckOut = () =>
  useAction(({ id }: { id: string; name: string }, sending) => rpc.door.checkOut({ id }, sending), {
    done: (_, { name }) => `${name} checked out`,
    failed: 'They were not checked out',
    undo:
      (_, { id }) =>
      sending =>
        rpc.door.undoCheckOut({ id }, sending),
  })

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
