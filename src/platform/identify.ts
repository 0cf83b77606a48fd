import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Runtime } from '#platform/runtime.ts'
import { apiKeys } from '#platform/tables.ts'

/** Keys of integrations begin so, which lets scanners for leaked secrets find them. */
export const apiKeyPrefix = 'exk_'

export const hashApiKey = (key: string) => createHash('sha256').update(key).digest('hex')

/** Who sent this request: by an integration's key or by the session cookie. Null for a visitor; a wrong key is one. */
export async function findActor(runtime: Runtime, headers: Headers): Promise<Actor | null> {
  const key = /^Bearer (exk_[\w-]{20,100})$/.exec(headers.get('authorization') ?? '')?.[1]
  if (key) return actorOfKey(runtime, key)
  if (!headers.get('cookie')?.includes('exchange')) return null
  const found = await runtime.auth.api.getSession({ headers })
  return found ? runtime.loadActor(found.user.id) : null
}

async function actorOfKey(runtime: Runtime, key: string): Promise<Actor | null> {
  const [row] = await runtime.db
    .update(apiKeys)
    .set({ lastUsedAt: runtime.clock.now() })
    .where(and(eq(apiKeys.keyHash, hashApiKey(key)), isNull(apiKeys.revokedAt)))
    .returning({ userId: apiKeys.userId })
  return row ? runtime.loadActor(row.userId) : null
}
