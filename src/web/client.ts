import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import { createTanstackQueryUtils, OPERATION_CONTEXT_SYMBOL, type OperationContext } from '@orpc/tanstack-query'
import type { Router } from '#api.ts'
import { queryClient } from './query-client.ts'
import { isSomebodyHere } from './session/presence.ts'
import { askToSignInAgain, freshSignInCode } from './session/session-end.ts'

/** What a single call may carry besides its input. */
export interface CallContext extends OperationContext {
  /** Sent as a header: the same key with the same input is done once, however often it arrives. */
  idempotencyKey?: string
}

const link = new RPCLink<CallContext>({
  url: () => `${window.location.origin}/rpc`,
  headers: ({ context }) => ({
    ...(context.idempotencyKey && { 'idempotency-key': context.idempotencyKey }),
    ...(!isSomebodyHere() && { 'x-exchange-quiet': 'on' }),
  }),
  interceptors: [
    async ({ next, path, context }) => {
      try {
        return await next()
      } catch (error) {
        if (isCode(error, freshSignInCode)) {
          if (!(await askToSignInAgain('fresh'))) throw error
          return await next()
        }
        if (!isCode(error, 'UNAUTHORIZED') || path.join('.') === 'members.me' || !wasSignedIn()) throw error
        if (context[OPERATION_CONTEXT_SYMBOL]?.type === 'query') {
          // A page that was only being read: learn that the session is over, and the guard leaves the page.
          void queryClient.invalidateQueries({ queryKey: meKey() })
          throw error
        }
        if (!(await askToSignInAgain())) throw error
        return await next()
      }
    },
  ],
})

/** Calls the server: `await rpc.bookings.place(input, { context: { idempotencyKey } })`. Throws ORPCError. */
export const rpc: RouterClient<Router, CallContext> = createORPCClient(link)

/** The same procedures for TanStack Query: `useQuery(api.events.list.queryOptions({ input }))`. */
export const api = createTanstackQueryUtils(rpc)

/** The cache key of the signed-in person. */
export const meKey = () => api.members.me.queryKey()

const isCode = (error: unknown, code: string) => error instanceof ORPCError && error.code === code
const wasSignedIn = () => Boolean(queryClient.getQueryData(meKey()))
