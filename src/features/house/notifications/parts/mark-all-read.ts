import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'

/** Marks everything as read, or everything of one kind. */
export const useMarkAllRead = () =>
  useAction(rpc.notifications.markAllRead, {
    atOnce: 'all of it stays in the list, and is only no longer counted',
    done: ({ marked }) => `${formatCount(marked, 'notification')} marked as read`,
    failed: 'They were not marked as read',
  })
