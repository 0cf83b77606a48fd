import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()

// Whatever a procedure forgets, the database does not.
test.each(['pending', 'confirmed'])('the database itself keeps one place for one booking that is %s', async status => {
  const [room, ada] = [await facility(app), await paidMember(app)]
  const placed = await app.as(ada).bookings.place({
    facilityId: room.id,
    on: '2026-11-25',
    startsAt: '10:00',
    termsAccepted: true,
    payWith: 'card',
  })
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  const copy = (change: object) =>
    app.sql(
      `insert into bookings select (jsonb_populate_record(b, $2::jsonb || jsonb_build_object('id', gen_random_uuid()))).*
       from bookings b where order_id = $1 and status = 'pending'`,
      [placed.orderId, JSON.stringify(change)],
    )
  await expect(copy({ status })).rejects.toMatchObject({ constraint: 'reservations_no_overlap' })
  // Control: at another time the same row is taken.
  await copy({ status, starts_at: '2026-11-26T10:00:00Z', ends_at: '2026-11-26T11:00:00Z' })
})
