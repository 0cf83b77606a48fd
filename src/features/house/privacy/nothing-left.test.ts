import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant } from '#test/applications.ts'
import { giveTokens } from '#test/bookings.ts'

const app = sharedTestApp()

/** Asks to be erased; resolves to what an admin's saying yes comes to. */
async function erased(person: Person): Promise<unknown> {
  const boss = app.as(await admin(app))
  await app.sql(`insert into erasure_requests (user_id, created_at) values ($1, $2)`, [person.id, app.clock.now()])
  const [request] = await app.sql<{ id: string }>(
    `select id from erasure_requests where user_id = $1 and status = 'pending'`,
    [person.id],
  )
  return boss.privacy.erase({ id: request!.id })
}

test('erasure waits for bookings ahead, and goes on once they are cancelled', async () => {
  const [room, ada] = [await facility(app), await member(app)]
  const { id } = ada
  await giveTokens(app, ada, 100)
  await app.sql(
    `insert into bookings (booking_type_id, space_id, user_id, booking_on, starts_at_time, ends_at_time, starts_at, ends_at, status,
       paid_with, tokens_used, price_pence, confirmed_at, created_at)
     values ($1, (select space_id from booking_types where id = $1), $2, '2030-01-02', '10:00', '11:00', '2030-01-02T10:00Z', '2030-01-02T11:00Z', 'confirmed', 'tokens', 0, 0, $3, $3)`,
    [room.id, id, app.clock.now()],
  )
  const refused = { code: 'ERASURE_BLOCKED', message: 'This person has bookings ahead. Cancel them first.' }
  await expect(erased(ada)).rejects.toMatchObject(refused)
  await app.sql(`update bookings set status = 'cancelled', cancelled_at = $2 where user_id = $1`, [id, app.clock.now()])
  await app.sql(`delete from erasure_requests where user_id = $1`, [id])
  await expect(erased(ada)).resolves.toMatchObject({ userId: id })
})

test('erasure waits for a membership that is still being paid', async () => {
  const ada = await paidMember(app)
  await app.sql(`update user_memberships set stripe_subscription_id = 'sub_runs' where user_id = $1`, [ada.id])
  const refused = { code: 'ERASURE_BLOCKED', message: 'End this person’s paid membership first.' }
  await expect(erased(ada)).rejects.toMatchObject(refused)
})

test('of whoever applied nothing is left that names them: not in the application, and never in the audit log', async () => {
  const person = await applicant(app, {}, { fullName: 'Wilhelmina Unmistakable' })
  const id = person.applicationId
  await app.as(await admin(app)).applications.approve({ id })
  await expect(erased(person)).resolves.toMatchObject({ userId: person.id })
  const [left] = await app.sql<{ row: string }>(
    `select row_to_json(a)::text as row from membership_applications a where id = $1`,
    [id],
  )
  const log = await app.sql<{ row: string }>(`select row_to_json(l)::text as row from audit_log l`)
  for (const text of [left!.row, ...log.map(({ row }) => row)])
    for (const word of ['Wilhelmina Unmistakable', person.email]) expect(text).not.toContain(word)
})
