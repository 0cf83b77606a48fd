import { expect, test } from 'vitest'
import { sharedTestApp } from './app.ts'

const app = sharedTestApp()

/**
 * Looks whether a table has these columns, and takes these words in them. What has another name than specified is written
 * `theirs=ours`: a price says that it is in pence, a picture is kept by its key, and the key of a person is that of their account.
 */
async function expectColumns(table: string, columns: string, words: Record<string, string[]>): Promise<void> {
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
}

test('an event has the specified fields, of its programme and of its application [EVT-08, EVA-05]', () =>
  expectColumns(
    'events',
    'id name description event_type event_date start_time end_time location space_preference capacity expected_attendance application_notes points_reward tokens_cost host_user_id application_status applied_at reviewed_at reviewed_by rejection_reason is_active image_url=image',
    {
      event_type: ['workshop', 'talk', 'social', 'meetup', 'other'],
      application_status: ['draft', 'pending', 'approved', 'rejected'],
    },
  ))

test('a registration for an event has the specified fields and states [EVA-17]', () =>
  expectColumns('event_registrations', 'id event_id user_id status registered_at attended_at', {
    status: ['registered', 'attended', 'cancelled'],
  }))

test('a market ticket has the specified fields, types and states [MKT-20, MKA-20]', () =>
  expectColumns(
    'market_visitor_tickets',
    'user_id ticket_code ticket_type price=price_pence status used_at guest_email guest_name check_in_count',
    { ticket_type: ['member', 'guest'], status: ['used'] },
  ))

test('a post of the community has the specified fields and states [COM-04]', () =>
  expectColumns('community_posts', 'id user_id title content image_url=image status is_pinned created_at', {
    status: ['published'],
  }))

test('likes and comments have the specified fields [COM-05]', async () => {
  await expectColumns('community_post_likes', 'id post_id user_id', {})
  await expectColumns('community_post_comments', 'id post_id user_id content created_at', {})
})

test('a picture of a facility has the specified fields [CNT-54]', () =>
  expectColumns('facility_images', 'id facility_name facility_key image_url', {}))
