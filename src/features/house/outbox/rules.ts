import type { Problem } from '#platform/problem.ts'
import type { MailStatus } from './inputs.ts'

export const whyNot = {
  /** Only what failed is sent again; of a mail with a one-time link nothing is kept that could be. */
  resend: (mail: { status: MailStatus; hasContent: boolean }): Problem | null =>
    mail.status === 'failed' && mail.hasContent
      ? null
      : { code: 'NOT_FAILED', message: 'Only an email that failed can be sent again.' },
}
