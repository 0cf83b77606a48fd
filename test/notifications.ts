import { type News, notify } from '#features/house/notifications/model.ts'
import type { TestApp } from './app.ts'

/** Tells somebody something; resolves to the id of the notification. */
export async function told(app: TestApp, { id }: { id: string }, news: Partial<News> = {}): Promise<string> {
  await app.write(tx =>
    notify(tx, { to: id, kind: 'event', title: 'Woodcut for beginners has moved', path: '/events', ...news }),
  )
  const rows = await app.sql<{ id: string }>(
    'select id from notifications where user_id = $1 order by told_at desc limit 1',
    [id],
  )
  return rows[0]!.id
}
