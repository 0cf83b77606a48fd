import type { Caller } from '#platform/auth/authenticate.ts'
import type { Runtime } from '#platform/runtime.ts'

/** A person who calls inside this process, as if they had just signed in; null when there is no such person. */
export async function callerAs(runtime: Runtime, userId: string): Promise<Caller | null> {
  const actor = await runtime.loadActor(userId)
  return actor && { actor, by: { kind: 'session', id: 'in this process', signedInAt: new Date() } }
}
