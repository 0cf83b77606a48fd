import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '#platform/env.ts'
import { derivedKey } from '#platform/seal.ts'

type Secret = Pick<Env, 'secret'>

/** The house's signature under a text, for one purpose: what is signed for another is good for nothing here. */
export const signatureOf = ({ secret }: Secret, purpose: string, text: string): string =>
  createHmac('sha256', derivedKey(secret, purpose)).update(text).digest('base64url')

/** An id (uuid) for what this text says: the same for the same text, and nobody else can tell which. */
export const idSignedFor = (env: Secret, purpose: string, text: string): string =>
  Buffer.from(signatureOf(env, purpose, text), 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Whether a signature that somebody came with is the house's own under this text; compared in constant time. */
export function isSigned(env: Secret, purpose: string, text: string, given: string): boolean {
  const [own, theirs] = [signatureOf(env, purpose, text), given].map(each => Buffer.from(each))
  return own!.length === theirs!.length && timingSafeEqual(own!, theirs!)
}
