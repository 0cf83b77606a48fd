import { expect, test } from 'vitest'
import { doorStaff, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { codeOf, marketDay, marketMorning, scanOf } from '#test/market.ts'

const app = sharedTestApp({ now: marketMorning })

test('whom door staff let in is in the audit log, in their name', async () => {
  await marketDay(app)
  const [ada, door] = [await member(app), await doorStaff(app)]
  await app.as(door).door.admit(scanOf(await codeOf(app, ada)))
  const rows = await app.sql(
    `select actor_id from audit_log where table_name = 'market_visitor_tickets' and after ->> 'status' = 'used'`,
  )
  expect(rows).toEqual([{ actor_id: door.id }])
})
