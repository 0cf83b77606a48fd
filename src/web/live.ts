import { useEffect } from 'react'
import { meKey } from './client.ts'
import { queryClient } from './query-client.ts'

/** What the server sends on /live: a result worth telling, and which procedures' answers are out of date. */
interface LiveEvent {
  kind: string
  title?: string
  message?: string
  /** First path segments of procedures, such as `bookings`. */
  refresh?: string[]
}

/** Mounted while somebody is signed in: keeps what is on the screen current and tells what happened. */
export function PersonLive() {
  useEffect(() => listen(), [])
  return null
}

const longestWaitMs = 30_000

/** Listens until the returned function is called. */
function listen() {
  let source: EventSource
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = () => {
    source = new EventSource('/live')
    source.onmessage = event => void receive(JSON.parse(event.data))
    source.onopen = () => {
      // A new connection knows nothing of what was missed; the browser's own reconnect sends Last-Event-ID instead.
      if (failures > 0) void queryClient.invalidateQueries()
      failures = 0
    }
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return
      // Refused for good: the session may be over, which a look at the person tells.
      void queryClient.invalidateQueries({ queryKey: meKey() })
      failures += 1
      // Spread, so that a restarted server does not meet all its people in the same second.
      const waitMs = Math.min(longestWaitMs, 1000 * 2 ** failures) * (0.5 + Math.random() / 2)
      timer = setTimeout(open, waitMs)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

async function receive({ title, message, refresh = [] }: LiveEvent) {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && refresh.includes(path[0]),
  })
  if (!title) return
  const { toast } = await import('#ui/toast.tsx')
  toast.info(title, message)
}
