import { settingsFact } from '#features/house/settings/model.ts'
import { forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { enquiry } from './inputs.ts'
import { contactConfirmationMail } from './mail.tsx'
import { contactOf, plansOf, sectionsFact } from './model.ts'
import { contactInquiries } from './table.ts'

/** Pages of words; mounted under `content` in src/api.ts. */
export const pages = {
  /** The plans on the membership page, as the venue wrote them (MEM-01). */
  plans: forSignedIn
    .route({ method: 'GET', summary: 'Plans of the membership page' })
    .handler(async ({ context: { fact } }) => plansOf(await fact(sectionsFact))),

  /** How to reach the venue, and when it is open (HOME-28). */
  contact: forVisitor
    .route({ method: 'GET', summary: 'Contact information' })
    .handler(async ({ context: { fact } }) => contactOf(await fact(sectionsFact), await fact(settingsFact))),
}

export const contact = {
  /**
   * Stores an enquiry and confirms it by a mail that a job sends (HOME-30…33): mail that fails never fails the enquiry.
   * The mail quotes nothing, as anybody can type anybody's address. RATE_LIMITED after 10 in an hour from one network.
   */
  send: forVisitor
    .meta({ limit: { as: 'Contact form', points: 10, seconds: 3_600 } })
    .route({ summary: 'Send an enquiry' })
    .input(enquiry)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const phone = input.phone ?? ''
        const [row] = await tx
          .insert(contactInquiries)
          .values({ ...input, phone, userId: actor?.userId ?? null, createdAt: tx.now })
          .returning({ id: contactInquiries.id })
        const relatesTo = `contact_inquiries/${row!.id}`
        await tx.mail(contactConfirmationMail, { address: input.email, userId: actor?.userId ?? null, relatesTo }, {})
        await tx.announce({ to: { role: 'admin' }, kind: 'enquiry.received' })
        return { id: row!.id }
      }),
    ),
}
