import { and, eq, inArray, sql } from 'drizzle-orm'
import type { MailStatus } from '#features/house/outbox/inputs.ts'
import { fullName } from '#platform/db/columns.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { mails } from '#platform/db/tables.ts'
import { emailKey } from '#platform/mail/address.ts'
import { demand } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import {
  decidedAtOnce,
  decisionInput,
  fullNumber,
  pendingInput,
  registrationInput,
  registrationList,
} from './inputs.ts'
import * as mail from './mail.tsx'
import { whyNot } from './rules.ts'
import { registrations as table } from './table.ts'

const name = fullName(table)
const relatesTo = (id: string) => `registrations/${id}`

export const registrations = {
  /** Registers for the launch show; one registration per address (JOIN-42…44). */
  register: forVisitor
    .meta({ limit: { as: 'Launch registration', points: 10, seconds: 3_600 } })
    .route({ summary: 'Register for the launch show' })
    .input(registrationInput)
    .handler(({ context, input: { phone, phoneCountry, ...person } }) =>
      context.write(async tx => {
        const [made] = await tx
          .insert(table)
          .values({
            ...person,
            emailKey: emailKey(person.email),
            phoneNumber: fullNumber(phoneCountry, phone)!,
            createdAt: tx.now,
          })
          .returning({ id: table.id })
        await tx.mail(mail.registeredMail, { address: person.email, relatesTo: relatesTo(made!.id) }, {})
        await tx.announce({ to: { role: 'admin' }, kind: 'registration.made' })
        return { isRegistered: true }
      }),
    ),

  /** Registrations with the count of pending ones and how their last mail fared (APPL-17, APPL-18, APPL-26). */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Launch registrations' })
      .input(registrationList)
      .handler(async ({ context: { db }, input }) => {
        const select = db
          .select(listed)
          .from(table)
          .where(and(input.status && eq(table.status, input.status), matching(input.q, table.email, name)))
          .$dynamic()
        const by = { sort: { createdAt: table.createdAt, lastName: table.lastName }, tie: table.id }
        const page = await listPage(db, select, input, by)
        const rows = page.rows.map(row => ({ ...row, can: { decide: whyNot.decide(row) === null } }))
        return { ...page, rows, pending: await db.$count(table, eq(table.status, 'pending')) }
      }),
    {
      'First name': row => row.firstName,
      'Last name': row => row.lastName,
      Email: row => row.email,
      City: row => row.city,
      Phone: row => row.phoneNumber,
      Status: row => row.status,
      Registered: row => row.createdAt,
    },
  ),

  /** The ids of the pending registrations of a search, on whatever page: what "Select All Pending" selects (APPL-21). */
  pending: forAdmin
    .route({ method: 'GET', summary: 'Pending registrations' })
    .input(pendingInput)
    .handler(async ({ context: { db }, input: { q } }) => {
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.status, 'pending'), matching(q, table.email, name)))
        .orderBy(table.createdAt)
        .limit(decidedAtOnce)
      return { ids: rows.map(({ id }) => id) }
    }),

  /** Approves or rejects pending registrations together; approved people are mailed (APPL-22…25). */
  decide: forAdmin
    .route({ summary: 'Approve or reject registrations' })
    .input(decisionInput)
    .handler(({ context, input: { ids, status } }) =>
      context.write(async tx => {
        demand(whyNot.decideAny(ids))
        const chosen = await tx.select().from(table).where(inArray(table.id, ids)).orderBy(table.id).for('update')
        const open = chosen.filter(row => whyNot.decide(row) === null)
        if (open.length > 0)
          await tx
            .update(table)
            .set({ status, decidedAt: tx.now, decidedBy: context.actor.userId })
            .where(
              inArray(
                table.id,
                open.map(({ id }) => id),
              ),
            )
        if (status === 'approved')
          for (const { id, email, firstName } of open)
            await tx.mail(mail.registrationApprovedMail, { address: email, relatesTo: relatesTo(id) }, { firstName })
        await tx.announce({ to: { role: 'admin' }, kind: 'registrations.decided' })
        return { changed: open.length }
      }),
    ),
}

const listed = {
  id: table.id,
  firstName: table.firstName,
  lastName: table.lastName,
  email: table.email,
  city: table.city,
  phoneNumber: table.phoneNumber,
  status: table.status,
  createdAt: table.createdAt,
  approvalMail: sql<{ id: string; status: MailStatus } | null>`(
    select json_build_object('id', m.id, 'status', m.status) from ${mails} m
    where m.relates_to = 'registrations/' || ${table}.id and m.template = ${mail.registrationApprovedMail.name}
    order by m.created_at desc limit 1)`,
}
