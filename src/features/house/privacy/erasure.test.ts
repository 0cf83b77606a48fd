import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { emailKey } from '#platform/mail/address.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { calendarDate } from '#platform/time.ts'
import { dataMap } from '#schema.ts'
import { admin, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant, archive, asRead, committeeOf } from '#test/applications.ts'
import { expectInvariants } from '#test/invariants.ts'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})

async function erase(someone: { id: string }) {
  const { id } = await app.as(someone).privacy.requestErasure({ reason: 'I am moving away' })
  await app.as(boss).privacy.erase({ id })
}

/** Tables and columns in which one of these texts stands, `table.column`. */
async function placesOf(...texts: string[]): Promise<string[]> {
  const columns = await app.sql<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  )
  const found = []
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await app.sql(
      `select 1 from "${table}" where lower("${column}"::text) like any ($1::text[]) limit 1`,
      [texts.map(text => `%${text.toLowerCase()}%`)],
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.sort()
}

test('erasure finds the person in what others hold: referrals, votes, notes, mails to staff, enquiries without a sign-in', async () => {
  const referrer = await paidMember(app)
  const [first, second, third] = await committeeOf(app, 3)
  const { code } = await app.as(referrer).members.referrals()
  const email = 'zephyrine+studio@people.example'
  const friend = await applicant(app, { firstName: 'Zephyrine', lastName: 'Quillon', email }, { referralCode: code })
  const { applicationId } = friend
  await app.as(first!).applications.addNote({ applicationId, body: 'Zephyrine was late to the tour.' })
  await app
    .as(first!)
    .applications.vote({ ...(await asRead(app, applicationId)), vote: 'reject', reason: 'Zephyrine was rude.' })
  await app
    .as(second!)
    .applications.vote({ ...(await asRead(app, applicationId)), vote: 'reject', reason: 'Nothing for Zephyrine here.' })
  const reasons = await app.as(boss).applications.reasons()
  const notes = 'Dear Zephyrine, not this time.'
  const other = reasons.find(({ needsNotes }) => needsNotes)!
  await app.as(boss).applications.reject({ id: applicationId, reasonId: other.id, notes })
  const enquiry = { name: 'Zephyrine', email: 'Zephyrine@people.example', message: 'I am Zephyrine Quillon.' }
  await app.as(null, { ipAddress: '198.51.100.8' }).contact.send(enquiry)
  await app.runJobs()
  const stands = ['zephyrine', 'quillon']
  const before = await placesOf(...stands)
  for (const place of [
    'committee_votes.reason',
    'committee_notes.body',
    'referrals.referred_email',
    'mails.props',
    'mails.subject',
  ])
    expect(before).toContain(place)

  await erase(friend)
  await app.runJobs()
  await app.runtime.jobs.send('privacy.forget', {})
  await app.runJobs()
  expect(await placesOf(...stands)).toEqual([])
  expect((await app.as(referrer).members.referrals()).rows).toMatchObject([{ referredEmail: 'erased' }])
  // The votes stay as they were cast; nobody but erasure touches even their words.
  expect(await app.sql('select vote from committee_votes where application_id = $1', [applicationId])).toEqual([
    { vote: 'reject' },
    { vote: 'reject' },
  ])
  const asServer = (change: string) =>
    app.runtime.db.execute(`update committee_votes set ${change} where application_id = '${applicationId}'`)
  for (const change of ["vote = 'approve'", "reason = 'Better words'", "reason = 'Erased', vote = 'approve'"])
    await expect(asServer(change)).rejects.toThrow()
  expect(third).toBeDefined()
  await expectInvariants(app)
})

