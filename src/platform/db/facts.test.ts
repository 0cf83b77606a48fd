import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { settingsFact } from '#features/house/settings/model.ts'
import { settings } from '#features/house/settings/table.ts'
import { fact, factTables } from '#platform/db/facts.ts'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { statementsOf } from '#test/statements.ts'

const first = sharedTestApp()
const second = sharedTestApp({ beside: first })

const shown = async (app: typeof first) => (await app.as(null).venue.about()).cancellationHours
/** Behind everybody's back: neither the unit of work nor the harness waits for anything. */
async function behind(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: first.databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

test('a fact is read once per server', async () => {
  await first.sql('delete from settings')
  expect((await statementsOf(() => shown(first))).length).toBe(1)
  expect(await statementsOf(() => Promise.all([shown(first), shown(first)]))).toEqual([])
})

test('who changes a fact reads it with their next call, and the other server soon', async () => {
  const boss = await admin(first)
  expect([await shown(first), await shown(second)]).toEqual([24, 24])
  for (const hours of [30, 31, 32]) {
    await first.as(boss).venue.changeSettings({ cancellationHours: hours })
    expect(await shown(first)).toBe(hours)
    await vi.waitFor(async () => expect(await shown(second)).toBe(hours))
  }
})

test('a change by anybody is heard, also one that no server made', async () => {
  await shown(first)
  await behind(`insert into settings (key, value, updated_at) values ('cancellationHours', '7', now())
    on conflict (key) do update set value = excluded.value`)
  await vi.waitFor(async () => expect([await shown(first), await shown(second)]).toEqual([7, 7]))
  await behind('truncate settings')
  await vi.waitFor(async () => expect([await shown(first), await shown(second)]).toEqual([24, 24]))
})

test('positive control: without the trigger a server goes on showing what it read', async () => {
  await first.sql('alter table settings disable trigger tell_facts')
  await shown(second)
  await behind(`insert into settings (key, value, updated_at) values ('cancellationHours', '9', now())`)
  await pause(200)
  expect(await shown(second)).toBe(24)
  await first.sql('alter table settings enable trigger tell_facts')
  await behind(`update settings set value = '10' where key = 'cancellationHours'`)
  await vi.waitFor(async () => expect(await shown(second)).toBe(10))
})

test('a transaction that fails forgets nothing, and inside one the rows are read', async () => {
  await shown(first)
  await first
    .write(async tx => {
      await tx.delete(settings).where(eq(settings.key, 'cancellationHours'))
      expect((await settingsFact.read(tx)).cancellationHours).toBe(24)
      throw new Error('changed its mind')
    })
    .catch(() => {})
  expect(await statementsOf(async () => expect(await shown(first)).toBe(10))).toEqual([])
})

test('a reading that began before a change is not kept', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let readings = 0
  const slow = fact({
    tables: [settings],
    async read(db) {
      const rows = await db.select().from(settings)
      if (readings++ === 0) await held
      return rows.length
    },
  })
  const early = first.runtime.facts.get(slow)
  await pause(50)
  await first.sql('delete from settings')
  expect(await first.runtime.facts.get(slow)).toBe(0)
  release()
  expect(await early).toBe(1)
  expect(await first.runtime.facts.get(slow)).toBe(0)
  expect(readings).toBe(2)
})

test('a reading that failed is tried again', async () => {
  let readings = 0
  const shaky = fact({
    tables: [settings],
    read: async () => {
      if (readings++ === 0) throw new Error('not now')
      return readings
    },
  })
  await expect(first.runtime.facts.get(shaky)).rejects.toThrow('not now')
  expect(await first.runtime.facts.get(shaky)).toBe(2)
})

test('nothing is kept while changes cannot be heard, and a new connection hears them again', async () => {
  await shown(second)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'exchange listener' and datname = current_database()`
  await first.sql(cut)
  await vi.waitFor(() => expect(second.runtime.facts.version()).toBeNull())
  expect((await statementsOf(() => shown(second))).length).toBe(1)
  expect((await statementsOf(() => shown(second))).length).toBe(1)
  await behind(`insert into settings (key, value, updated_at) values ('cancellationHours', '11', now())`)
  await vi.waitFor(() => expect(second.runtime.facts.version()).not.toBeNull(), { timeout: 5_000 })
  expect(await shown(second)).toBe(11)
  await behind(`update settings set value = '12' where key = 'cancellationHours'`)
  await vi.waitFor(async () => expect([await shown(first), await shown(second)]).toEqual([12, 12]), { timeout: 5_000 })
})

test('what is shared cannot be changed by whoever got it', async () => {
  const known = await first.runtime.facts.get(settingsFact)
  expect(() => known.pagesOpenToVisitors.push('/events')).toThrow()
})

test('every table that a fact is made of tells of its changes, and no other does', async () => {
  const rows = await first.sql<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'tell_facts'`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...factTables].sort())
})
