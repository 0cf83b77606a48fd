import { QueryClient } from '@tanstack/react-query'

/** One cache for the whole app. Answers of the server such as "not yours" are final; only lost connections are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && !isAnswer(error) },
    mutations: { retry: false },
  },
})

/** An answer of the server in the 400s: asking again would bring the same one. */
function isAnswer(error: unknown) {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status < 500
}