test('what has not been mailed yet of somebody who is erased, or about them, is not sent, and is no failure that waits for anybody', async () => {
  const leaver = await person(app)
  await app.sql('delete from mails')
  const { id: asked } = await app.as(leaver).privacy.requestErasure({ reason: 'I am moving away' })
  await app.sql('delete from mails')
  for (const [status, to] of [
    ['queued', leaver.id],
    ['failed', leaver.id],
    ['sent', leaver.id],
    ['queued', boss.id],
  ])
    await app.sql(
      `insert into mails (to_address, user_id, template, props, subject, status, relates_to) values ($1, $2, 'x', '{}', 'Hello', $3, $4)`,
      [`${to}@people.example`, to, status, `erasure_requests/${asked}`],
    )
  const needs = async () => (await app.as(boss).venue.today()).needs.filter(({ need }) => need === 'mails')
  expect(await needs()).toMatchObject([{ count: 1 }])
  await app.as(boss).privacy.erase({ id: asked })
  for (const { id } of await app.sql<{ id: string }>(`select id from mails where subject = 'Erased'`))
    await app.write(tx => tx.enqueue(sendMail, { mailId: id }))
  await app.runJobs()
  expect(
    await app.sql(`select status, count(*)::int from mails where subject = 'Erased' group by 1 order by 1`),
  ).toEqual([
    { status: 'sent', count: 1 },
    { status: 'suppressed', count: 3 },
  ])
  expect([await needs(), await app.as(boss).mailings.list({ status: 'failed' })]).toMatchObject([
    [],
    { failed: 0, rows: [] },
  ])
  // Of one that failed for good nothing is left that could be sent again.
  await app.sql(`update mails set status = 'failed', props = null where subject = 'Erased'`)
  expect([await needs(), await app.as(boss).mailings.list({ status: 'failed' })]).toMatchObject([[], { failed: 0 }])
})

test('who is archived and erased stays known by a trace that says nothing', async () => {
  const someone = await paidMember(app, { tier: 'explorer', email: 'marguerite@people.example' })
  await archive(app, someone.email)
  await app.sql(
    `update archived_members set full_name = 'Marguerite', phone_number = '1', archived_reason = 'Marguerite left'`,
  )
  await erase(someone)
  await app.runJobs()
  await app.runtime.jobs.send('privacy.forget', {})
  await app.runJobs()
  expect(await placesOf('marguerite')).toEqual([])
  await expect(
    app.as(boss).members.createAccount({ firstName: 'A', lastName: 'B', email: 'Marguerite+x@people.example' }),
  ).rejects.toMatchObject({ code: 'REGISTRATION_NOT_ALLOWED' })
})

// What stays readable of a person whose every row, in every table of the map, was full of their words. `*`: books and
// records that law or safety keep; what is written there is the house's own. Else the columns that say nothing of anybody.
const stays: Record<string, '*' | string[]> = {
  // What staff did and who signed in: kept as long as the venue's setting says, and nothing in it can be altered before.
  audit_log: '*',
  disputes: '*',
  ledger_entries: '*',
  orders: '*',
  refunds: ['invoice_id', 'ref', 'refused_payment_intent_id', 'stripe_refund_id'],
  scans: '*',
  shopify_orders: '*',
  shopify_strays: '*',
  studio_rental_members: ['stripe_payment_link_id', 'stripe_subscription_id', 'studio_name'],
  token_transactions: '*',
  tokens: '*',
  point_transactions: '*',
  // What was announced to everybody; whose it was is a number then.
  events: ['description', 'end_time', 'location', 'name', 'start_time'],
  bookings: ['ends_at_time', 'starts_at_time'],
  studio_bookings: ['end_time', 'start_time'],
  booking_series: ['starts_at_time'],
  // Their own votes on others, so that decisions can be checked.
  committee_votes: ['reason'],
  files: ['mime', 'purpose', 'sha256', 'storage_key'],
  mails: ['relates_to', 'template'],
  market_visitor_tickets: ['ticket_code'],
  membership_applications: ['referral_code', 'tier_slug'],
  user_memberships: ['stripe_subscription_id'],
  weekly_booking_usage: ['booking_type_slug'],
}

