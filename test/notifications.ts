import { type News, notify } from '#features/house/notifications/model.ts'
import { unsubscribeToken } from '#platform/mail/unsubscribe.ts'
import type { TestApp } from './app.ts'

/** Tells somebody something; resolves to the id of the notification. */
export async function told(app: TestApp, { id }: { id: string }, news: Partial<News> = {}): Promise<string> {
  const told: News = { to: id, kind: 'event', title: 'Woodcut for beginners has moved', path: '/events', ...news }
  await app.write(tx => notify(tx, told))
  const rows = await app.sql<{ id: string }>(
    'select id from notifications where user_id = $1 and kind = $2 and path = $3 order by told_at desc limit 1',
    [id, told.kind, told.path],
  )
  return rows[0]!.id
}

/** What stands in the link of somebody's daily digest. */
export const leaveToken = (app: TestApp, { id }: { id: string }) =>
  unsubscribeToken(app.runtime.env, { userId: id, from: 'digest' }, app.clock.now())

let count = 0
/** What a browser of a known push service says of itself. */
export const pushedTo = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${++count}`,
  keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') },
})

/** The session that calls in this process are made by (seed/caller.ts), for what belongs to one. */
export async function sessionHere(app: TestApp, { id }: { id: string }): Promise<void> {
  await app.sql(
    `insert into session (id, token, user_id, expires_at) values ('in this process', 'in this process', $1, now() + interval '1 day')
      on conflict (id) do update set user_id = excluded.user_id`,
    [id],
  )
}

/** A device of somebody's; resolves to its id. */
export async function ownDevice(app: TestApp, me: { id: string }): Promise<string> {
  await sessionHere(app, me)
  return (await app.as(me).push.subscribe(pushedTo())).id
}
