import { expect, test } from 'vitest'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { systemCause } from '#platform/db/transaction.ts'
import { testApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { admin, committee, type Person, person } from './factories/people.ts'
import { seedHouse } from './house.ts'
import { seedDocuments } from './lived/documents.ts'
import { seedLivedHouse } from './lived/house.ts'
import type { Known } from './lived/residents.ts'

// Thirty months take its time on a busy machine.
const patience = { timeout: 300_000 }

test(
  'a house in its third year: everybody stands somewhere, the books agree with those of the provider',
  patience,
  async () => {
    const app = await testApp({ now: new Date().toISOString() })
    await app.write(seedHouse)
    const known = async (
      person: Promise<Person>,
      role: Known['role'],
      slug: string,
      months: number,
    ): Promise<Known> => ({
      ...{ ...(await person), phone: '+447700900123', role, slug, months },
    })
    const ada = await known(person(app), null, 'creator', 9)
    const hosts = [
      await known(admin(app), 'admin', 'explorer', 30),
      ...[
        await known(committee(app), 'committee', 'explorer', 29),
        await known(committee(app), 'committee', 'creator', 28),
      ],
      ...[await known(committee(app), 'committee', 'creator', 21), ada],
    ]
    const seed = () => seedLivedHouse(app.runtime, app.databaseUrl, hosts)
    expect(await seed()).toBe(true)
    await expectInvariants(app)
    const one = async (text: string) => (await app.sql(text))[0]
    expect(
      await one(`select count(*)::int as n, count(*) filter (where status = 'open')::int as open,
      count(admin_final_response)::int as decided, (select count(*)::int from incident_responses) as answers,
      (select count(*)::int from incident_link_views) as views from incident_reports`),
    ).toEqual({ n: 6, open: 1, decided: 3, answers: 4, views: 3 })
    expect(
      await one(`select count(*)::int as members, count(distinct m.tier_id)::int as tiers,
      count(*) filter (where m.payment_status = 'overdue')::int as overdue,
      count(*) filter (where m.cancels_at_period_end)::int as leaving
      from user_memberships m join "user" u on u.id = m.user_id
      where m.status = 'active' and not exists (select 1 from membership_applications a
        where a.user_id = u.id and a.reviewed_at > now() - interval '3 days')`),
    ).toMatchObject({ tiers: 4, overdue: 1, leaving: 3 })
    // Who leaves at the end of what is paid said why, as far as they wanted to; the office reads it.
    const boss = app.as(hosts[0]!)
    const leaving = await boss.memberships.leaving({})
    expect(leaving.rows.filter(({ endsAt }) => endsAt! > app.clock.now())).toHaveLength(3)
    expect(leaving.rows.some(({ reason, words }) => reason === 'moving' && words !== '')).toBe(true)
    for (const { createdAt } of leaving.rows) expect(createdAt.getTime()).toBeLessThan(app.clock.now().getTime())
    // A refund is under way, which the provider did not make yet.
    const underWay = await boss.payments.openRefunds({})
    expect(underWay.rows).toMatchObject([{ status: 'failed', reason: 'Booking cancelled', can: { retry: true } }])
    expect(await one("select count(*)::int as n from user_roles where role = 'committee'")).toEqual({ n: 5 })
    expect(await one("select count(*)::int as n from user_roles where role = 'door'")).toEqual({ n: 1 })
    expect(await one('select count(*)::int as n from waiting_list')).toEqual({ n: 10 })
    expect(await one('select count(*)::int as n from archived_members')).toEqual({ n: 3 })
    // Some wait for the studios, and one of them is offered a time.
    expect(
      await one(`select count(*) filter (where status = 'waiting') >= 3 as has_line,
        count(*) filter (where status = 'offered')::int as offered,
        count(*) filter (where status = 'waiting' and is_room_free(space_id, starts_at, ends_at, now()))::int as due
        from waiting_entries`),
    ).toEqual({ has_line: true, offered: 1, due: 0 })
    // Sauna and bath, both studios, and one of the rules for a tier alone.
    expect(await one('select count(*)::int as rules, count(tier_id)::int as of_tier from fair_use_rules')).toEqual({
      rules: 6,
      of_tier: 1,
    })
    // Quiet on Monday mornings, full in the evening.
    expect(
      await one(`select count(*) filter (where extract(isodow from booking_on) = 1 and starts_at_time < '12:00') * 5
      < count(*) filter (where extract(isodow from booking_on) = 1 and starts_at_time >= '17:00') as is_real,
      count(*) filter (where starts_at > now()) > 50 as has_coming, count(*) > 3000 as has_past from bookings`),
    ).toEqual({ is_real: true, has_coming: true, has_past: true })
    expect(
      await one('select count(*)::int as series, count(distinct user_id)::int as people from booking_series'),
    ).toEqual({ series: 2, people: 2 })
    // Every penny that came in by card is an invoice or a payment that the provider knows, over the same amount.
    expect(
      await app.sql(`select l.external_ref, l.amount_pence, o.body->>'status' as status from ledger_entries l
      left join simulator_stripe.objects o on o.id = l.external_ref
      where l.amount_pence > 0 and l.way = 'card'
        and l.amount_pence is distinct from coalesce(o.body->>'amount_paid', o.body->>'amount_received')::int`),
    ).toEqual([])

    // Every reduced invoice belongs to a referral, for the friend and for who brought them; both stand in the ledger as charged.
    expect(
      await one(`select (select count(*)::int from referrals where status = 'completed') * 2 as reduced,
      (select count(*)::int from simulator_stripe.objects o where kind = 'invoice' and body->'total_discount_amounts' <> '[]'::jsonb
        and exists (select 1 from ledger_entries where external_ref = o.id)) as invoices,
      (select count(*)::int from referrals where status = 'pending') as waiting`),
    ).toMatchObject({ reduced: 18, invoices: 18, waiting: 1 })
    expect(await app.sql('select status, count(*)::int as n from contact_inquiries group by 1 order by 1')).toEqual([
      { status: 'answered', n: 6 },
      { status: 'open', n: 4 },
    ])
    expect(
      await one(`select (select version from code_of_conduct where is_active) as version,
      (select count(*)::int from code_acceptances where version = 2) > 80 as is_accepted,
      (select count(*)::int from disputes where status = 'to_answer') as disputes,
      (select count(*)::int from mails where status = 'failed') as failed`),
    ).toEqual({ version: 2, is_accepted: true, disputes: 1, failed: 2 })

    // The years of those who can sign in are theirs.
    const own = app.as(ada)
    expect((await own.bookings.mine({ when: 'past' })).total).toBeGreaterThan(100)
    expect((await own.members.referrals()).rows.map(({ status }) => status).sort()).toEqual(['completed', 'pending'])
    // What the provider has, ours have as well: the comparison finds nothing.
    await app.write(tx => tx.enqueue(reconcile, {}))
    await app.runJobs()
    expect(await one('select count(*)::int as n from payment_events')).toEqual({ n: 0 })

    // Asked for again, the refund is made.
    await boss.payments.retryRefund({ id: underWay.rows[0]!.id })
    await app.runJobs()
    expect((await boss.payments.openRefunds({})).rows).toEqual([])

    // Papers for those who wait, once.
    const cause = systemCause(app.clock.now())
    expect(await seedDocuments(app.runtime, cause)).toBeGreaterThan(8)
    expect(await seedDocuments(app.runtime, cause)).toBe(0)
    await expectInvariants(app)

    // Whoever opens their membership, or an office page, gets an answer; asking the provider again changes nothing.
    const states = () =>
      app.sql('select id, tier_id, status, payment_status, current_period_end from user_memberships order by id')
    const before = await states()
    const payers = await app.sql<{
      id: string
      kind: string
    }>(`select user_id as id, payment_status as kind from user_memberships
      where status = 'active' and stripe_subscription_id is not null
        and user_id in (select user_id from profiles where account_status = 'active') order by user_id`)
    for (const someone of payers) await app.as(someone).memberships.refresh()
    for (const kind of ['paid', 'overdue', 'waived'])
      expect((await app.as(payers.find(each => each.kind === kind)!).memberships.portal()).url).toContain('http')
    expect(await states()).toEqual(before)

    const [count] = await app.sql('select count(*)::int as n from "user"')
    expect(await seed()).toBe(false)
    expect((await app.sql('select count(*)::int as n from "user"'))[0]).toEqual(count)
  },
)
