import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import { router } from '#api.ts'
import type { Caller } from '#platform/auth/authenticate.ts'
import type { Runtime } from '#platform/runtime.ts'

/** A person who calls inside this process, as if they had just signed in; null when there is no such person. */
export async function callerAs(runtime: Runtime, userId: string): Promise<Caller | null> {
  const actor = await runtime.loadActor(userId)
  return actor && { actor, by: { kind: 'session', id: 'in this process', signedInAt: new Date() } }
}

/** The router in the name of a person, with the rights they have. */
export function callerFor(runtime: Runtime, userId: string) {
  return createRouterClient(router, {
    context: () => ({
      runtime,
      request: { id: 'demo seed', ipAddress: '127.0.0.1', userAgent: null, idempotencyKey: randomUUID() },
      identify: () => callerAs(runtime, userId),
    }),
  })
}
