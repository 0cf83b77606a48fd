import type { Problem } from '#platform/problem.ts'
import type { MailStatus } from './inputs.ts'

export const whyNot = {
  /** Only what failed is sent again; of a mail with a one-time link nothing is kept that could be. */
  resend: (mail: { status: MailStatus; hasContent: boolean }): Problem | null =>
    mail.status === 'failed' && mail.hasContent
      ? null
      : { code: 'NOT_FAILED', message: 'Only an email that failed can be sent again.' },
}

/** Why a mail did not go, in plain words; what the mail server said, where that is not plain, is kept beside it. */
export function failureOf(error: string | null): { why: string; said: string | null } | null {
  if (error === null) return null
  // A sentence of the house's own is plain already.
  if (/^(The|This) [\w ]+\.$/.test(error)) return { why: error, said: null }
  const known = failures.find(({ when }) => when.test(error))
  return { why: known?.why ?? 'The mail server did not take it.', said: error }
}

const failures = [
  {
    when: /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|ECONNRESET|ESOCKET|connection|timeout|greeting/i,
    why: 'The mail server could not be reached.',
  },
  { when: /EAUTH|\b53[045]\b|invalid login|authentication/i, why: 'The mail server refused our name or password.' },
  {
    when: /\b55[0134]\b|mailbox|no such user|user unknown|recipient|does not exist/i,
    why: 'There is no such address, or it takes no email.',
  },
  { when: /\b45[012]\b|\b421\b|try again|greylist|too many/i, why: 'The mail server asked us to try later.' },
]
