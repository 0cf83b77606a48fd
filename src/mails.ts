import * as members from '#features/members/mail.tsx'
import * as payments from '#features/payments/mail.tsx'
import type { AnyMailTemplate } from '#platform/mail.ts'

/** Every mail, one line per feature. */
export const mailTemplates: AnyMailTemplate[] = [...Object.values(members), ...Object.values(payments)]
