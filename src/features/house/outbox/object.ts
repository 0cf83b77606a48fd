import { type SQL, sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { mails } from '#platform/db/tables.ts'
import { stateWords } from '#platform/words.ts'

interface MailLine {
  subject: string
  status: string
  /** Whom it went to, where that is not plain. */
  to: string | null
}

/** What a person was mailed, and what was mailed about a thing; never the contents. */
export const mailPart: ObjectPart<MailLine> = {
  noun: null,
  history: {
    person: userId => select(sql`null`, sql`m.user_id = ${userId}`),
    booking: id => about(`bookings/${id}`),
    order: id => about(`orders/${id}`),
    application: id => about(`membership_applications/${id}`),
  },
  say: ({ subject, status, to }) => ({
    title: subject,
    detail: `Email${to ? ` to ${to}` : ''}, ${stateWords(status).toLowerCase()}`,
  }),
}

const about = (row: string) => select(sql`m.to_address`, sql`m.relates_to = ${row}`)

function select(to: SQL, where: SQL): SQL {
  return sql`select m.id::text, null, m.created_at, jsonb_build_object('subject', m.subject, 'status', m.status, 'to', ${to})
    from ${mails} m where ${where}`
}
