import * as applications from '#features/applications/mail.tsx'
import * as bookings from '#features/bookings/mail.tsx'
import * as committee from '#features/committee/mail.tsx'
import * as content from '#features/content/mail.tsx'
import * as members from '#features/members/mail.tsx'
import * as memberships from '#features/memberships/mail.tsx'
import * as payments from '#features/payments/mail.tsx'
import * as privacy from '#features/privacy/mail.tsx'
import * as registrations from '#features/registrations/mail.tsx'
import * as waitlist from '#features/waitlist/mail.tsx'
import type { AnyMailTemplate } from '#platform/mail.ts'

/** Every mail, one line per feature. */
export const mailTemplates: AnyMailTemplate[] = [
  ...Object.values(applications),
  ...Object.values(committee),
  ...Object.values(waitlist),
  ...Object.values(registrations),
  ...Object.values(bookings),
  ...Object.values(content),
  ...Object.values(members),
  ...Object.values(memberships),
  ...Object.values(payments),
  ...Object.values(privacy),
]