test('a person with a row in every table of the data map is in none of them afterwards', async () => {
  const mask = await person(app, { email: 'quillmask@people.example', firstName: 'Quillmask' })
  maskId = mask.id
  const filled = []
  for (const [table, { owner }] of Object.entries(dataMap))
    if (owner !== null && !['user', 'profiles', 'user_roles', 'audit_log'].includes(table)) {
      await fill(table, owner, mask)
      filled.push(table)
    }
  expect(filled.length).toBeGreaterThan(25)
  await erase(mask)
  await app.runJobs()
  await app.runtime.jobs.send('privacy.forget', {})
  await app.runJobs()
  const found: Record<string, string[]> = {}
  for (const place of await placesOf('quillmask')) {
    const [table, column] = place.split('.') as [string, string]
    found[table] = [...(found[table] ?? []), column]
  }
  for (const [table, columns] of Object.entries(stays)) if (columns === '*') delete found[table]
  expect(found).toEqual(Object.fromEntries(Object.entries(stays).filter(([, columns]) => columns !== '*')))
})

const blocking = Object.entries(dataMap).filter(([, { blocksErasure }]) => blocksErasure !== undefined)

test('what stands in the way of erasure is what this file knows', () => {
  expect(blocking.map(([table]) => table).sort()).toEqual(Object.keys(underWay).sort())
})

test.each(blocking)('erasure waits for what is under way in %s, and for what is over no more', async (table, entry) => {
  const someone = await person(app)
  const owner = table === 'refunds' ? 'user_id' : entry.owner!
  if (table === 'refunds') await fill('orders', 'user_id', someone, { id: refundedOrderId })
  if (table === 'incident_responses')
    await fill('incident_reports', 'none', someone, {
      ...{ id: openIncidentId, status: 'open', admin_final_response: null, admin_final_response_at: null },
    })
  if (table === 'event_registrations')
    await fill('events', 'none', someone, { ...underWay.events!(), id: eventAheadId })
  await fill(table, owner, someone, underWay[table]!())
  const { id } = await app.as(someone).privacy.requestErasure({})
  const { words } = entry.blocksErasure!
  await expect(app.as(boss).privacy.erase({ id })).rejects.toMatchObject({ code: 'ERASURE_BLOCKED', message: words })
  const { rows } = await app.as(boss).privacy.erasureRequests({ status: 'pending' })
  expect(rows).toMatchObject([{ blockedBy: words, can: { erase: false } }])
  // Time passes, and a booking ahead lies behind.
  if (table === 'bookings') app.clock.advance(3 * 3_600_000)
  else
    await app.sql(table === 'user_roles' ? 'delete from user_roles where user_id = $1' : overOf[table]!, [someone.id])
  await app.as(boss).privacy.erase({ id })
})

