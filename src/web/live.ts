import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meKey } from './client.ts'
import { gatherNews } from './gather.ts'
import { askedAt, queryClient } from './query-client.ts'

/** What the server sends on /live: that something changed, and perhaps a result worth telling. */
interface LiveEvent {
  kind: string
  title?: string
  message?: string
  isSuccess?: true
  /** First path segment of the procedures whose answers changed, such as `bookings`; absent: any may have. */
  topic?: string
}

/** Mounted while somebody is signed in: keeps what is on the screen current and tells what happened. */
export function PersonLive() {
  useEffect(() => listen(), [])
  return null
}

const longestWaitMs = 30_000
/** What was read so long before the first connection the server tells about by itself; it does for a little longer. */
const toldBackMs = 8_000

/** Listens until the returned function is called. */
export function listen() {
  let source: EventSource
  let failures = 0
  let isFirst = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const news = gatherNews(refresh)

  const open = () => {
    source = new EventSource('/live')
    source.onmessage = event => {
      const { topic, ...told }: LiveEvent = JSON.parse(event.data)
      news.add(topic)
      void tell(told)
    }
    source.onopen = () => {
      // A new connection knows nothing of what was missed; the browser's own reconnect sends Last-Event-ID instead.
      if (failures > 0) void queryClient.invalidateQueries()
      else if (isFirst) readAgainWhatIsOld()
      isFirst = false
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
    news.stop()
    source.close()
  }
}

/** Where a connection is slow a page may be older than the news that the server still has for it. */
function readAgainWhatIsOld() {
  const oldest = Date.now() - toldBackMs
  const isOld = (query: Query) => (askedAt.get(query) ?? query.state.dataUpdatedAt) < oldest
  for (const query of queryClient.getQueryCache().findAll({ predicate: isOld })) {
    const readAgain = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    // What is under way since then comes first; it would be taken for what was asked for now.
    if (query.promise && query.state.fetchStatus === 'fetching') void query.promise.then(readAgain, () => {})
    else void readAgain()
  }
}

function refresh(topics: Set<string> | null) {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => !topics || (Array.isArray(path) && topics.has(path[0])),
    // A page in the background asks when somebody looks at it again.
    refetchType: document.hidden ? 'none' : 'active',
  })
}

async function tell({ title, message, isSuccess }: LiveEvent) {
  if (!title) return
  const { toast } = await import('#ui/toast.ts')
  toast[isSuccess ? 'success' : 'info'](title, message)
}
