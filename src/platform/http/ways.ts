import { apiKeyPrefix } from '#platform/auth/authenticate.ts'

/**
 * What may let a request in: the session's cookie, a personal key (`exk_…`), a token of its own in the `Authorization`
 * header, or a signature over the body. An empty list: anybody, as nobody.
 */
export type Ways = readonly ('cookie' | 'key' | 'bearer' | 'signature')[]

/** Whether a request comes with a personal key, valid or not: then it is the key's, and never the cookie's. */
export const looksLikeKey = (headers: Headers) =>
  headers.get('authorization')?.startsWith(`Bearer ${apiKeyPrefix}`) ?? false
