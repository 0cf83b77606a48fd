import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { mails } from '#platform/db/tables.ts'
import { stateWords } from '#platform/words.ts'

interface MailLine {
  subject: string
  status: string
}

/** What a person was mailed; never the contents. */
export const mailPart: ObjectPart<MailLine> = {
  noun: null,
  history: userId => sql`select m.id::text, m.created_at, jsonb_build_object('subject', m.subject, 'status', m.status)
    from ${mails} m where m.user_id = ${userId} order by m.created_at desc`,
  say: ({ subject, status }) => ({ title: subject, detail: `Mail, ${stateWords(status).toLowerCase()}` }),
}
