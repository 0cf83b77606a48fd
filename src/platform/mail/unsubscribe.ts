import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '#platform/env.ts'
import { derivedKey } from '#platform/seal.ts'

/** Who wants no more of which mails; what `from` names, the noun knows whose mails they are. */
export interface Unsubscribing {
  userId: string
  from: string
}

/**
 * The page that ends such mails, also for a mail program alone (RFC 8058): nobody signs in for it. It ends nothing but mail
 * and its signature never runs out, as a mail is kept for years.
 */
const unsubscribeUrl = (env: Pick<Env, 'secret' | 'publicUrl'>, whom: Unsubscribing) =>
  `${env.publicUrl}/unsubscribe/${unsubscribeToken(env, whom)}`

/** The link of a mail that can be done without: in its frame for people, in its head for mail programs. */
export function leaveBy(env: Pick<Env, 'secret' | 'publicUrl'>, whom: Unsubscribing | undefined) {
  if (!whom) return { frame: {}, headers: {} }
  const url = unsubscribeUrl(env, whom)
  return {
    frame: { unsubscribeUrl: url },
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

export const unsubscribeToken = (env: Pick<Env, 'secret'>, { userId, from }: Unsubscribing) =>
  `${from}.${Buffer.from(userId).toString('base64url')}.${signature(env, `${from}.${userId}`)}`

/** Null for a token that is not ours. */
export function readUnsubscribeToken(env: Pick<Env, 'secret'>, token: string): Unsubscribing | null {
  const [from = '', person = '', given = '', ...more] = token.split('.')
  const userId = Buffer.from(person, 'base64url').toString()
  const [own, theirs] = [signature(env, `${from}.${userId}`), given].map(text => Buffer.from(text))
  if (more.length > 0 || own!.length !== theirs!.length || !timingSafeEqual(own!, theirs!)) return null
  return { userId, from }
}

const signature = ({ secret }: Pick<Env, 'secret'>, text: string) =>
  createHmac('sha256', derivedKey(secret, 'unsubscribing')).update(text).digest('base64url')
