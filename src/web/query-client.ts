import { MutationCache, onlineManager, type Query, QueryClient } from '@tanstack/react-query'

// The library believes in a connection until the browser loses one; a page may be opened without.
onlineManager.setOnline(navigator.onLine)

/** One cache for the whole app. Answers of the server such as "not yours" are final; only lost connections are retried. */
export const queryClient: QueryClient = new QueryClient({
  // After any write everything on screen is read again: nobody has to know what else a change touches. So it is after a
  // refusal by the state of things, which says that what is shown is no longer so, and when no answer came: it may be done.
  mutationCache: new MutationCache({
    onSettled: (_, error, __, ___, { meta }) => {
      // A sign-in decides itself what is read, and for whom.
      if (meta?.signsIn) return
      // What keeps its own queue is there without a server as well; what arrived is announced.
      if (meta?.worksOffline) return
      if (!error || [undefined, 404, 409].includes(statusOf(error))) void queryClient.invalidateQueries()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && !isAnswer(error),
      // Nothing would tell when a connection is back that the browser does not know is lost, or a server that was too busy:
      // what is on screen would stay as it was before the last change.
      refetchInterval: ({ state: { error } }) => (error && !isFinal(error) ? 5_000 : false),
    },
    // Without a network a write fails at once, and whoever pressed is told. Left to itself the library would hold it, and do
    // it when the connection is back, of which nobody would know.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** When each answer was asked for: the server may have read it at any moment since, however late it came. */
export const askedAt = new WeakMap<Query, number>()
queryClient.getQueryCache().subscribe(event => {
  if (event.type === 'updated' && event.action.type === 'fetch') askedAt.set(event.query, Date.now())
})

/** An answer of the server in the 400s: asking again would bring the same one. */
function isAnswer(error: unknown) {
  const status = statusOf(error)
  return status !== undefined && status >= 400 && status < 500
}

/** An answer that stays the same however often it is asked for, unlike "too many requests". */
const isFinal = (error: unknown) => isAnswer(error) && statusOf(error) !== 429

function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' ? status : undefined
}
