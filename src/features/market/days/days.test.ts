import { expect, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { marketDay, marketMorning } from '#test/market.ts'

const app = sharedTestApp({ now: marketMorning })

test('market days: weekends only, once, from today on; changes are audited', async () => {
  await marketDay(app)
  const as = app.as(await admin(app))
  await expect(as.market.addDay({ on: '2026-12-21' })).rejects.toThrow()
  await expect(
    app.sql(
      `insert into market_days ("on", space_id, starts_at, ends_at) select '2026-12-21', id, now(), now() + interval '1 hour' from spaces where slug = 'event-space'`,
    ),
  ).rejects.toThrow(/weekend/)
  await expect(as.market.addDay({ on: '2026-11-15' })).rejects.toMatchObject({ code: 'DATE_PAST' })
  await expect(as.market.addDay({ on: '2026-11-21' })).rejects.toMatchObject({ code: 'MARKET_DAY_EXISTS' })
  const { id } = await as.market.addDay({ on: '2027-01-16', pitches: 40 })
  const { rows, total } = await as.market.days({})
  expect(total).toBe(2)
  // The next one first, and later what has been at the end.
  expect(rows.map(({ on }) => on)).toEqual(['2026-11-21', '2027-01-16'])
  expect(rows[1]).toMatchObject({
    id,
    on: '2027-01-16',
    pitches: 40,
    visitors: 0,
    isOver: false,
    can: { cancel: true },
  })
  await as.market.cancelDay({ id })
  await expect(as.market.cancelDay({ id })).rejects.toMatchObject({ code: 'MARKET_CANCELLED' })
  expect((await as.market.days({ sort: '-on' })).rows[0]).toMatchObject({
    isCancelled: true,
    can: { cancel: false },
  })
  const audited = await app.sql(`select action from audit_log where table_name = 'market_days' and row_id = $1`, [id])
  expect(audited.map(({ action }) => action)).toEqual(['insert', 'update'])
  app.clock.set('2026-11-22T10:00:00Z')
  for (const list of [as.market.days({}), as.stalls.days({})])
    expect((await list).rows.map(({ on }) => on)).toEqual(['2027-01-16', '2026-11-21'])
  expect((await app.as(await admin(app)).market.days({ sort: 'on' })).rows[0]).toMatchObject({
    on: '2026-11-21',
    isOver: true,
    can: { cancel: false },
  })
})
