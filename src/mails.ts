import * as bookings from '#features/bookings/mail.tsx'
import * as members from '#features/members/mail.tsx'
import * as payments from '#features/payments/mail.tsx'
import type { AnyMailTemplate } from '#platform/mail.ts'

/** Every mail, one line per feature. */
export const mailTemplates: AnyMailTemplate[] = [...Object.values(bookings), ...Object.values(members), ...Object.values(payments)]
