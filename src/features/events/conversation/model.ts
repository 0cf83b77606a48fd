import { sql } from 'drizzle-orm'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Addressee } from './inputs.ts'
import { eventMessages } from './table.ts'

/** A message as it comes out of the database. */
interface Written {
  id: string
  addressee: Addressee
  body: string
  author: string | null
  recipients: number | null
  createdAt: string
}

/** A message about an event, whoever may read it. */
export interface Message extends Omit<Written, 'createdAt'> {
  createdAt: Date
}

/** Everything written about an event, in its order, for a select of `events`. */
export const messagesOf = sql<
  Message[]
>`(select coalesce(json_agg(json_build_object('id', m.id, 'addressee', m.addressee, 'body', m.body,
      'author', w.name, 'recipients', m.recipients, 'createdAt', m.created_at) order by m.created_at, m.id), '[]')
    from ${eventMessages} m left join ${user} w on w.id = m.author_id where m.event_id = events.id)`.mapWith({
  mapFromDriverValue: (written: Written[]) =>
    written.map(({ createdAt, ...message }) => ({ ...message, createdAt: new Date(createdAt) })),
})

/** For whom the last message of the conversation was, which is whose turn it is; null when nobody has written. */
export const turnOf = sql<'house' | 'host' | null>`(select m.addressee from ${eventMessages} m
    where m.event_id = events.id and m.addressee <> 'guests' order by m.created_at desc, m.id desc limit 1)`

/** Keeps a message; the caller tells whom it concerns. */
export async function keepMessage(
  tx: Tx,
  message: { eventId: string; addressee: Addressee; body: string; authorId: string; recipients?: number },
): Promise<string> {
  const [row] = await tx
    .insert(eventMessages)
    .values({ ...message, createdAt: tx.now })
    .returning({ id: eventMessages.id })
  return row!.id
}