/** What makes a filled row one that is under way. */
const underWay: Record<string, () => Record<string, unknown>> = {
  user_roles: () => ({}),
  membership_applications: () => ({ id: randomUUID(), status: 'pending', reviewed_at: null, rejection_reason: null }),
  user_memberships: () => ({ status: 'active', ended_at: null }),
  orders: () => ({ id: randomUUID(), status: 'pending', paid_at: null }),
  shopify_orders: () => ({ status: 'pending', checkout_id: randomUUID() }),
  disputes: () => ({ id: randomUUID(), status: 'under_review', closed_at: null }),
  refunds: () => ({
    ...{ order_id: refundedOrderId, status: 'pending', done_at: null },
    ...{ settled_way: null, settled_reason: null },
  }),
  studio_bookings: () => sessionAhead(),
  events: () => ({
    ...{ application_status: 'approved', reviewed_at: now(), rejection_reason: null },
    ...{ cancelled_at: null, cancel_reason: null, event_date: '2026-01-05' },
    starts_at: new Date(now().getTime() + 3_600_000),
    ends_at: new Date(now().getTime() + 7_200_000),
  }),
  event_registrations: () => ({ event_id: eventAheadId }),
  incident_responses: () => ({ incident_id: openIncidentId }),
  bookings: () => ({
    status: 'confirmed',
    cancelled_at: null,
    starts_at: new Date(now().getTime() + 3_600_000),
    ends_at: new Date(now().getTime() + 7_200_000),
  }),
  studio_rental_members: () => ({ migration_status: 'pending', ended_at: null, end_reason: null }),
  market_bookings: () => ({
    ...{ status: 'confirmed', confirmed_at: now(), cancelled_at: null, order_id: randomUUID() },
    market_date: calendarDate(now()),
  }),
}
const sessionAhead = () => ({
  status: 'confirmed',
  cancelled_at: null,
  starts_at: new Date(now().getTime() + 3_600_000),
  ends_at: new Date(now().getTime() + 7_200_000),
})
const eventAheadId = '00000000-0000-4000-8000-00000000000d'
const openIncidentId = '00000000-0000-4000-8000-00000000000e'
const refundedOrderId = '00000000-0000-4000-8000-00000000000c'
const overOf: Record<string, string> = {
  incident_responses: `update incident_reports set status = 'resolved' where id = '${openIncidentId}' and $1 <> ''`,
  events: "update events set cancelled_at = now(), cancel_reason = 'x' where host_user_id = $1",
  event_registrations: "update event_registrations set status = 'cancelled', cancelled_at = now() where user_id = $1",
  market_bookings: "update market_bookings set status = 'cancelled', cancelled_at = now() where user_id = $1",
  studio_bookings: "update studio_bookings set status = 'cancelled', cancelled_at = now() where user_id = $1",
  membership_applications:
    "update membership_applications set status = 'rejected', reviewed_at = now(), rejection_reason = 'x' where user_id = $1",
  user_memberships: "update user_memberships set status = 'cancelled', ended_at = now() where user_id = $1",
  orders: "update orders set status = 'expired' where user_id = $1",
  shopify_orders: "update shopify_orders set status = 'expired' where user_id = $1",
  disputes: "update disputes set status = 'won', closed_at = now() where user_id = $1",
  refunds:
    "update refunds set status = 'done', done_at = now() where order_id in (select id from orders where user_id = $1)",
  studio_rental_members:
    "update studio_rental_members set migration_status = 'ended', ended_at = now(), end_reason = 'x' where user_id = $1",
}

/** Columns that a row needs to be one, where a word that says who the person is would be refused. */
const now = () => app.clock.now()
const needs: Record<string, () => Record<string, unknown>> = {
  shopify_orders: () => ({ status: 'expired' }),
  disputes: () => ({ status: 'won', closed_at: now() }),
  community_posts: () => ({ status: 'hidden' }),
  community_post_comments: () => ({ status: 'hidden' }),
  community_decisions: () => ({ outcome: 'hidden', appealed_at: now(), appeal_decided_at: now() }),
  scans: () => ({ refusal: null }),
  guest_passes: () => ({ pass_code: 'K7QX2M9P' }),
  notifications: () => ({ path: '/' }),
  events: () => ({ application_status: 'rejected', reviewed_at: now(), cancelled_at: now() }),
  membership_applications: () => ({ id: applicationId, status: 'rejected', reviewed_at: now(), terms_accepted: true }),
  application_questions: () => ({ application_id: applicationId, answered_at: now() }),
  erasure_requests: () => ({ status: 'declined', decided_at: now() }),
  referrals: () => ({ referred_user_id: boss.id }),
  check_ins: () => ({ guest_name: null, ending: null }),
  market_visitor_tickets: () => ({ ticket_type: 'guest', status: 'issued' }),
  user_memberships: () => ({ status: 'cancelled', ended_at: now() }),
  bookings: () => ({
    paid_with: 'card',
    status: 'cancelled',
    cancelled_at: now(),
    held_until: null,
    starts_at: now(),
    ends_at: new Date(now().getTime() + 3_600_000),
  }),
  studio_bookings: () => ({
    ...{ status: 'cancelled', cancelled_at: now(), paid_with: 'card', booking_date: '2026-01-05' },
    ...{ starts_at: now(), ends_at: new Date(now().getTime() + 3_600_000) },
  }),
  market_bookings: () => ({ status: 'cancelled', cancelled_at: now() }),
  reservations: () => ({ ends_at: new Date(now().getTime() + 3_600_000) }),
  studio_rental_members: () => ({
    ...{ migration_status: 'ended', ended_at: now(), starts_at: now(), ends_at: new Date(now().getTime() + 3_600_000) },
    ...{ deposit_amount: 0, unpaid_pence: 1, unpaid_since: now() },
  }),
  waiting_entries: () => ({
    space_id: applicationId,
    facility_id: applicationId,
    on: '2026-01-05',
    lengths: 1,
    ends_at: new Date(now().getTime() + 3_600_000),
  }),
  membership_pauses: () => ({ starts_at: now(), ends_at: new Date(now().getTime() + 3_600_000) }),
  ledger_entries: () => ({ vat_percent: null, vat_number: null }),
  live_events: () => ({ audience: `user:${maskId}` }),
  orders: () => ({ id: orderId, status: 'paid', paid_at: now() }),
  refunds: () => ({ order_id: orderId, status: 'settled', settled_way: 'desk', done_at: now() }),
  token_transactions: () => ({ type: 'credit' }),
}
const applicationId = '00000000-0000-4000-8000-00000000000a'
let maskId: string
const orderId = '00000000-0000-4000-8000-00000000000b'

