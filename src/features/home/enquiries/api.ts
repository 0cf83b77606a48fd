import { and, eq, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import { answerInput, enquiry, enquiryList, enquiryRef } from './inputs.ts'
import { contactConfirmationMail, enquiryAnswerMail, enquiryReceivedMail } from './mail.tsx'
import { whyNot } from './rules.ts'
import { contactInquiries } from './table.ts'

const e = contactInquiries

export const contact = {
  /**
   * Stores an enquiry, confirms it and tells the house at its own address (setting), by mails that jobs send (HOME-30…33):
   * mail that fails never fails the enquiry. The confirmation quotes nothing, as anybody can type anybody's address. RATE_LIMITED after 10 in an hour from
   * one network.
   */
  send: forVisitor
    .meta({ limit: { as: 'Contact form', points: 10, seconds: 3_600 } })
    .route({ summary: 'Send an enquiry' })
    .input(enquiry)
    .handler(async ({ input, context: { actor, fact, write } }) => {
      const { venueEmail } = await fact(settingsFact)
      return write(async tx => {
        const [row] = await tx
          .insert(e)
          .values({ ...input, phone: input.phone ?? '', userId: actor?.userId ?? null, createdAt: tx.now })
          .returning({ id: e.id })
        const { id } = row!
        const about = { relatesTo: relatesTo(id) }
        await tx.mail(contactConfirmationMail, { address: input.email, userId: actor?.userId ?? null, ...about }, {})
        const { name, email, phone = '', message, inquiryType } = input
        const received = { id, name, email, phone, message, inquiryType }
        await tx.mail(enquiryReceivedMail, { address: venueEmail, isHouse: true, ...about }, received)
        await tx.announce({ to: { role: 'admin' }, kind: 'enquiry.received' })
        return { id }
      })
    }),

  /** What people wrote to the house, and what they were answered; `open` counts what waits, whatever the list shows. */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Enquiries' })
      .input(enquiryList)
      .handler(async ({ context: { db }, input: { q, status, inquiryType, ...paging } }) => {
        const select = db
          .select(listed)
          .from(e)
          .leftJoin(user, eq(user.id, e.answeredBy))
          .where(
            and(
              status && eq(e.status, status),
              inquiryType && eq(e.inquiryType, inquiryType),
              matching(q, e.name, e.email, e.message),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, paging, { sort: { createdAt: e.createdAt }, tie: e.id })
        const rows = page.rows.map(row => ({
          ...row,
          can: { answer: whyNot.answer(row) === null, reopen: whyNot.reopen(row) === null },
        }))
        return { ...page, rows, open: await db.$count(e, eq(e.status, 'open')) }
      }),
    {
      Written: row => row.createdAt,
      About: row => row.inquiryType,
      Name: row => row.name,
      Email: row => row.email,
      Phone: row => row.phone,
      Message: row => row.message,
      Status: row => row.status,
      Answered: row => row.answeredAt,
      'Answered by': row => row.answeredByName,
      Answer: row => row.reply,
    },
  ),

  /** Notes what was answered and mails it to the sender if that is wished. ALREADY_ANSWERED, SENDER_ERASED, NOT_FOUND. */
  answer: forAdmin
    .route({ summary: 'Answer an enquiry' })
    .input(answerInput)
    .handler(({ input: { id, reply, isMailed }, context: { actor, write } }) =>
      write(async tx => {
        const row = await lockEnquiry(tx, id)
        demand(whyNot.answer(row))
        await tx
          .update(e)
          .set({ status: 'answered', reply, answeredAt: tx.now, answeredBy: actor.userId })
          .where(eq(e.id, id))
        const to = { address: row.email, userId: row.userId, relatesTo: relatesTo(id) }
        if (isMailed) await tx.mail(enquiryAnswerMail, to, { name: row.name, message: row.message, reply })
        await tx.announce({ to: { role: 'admin' }, kind: 'enquiry.answered' })
        return { id, isMailed }
      }),
    ),

  /** Puts an enquiry back among those that wait; what was noted stays until it is answered anew. NOT_ANSWERED. */
  reopen: forAdmin
    .route({ summary: 'Reopen an enquiry' })
    .input(enquiryRef)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        demand(whyNot.reopen(await lockEnquiry(tx, id)))
        await tx.update(e).set({ status: 'open', answeredAt: null, answeredBy: null }).where(eq(e.id, id))
        await tx.announce({ to: { role: 'admin' }, kind: 'enquiry.answered' })
        return { id }
      }),
    ),
}

/** What a mail about an enquiry is filed under. */
const relatesTo = (enquiryId: string) => `contact_inquiries/${enquiryId}`

async function lockEnquiry(tx: Tx, id: string) {
  const { status, name, email, message, userId } = e
  const [row] = await tx
    .select({ status, name, email, message, userId, isErased })
    .from(e)
    .where(eq(e.id, id))
    .for('update')
  if (!row) throw notFound()
  return row
}

const isErased = sql<boolean>`${e.message} = ''`
const listed = {
  id: e.id,
  /** Who was signed in when they wrote. */
  userId: e.userId,
  inquiryType: e.inquiryType,
  name: e.name,
  email: e.email,
  phone: e.phone,
  message: e.message,
  status: e.status,
  reply: e.reply,
  createdAt: e.createdAt,
  answeredAt: e.answeredAt,
  answeredByName: user.name,
  isErased,
}
