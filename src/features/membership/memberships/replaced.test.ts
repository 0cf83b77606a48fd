import { beforeAll, expect, test } from 'vitest'
import { member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { tiers } from '#test/payments.ts'
import { endSubscription, enterTier, leavePaid } from './model.ts'

const app = sharedTestApp()
let tierOf: Awaited<ReturnType<typeof tiers>>
beforeAll(async () => {
  tierOf = await tiers(app)
})

const enter = (userId: string, subscriptionId: string) =>
  app.write(tx =>
    enterTier(tx, {
      userId,
      tierId: tierOf('creator').id,
      isPaid: true,
      paymentStatus: 'paid',
      subscriptionId,
      periodStart: tx.now,
      periodEnd: null,
    }),
  )
const ending = async (subscriptionId: string) =>
  app.sql(`select 1 from pgboss.job where name = $1 and data ->> 'subscriptionId' = $2`, [
    endSubscription.name,
    subscriptionId,
  ])
const paidSince = async (userId: string) =>
  (
    await app.sql<{ on: string | null }>(
      `select paid_since_on::text as on from user_memberships where user_id = $1 and status = 'active'`,
      [userId],
    )
  )[0]!.on

test('a subscription that another one replaces is ended at the provider, and only that one', async () => {
  const { id } = await member(app)
  await enter(id, 'sub_first')
  await enter(id, 'sub_first')
  expect(await ending('sub_first')).toHaveLength(0)
  await enter(id, 'sub_second')
  expect(await ending('sub_first')).toHaveLength(1)
  expect(await ending('sub_second')).toHaveLength(0)
})

test('paid time goes on through a change of plan and begins anew after a break', async () => {
  const { id } = await member(app)
  app.clock.set('2026-06-01T10:00:00Z')
  await enter(id, 'sub_a')
  app.clock.set('2026-07-01T10:00:00Z')
  await enter(id, 'sub_b')
  expect(await paidSince(id)).toBe('2026-06-01')
  await app.write(tx => leavePaid(tx, id))
  expect(await paidSince(id)).toBeNull()
  app.clock.set('2026-08-01T10:00:00Z')
  await enter(id, 'sub_c')
  expect(await paidSince(id)).toBe('2026-08-01')
})

test('one is a member since one came in, through every plan, and after a break since one came back', async () => {
  app.clock.set('2026-06-01T10:00:00Z')
  const ada = await member(app)
  const since = async () => (await app.as(ada).memberships.mine()).memberSince
  expect(await since()).toBe('2026-06-01')
  app.clock.set('2026-07-01T10:00:00Z')
  await enter(ada.id, 'sub_d')
  app.clock.set('2026-08-01T10:00:00Z')
  await app.write(tx => leavePaid(tx, ada.id))
  expect(await since()).toBe('2026-06-01')
  await app.sql(
    `update user_memberships set status = 'cancelled', ended_at = $2 where user_id = $1 and status = 'active'`,
    [ada.id, app.clock.now()],
  )
  expect(await since()).toBeNull()
  app.clock.set('2026-10-01T10:00:00Z')
  await enter(ada.id, 'sub_e')
  expect(await since()).toBe('2026-10-01')
})
