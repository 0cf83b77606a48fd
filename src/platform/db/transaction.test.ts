import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { magicLinkMail } from '#features/people/members/mail.tsx'
import { transact } from '#platform/db/transaction.ts'
import { sweep } from '#platform/jobs/cleanup.ts'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { statementsOf } from '#test/statements.ts'

const app = sharedTestApp()
const letter = { firstName: 'Ada', url: 'https://exchange.example/x' }
const rowsOf = async (table: string) =>
  Number((await app.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]!.n)
const jobsOf = async (queue: string) =>
  Number(
    (
      await app.sql<{ n: string }>(`select count(*) as n from pgboss.job where name = $1 and state = 'created'`, [
        queue,
      ])
    )[0]!.n,
  )

test('what a piece of work asks for is written in one statement, and the rest costs two', async () => {
  const [mails, events, letters, sweeps] = [
    await rowsOf('mails'),
    await rowsOf('live_events'),
    await jobsOf('mail.send'),
    await jobsOf('platform.sweep'),
  ]
  const sent = await statementsOf(() =>
    app.write(async tx => {
      for (let i = 0; i < 20; i++) await tx.mail(magicLinkMail, { address: `reader${i}@people.example` }, letter)
      await tx.enqueue(sweep, {})
      await tx.enqueue(sweep, {}, { runAt: new Date('2027-01-01T00:00:00Z') })
      await tx.announce({ to: { role: 'admin' }, kind: 'test.one' })
      await tx.announce({ to: 'everyone', topic: 'venue', kind: 'test.two' })
    }),
  )
  expect(sent).toHaveLength(3)
  expect(await rowsOf('mails')).toBe(mails + 20)
  expect(await rowsOf('live_events')).toBe(events + 2)
  expect(await jobsOf('mail.send')).toBe(letters + 20)
  expect(await jobsOf('platform.sweep')).toBe(sweeps + 2)
  expect(
    await app.sql(
      `select count(*)::int as n from pgboss.job where name = 'platform.sweep' and start_after > '2026-12-31'`,
    ),
  ).toEqual([{ n: 1 }])
  expect(await statementsOf(() => app.write(async tx => tx.execute(sql`select 1`)))).toHaveLength(3)
})

test('a mail is the one that was asked for, and its job sends it', async () => {
  const boss = await admin(app)
  const id = await app.write(tx =>
    tx.mail(magicLinkMail, { address: 'one@people.example', userId: boss.id, relatesTo: 'tests/1' }, letter),
  )
  expect(
    await app.sql(
      'select to_address, user_id, template, props, relates_to, status, created_at from mails where id = $1',
      [id],
    ),
  ).toEqual([
    {
      to_address: 'one@people.example',
      user_id: boss.id,
      template: magicLinkMail.name,
      props: { sealed: expect.any(String), until: expect.any(String) },
      relates_to: 'tests/1',
      status: 'queued',
      created_at: app.clock.now(),
    },
  ])
  await app.runJobs()
  expect(await app.sql('select status from mails where id = $1', [id])).toEqual([{ status: 'sent' }])
})

test('what fails leaves nothing behind, wherever it fails', async () => {
  const before = [await rowsOf('mails'), await rowsOf('live_events'), await jobsOf('mail.send')]
  const ask = async (tx: Parameters<Parameters<typeof app.write>[0]>[0]) => {
    await tx.mail(magicLinkMail, { address: 'nobody@people.example' }, letter)
    await tx.announce({ to: { role: 'admin' }, kind: 'test.never' })
  }
  await expect(
    app.write(async tx => {
      await ask(tx)
      throw new Error('changed its mind')
    }),
  ).rejects.toThrow('changed its mind')
  // The last statement of all: its person does not exist.
  await expect(
    app.write(async tx => {
      await ask(tx)
      await tx.mail(magicLinkMail, { address: 'nobody@people.example', userId: 'no such person' }, letter)
    }),
  ).rejects.toThrow()
  // A failure that the work swallows is not taken for success.
  await expect(
    app.write(async tx => {
      await tx.execute(sql`select 1 / 0`).catch(() => {})
    }),
  ).rejects.toThrow('failed unnoticed')
  expect([await rowsOf('mails'), await rowsOf('live_events'), await jobsOf('mail.send')]).toEqual(before)
  expect(app.db.$client.totalCount - app.db.$client.idleCount).toBe(0)
})

test('work that is tried again asks once', async () => {
  const before = await rowsOf('mails')
  let tries = 0
  await app.write(async tx => {
    await tx.mail(magicLinkMail, { address: 'again@people.example' }, letter)
    if (++tries < 3) throw Object.assign(new Error('could not serialize'), { code: '40001' })
  })
  expect(tries).toBe(3)
  expect(await rowsOf('mails')).toBe(before + 1)
})

test('what a savepoint takes back was not asked for', async () => {
  const before = await rowsOf('mails')
  await app.write(async tx => {
    await tx.mail(magicLinkMail, { address: 'outside@people.example' }, letter)
    await tx
      .transaction(async inner => {
        await (inner as typeof tx).mail(magicLinkMail, { address: 'inside@people.example' }, letter)
        await inner.execute(sql`select 1 / 0`)
      })
      .catch(() => {})
    await tx.transaction(inner => (inner as typeof tx).mail(magicLinkMail, { address: 'kept@people.example' }, letter))
  })
  expect(await rowsOf('mails')).toBe(before + 2)
})

test('what the triggers are told is written as it is, whatever is in it', async () => {
  const boss = await admin(app)
  const requestId = `o'clock \\ "; drop table audit_log; -- ${'ü'.repeat(3)}`
  const cause = { actorId: boss.id, isAudited: true, ipAddress: "::1'", requestId, now: app.clock.now() }
  await transact(app.runtime, cause, tx =>
    tx.execute(sql`insert into settings (key, value, updated_at) values ('holdMinutes', '20', ${tx.now})`),
  )
  expect(await app.sql(`select actor_id, ip_address, request_id from audit_log where table_name = 'settings'`)).toEqual(
    [{ actor_id: boss.id, ip_address: "::1'", request_id: requestId }],
  )
  // Nothing of it is left on the connection.
  await transact(app.runtime, { ...cause, actorId: null, requestId: null, ipAddress: null }, tx =>
    tx.execute(sql`delete from settings`),
  )
  expect(
    await app.sql(
      `select actor_id, ip_address, request_id from audit_log where action = 'delete' and table_name = 'settings'`,
    ),
  ).toEqual([{ actor_id: null, ip_address: null, request_id: null }])
})
