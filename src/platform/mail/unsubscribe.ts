import type { Env } from '#platform/env.ts'
import { isSigned, signatureOf } from '#platform/signature.ts'

/** Who wants no more of which mails; what `from` names, the noun knows whose mails they are. */
export interface Unsubscribing {
  userId: string
  from: string
}

/** The link of a mail is good for so long; whoever finds an older one signs in and chooses. */
export const unsubscribeDays = 90

/** What such a link says; it ends at `until`. */
export interface UnsubscribeLink extends Unsubscribing {
  until: Date
}

/**
 * The link of a mail that can be done without, in its frame for people and in its head for mail programs alone (RFC 8058): nobody signs
 * in for it. It ends such mails and does nothing else.
 */
export function leaveBy(env: Pick<Env, 'secret' | 'publicUrl'>, whom: Unsubscribing | undefined, now: Date) {
  if (!whom) return { frame: {}, headers: {} }
  const url = `${env.publicUrl}/unsubscribe/${unsubscribeToken(env, whom, now)}`
  return {
    frame: { unsubscribeUrl: url },
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

export function unsubscribeToken(env: Pick<Env, 'secret'>, { userId, from }: Unsubscribing, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + unsubscribeDays * 86_400)
  return `${from}.${Buffer.from(userId).toString('base64url')}.${until}.${signatureOf(env, purpose, `${from}.${userId}.${until}`)}`
}

/** Null for a token that is not ours. */
export function readUnsubscribeToken(env: Pick<Env, 'secret'>, token: string): UnsubscribeLink | null {
  const [from = '', person = '', until = '', given = '', ...more] = token.split('.')
  const userId = Buffer.from(person, 'base64url').toString()
  if (more.length > 0 || !isSigned(env, purpose, `${from}.${userId}.${until}`, given)) return null
  return { userId, from, until: new Date(Number(until) * 1000) }
}

const purpose = 'unsubscribing'
