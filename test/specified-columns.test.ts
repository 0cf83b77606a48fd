import { describe, expect, test } from 'vitest'
import { sharedTestApp } from './app.ts'

/**
 * Records as the specification lists their fields. What has another name here is written `theirs=ours`: a price says that it
 * is in pence, a picture is kept by its key, and the key of a person is that of their account.
 */
const records: { ids: string; table: string; columns: string; words?: Record<string, string[]> }[] = [
  {
    ids: 'EVT-08, EVA-05',
    table: 'events',
    columns:
      'id name description event_type event_date start_time end_time location space_preference capacity expected_attendance application_notes points_reward tokens_cost host_user_id application_status applied_at reviewed_at reviewed_by rejection_reason is_active image_url=image',
    words: {
      event_type: ['workshop', 'talk', 'social', 'meetup', 'other'],
      application_status: ['draft', 'pending', 'approved', 'rejected'],
    },
  },
  {
    ids: 'EVA-17',
    table: 'event_registrations',
    columns: 'id event_id user_id status registered_at attended_at',
    words: { status: ['registered', 'attended', 'cancelled'] },
  },
  {
    ids: 'MKT-20, MKA-20',
    table: 'market_visitor_tickets',
    columns: 'user_id ticket_code ticket_type price=price_pence status used_at guest_email guest_name check_in_count',
    words: { ticket_type: ['member', 'guest'], status: ['used'] },
  },
]

const app = sharedTestApp()

describe.each(records)('$table', ({ ids, table, columns, words = {} }) => {
  test(`has the specified fields, and each word of them is taken and no other [${ids}]`, async () => {
    const found = await app.sql<{ column_name: string }>(
      `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    )
    expect(found.map(row => row.column_name)).toEqual(
      expect.arrayContaining(columns.split(' ').map(name => name.split('=').at(-1))),
    )
    for (const [column, taken] of Object.entries(words)) {
      const [check] = await app.sql<{ words: string }>(
        `select string_agg(pg_get_constraintdef(oid), ' ') as words from pg_constraint
         where contype = 'c' and conrelid = $1::regclass and pg_get_constraintdef(oid) ~ $2`,
        [`public.${table}`, `(^|[^a-z_])${column} = ANY`],
      )
      for (const word of taken) expect(check!.words).toContain(`'${word}'`)
    }
  })
})