/** A row of this person's in which every column of words says who they are. */
async function fill(table: string, owner: string, mask: Person, more: Record<string, unknown> = {}): Promise<void> {
  const columns = await app.sql<{
    name: string
    type: string
    nullable: boolean
    preset: boolean
    isFilled: boolean
    isPerson: boolean
    word: string | null
  }>(
    `select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable, d.adbin is not null as preset, coalesce(pg_get_expr(d.adbin, d.adrelid) not in ('''''::text', '''{}''::jsonb'), false) as "isFilled",
       exists (select 1 from pg_constraint f where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey)
         and f.confrelid = '"user"'::regclass) as "isPerson",
       (select substring(pg_get_constraintdef(c.oid) from '''([^'']+)''::text') from pg_constraint c where c.conrelid = a.attrelid
         and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as word
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attrelid = '"${table}"'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  )
  const says = mask.email
  const row: Record<string, unknown> = {}
  for (const { name, type, nullable, preset, isFilled, isPerson, word } of columns) {
    if (isPerson) row[name] = nullable ? null : mask.id
    else if (isFilled) continue
    else if (type === 'text') row[name] = word ?? says
    else if (type === 'jsonb') row[name] = JSON.stringify(says)
    else if (type === 'text[]') row[name] = [says]
    else if (nullable || preset) continue
    else if (type === 'uuid') row[name] = '00000000-0000-4000-8000-000000000001'
    else if (type === 'integer' || type === 'bigint') row[name] = 1
    else if (type === 'date') row[name] = '2026-01-05'
    else if (type === 'boolean') row[name] = false
    else if (type.startsWith('time')) row[name] = type.startsWith('timestamp') ? app.clock.now() : '10:00'
    else throw new Error(`${table}.${name}: ${type}`)
  }
  if (owner !== 'none' && /^\w+$/.test(owner)) row[owner] = mask.id
  // Somebody with an account; whoever has none is looked at in market/guest-tickets.
  if (table === 'orders') Object.assign(row, { user_id: mask.id, payer_name: null, payer_email: null })
  if ('email_key' in row) row.email_key = emailKey(mask.email)
  Object.assign(row, needs[table]?.(), more)
  const names = Object.keys(row)
  // No trigger and no foreign key stands in the way of a row that nobody could make today.
  await app.sql(
    `with made as (select set_config('session_replication_role', 'replica', true))
     insert into "${table}" (${names.map(name => `"${name}"`).join(', ')}) select ${names.map((_, index) => `$${index + 1}`).join(', ')} from made`,
    Object.values(row),
  )
}
