import { and, asc, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import { containing } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { refusal } from '#platform/errors.ts'
import { admin, visitor } from '#platform/rpc.ts'
import { mails } from '#platform/tables.ts'
import { decisionInput, fullNumber, messages, registrationInput, registrationList } from './inputs.ts'
import * as mail from './mail.tsx'
import { registrations as table } from './table.ts'

const relatesTo = (id: string) => `registrations/${id}`

export const registrations = {
  /** Registers for the launch show; one registration per address (JOIN-42…44). */
  register: visitor
    .meta({ limit: { points: 10, seconds: 3_600 } })
    .route({ summary: 'Register for the launch show' })
    .input(registrationInput)
    .handler(({ context, input: { phone, phoneCountry, ...person } }) =>
      context.write(async tx => {
        const [made] = await tx
          .insert(table)
          .values({
            ...person,
            emailKey: emailKey(person.email),
            phoneNumber: fullNumber(phoneCountry, phone),
            createdAt: tx.now,
          })
          .returning({ id: table.id })
        await tx.mail(
          mail.registeredMail,
          { address: person.email, relatesTo: relatesTo(made!.id) },
          { firstName: person.firstName },
        )
        await tx.announce({ to: { role: 'admin' }, kind: 'registration.made', refresh: ['registrations'] })
        return { isRegistered: true }
      }),
    ),

  /** Registrations with the count of pending ones and how their last mail fared (APPL-17, APPL-18, APPL-26). */
  list: admin
    .route({ method: 'GET', summary: 'Launch registrations' })
    .input(registrationList)
    .handler(async ({ context: { db }, input }) => {
      const pattern = containing(input.q)
      const where = and(
        input.status && eq(table.status, input.status),
        input.q
          ? or(ilike(table.email, pattern), ilike(sql`${table.firstName} || ' ' || ${table.lastName}`, pattern))
          : undefined,
      )
      const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(table).where(where)
      const [waiting] = await db
        .select({ pending: sql<number>`count(*)::int` })
        .from(table)
        .where(eq(table.status, 'pending'))
      const column = input.sort.endsWith('lastName') ? table.lastName : table.createdAt
      const { id, firstName, lastName, email, city, phoneNumber, status, createdAt } = table
      const rows = await db
        .select({ id, firstName, lastName, email, city, phoneNumber, status, createdAt })
        .from(table)
        .where(where)
        .orderBy(input.sort.startsWith('-') ? desc(column) : asc(column), asc(id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      const sent = await db
        .selectDistinctOn([mails.relatesTo], {
          relatesTo: mails.relatesTo,
          id: mails.id,
          status: mails.status,
        })
        .from(mails)
        .where(
          and(
            inArray(
              mails.relatesTo,
              rows.map(row => relatesTo(row.id)),
            ),
            eq(mails.template, mail.registrationApprovedMail.name),
          ),
        )
        .orderBy(mails.relatesTo, desc(mails.createdAt))
      const mailOf = new Map(sent.map(({ relatesTo: about, ...last }) => [about, last]))
      return {
        rows: rows.map(row => ({
          ...row,
          approvalMail: mailOf.get(relatesTo(row.id)) ?? null,
          can: { decide: row.status === 'pending' },
        })),
        total: count!.total,
        pending: waiting!.pending,
      }
    }),

  /** Approves or rejects pending registrations together; approved people are mailed (APPL-22…25). */
  decide: admin
    .route({ summary: 'Approve or reject registrations' })
    .input(decisionInput)
    .handler(({ context, input: { ids, status } }) =>
      context.write(async tx => {
        if (ids.length === 0)
          throw refusal('NONE_SELECTED', messages.noneSelected, {
            status: 400,
            title: messages.noneSelectedTitle,
          })
        const changed = await tx
          .update(table)
          .set({ status, decidedAt: tx.now, decidedBy: context.actor.userId })
          .where(and(inArray(table.id, ids), eq(table.status, 'pending')))
          .returning({ id: table.id, email: table.email, firstName: table.firstName })
        if (status === 'approved')
          for (const { id, email, firstName } of changed)
            await tx.mail(mail.registrationApprovedMail, { address: email, relatesTo: relatesTo(id) }, { firstName })
        await tx.announce({
          to: { role: 'admin' },
          kind: 'registrations.decided',
          refresh: ['registrations'],
        })
        return { changed: changed.length }
      }),
    ),
}
