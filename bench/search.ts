import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { kinds, readTyped } from '#features/home/search/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { type Db, migrateDb } from '#platform/db/pool.ts'
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { withClient } from './data.ts'

export interface SearchFigures {
  title: string
  /** Median and slowest in the database, planning included. */
  p50Ms: number
  mostMs: number
}

/** So many members and posts there are; events of thirty years. */
export const searched = { members: 100_000, posts: 1_000_000, events: 10_000 }
/** What the issue of search asks for, in milliseconds. */
export const searchAimMs = 20
const repeats = 21

/** How long the database takes to read what was typed, and to find each kind, in a house that has been full for a long time. */
export async function measureSearch(dataDir: string, say: (text: string) => void): Promise<SearchFigures[]> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
  try {
    await migrateDb(postgres.url, 'drizzle')
    return await withClient(postgres.url, async client => {
      say('writing a million posts …')
      await fill(client)
      const figures: SearchFigures[] = []
      for (const [title, q] of texts) figures.push(...(await figuresOf(client, title, q)))
      return figures
    })
  } finally {
    await postgres.stop()
  }
}

/** What people type: words that many have, few and none, their beginnings, and mistakes. */
const texts = [
  ['Two letters', 'ma'],
  ['Three letters', 'rin'],
  ['A word of one text in three', 'studio'],
  ['A word of one text in 250', 'letterpress'],
  ['A word of one text in a thousand', 'pottery'],
  ['A mistyped word', 'pottrey'],
  ['A word within words', 'ottery'],
  ['A word that is rare', 'wordzyx'],
  ['Two words', 'studio pottery'],
  ['A name', 'Zoë Marchetti'],
  ['A mistyped name', 'Zoe Marcehtti'],
  ['A last name', 'marchetti'],
  ['Nothing', 'qqqqqqq'],
] as const

const reader: Actor = {
  ...{ userId: 'grown-1', email: '', firstName: '', lastName: '', roles: [], approvalStatus: 'approved' },
  ...{ accountStatus: 'active', blockedReason: null, mustChangePassword: false, twoFactorEnabled: false },
  ...{ mustSetUpTwoFactor: false, membership: null },
}

async function figuresOf(client: pg.Client, title: string, q: string): Promise<SearchFigures[]> {
  const typed = await readTyped(drizzle(client, { casing: 'snake_case' }) as unknown as Db, q)
  const asked: [string, (db: Db) => Promise<unknown>][] = [['what was typed', db => readTyped(db, q)]]
  for (const [kind, find] of Object.entries(kinds))
    asked.push([`${kind}s`, db => db.execute(find(typed, reader, new Date())!)])
  const figures: SearchFigures[] = []
  for (const [what, ask] of asked) {
    const times = await timesOf(client, ask)
    figures.push({ title: `${title} (${q}), ${what}`, p50Ms: times[repeats >> 1]!, mostMs: times.at(-1)! })
  }
  return figures
}

/** The one statement that is sent, explained with its own values again and again; in order of length. */
async function timesOf(client: pg.Client, ask: (db: Db) => Promise<unknown>): Promise<number[]> {
  const sent: { text: string; values: unknown[] }[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void sent.push({ text, values }) }
  await ask(drizzle(client, { casing: 'snake_case', logger }) as unknown as Db)
  const [statement] = sent
  if (!statement || sent.length > 1) throw new Error(`${sent.length} statements`)
  const times: number[] = []
  for (let i = 0; i < repeats; i++) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] }>(
      `explain (analyze, timing off, format json) ${statement.text}`,
      statement.values,
    )
    const [plan] = rows[0]!['QUERY PLAN']
    times.push(plan['Planning Time'] + plan['Execution Time'])
  }
  return times.toSorted((a, b) => a - b)
}

/** Members, events and posts, with the words as the triggers would keep them; the triggers themselves are left out. */
async function fill(client: pg.Client): Promise<void> {
  const { members, posts, events } = searched
  await client.query('set session_replication_role = replica')
  await client.query(`select setseed(0.5)`)
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
      where indrelid in ('search_texts'::regclass, 'search_words'::regclass, 'community_posts'::regclass) and not indisprimary`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // Syllables make words as languages do: some in every text, most in few.
  await client.query(
    `create temp table syllables as select array['ma','rin','ko','te','sal','ver','do','lu','pe','ran','ti','gor','ba','nel','fi','sho','cre','wa','mon','dri'] as s`,
  )
  await client.query(`create temp table lexicon as select n, case when n = 1 then 'studio' when n = 400 then 'pottery' else
      s[1 + n % 20] || s[1 + n / 20 % 20] || s[1 + n / 400 % 20] || coalesce(s[nullif(n / 8000, 0) % 20], '') end as word
    from generate_series(0, 59999) n, syllables`)
  await client.query('create index on lexicon (n)')
  await client.query(`create temp table phrases as select p as n, (select string_agg(word, ' ') from generate_series(1, 9) i
      join lateral (select floor(60000 * power(random(), 4 + 0 * (p + i)))::int as pick) r on true join lexicon on lexicon.n = r.pick) as words
    from generate_series(0, 19999) p`)
  await client.query('create index on phrases (n)')
  await client.query(
    `insert into "user" (id, name, email, email_key, email_verified, first_name, last_name)
      select 'grown-' || n, first || ' ' || last, n || '@bench.example', n || '@bench.example', true, first, last from (${names}) p`,
    [members],
  )
  await client.query(
    `insert into profiles (user_id, first_name, last_name, approval_status, account_status, blocked_at, referral_code)
      select 'grown-' || n, first, last, case when n % 50 = 0 then 'pending' else 'approved' end,
        case when n % 1000 = 0 then 'blocked' else 'active' end, case when n % 1000 = 0 then now() end, 'R' || n from (${names}) p`,
    [members],
  )
  await client.query(
    `insert into community_posts (user_id, title, content, created_at)
      select 'grown-' || 1 + k % $2::int, initcap(left(a.words, 40)), b.words || '. ' || c.words || case when k % 3 = 0 then ' studio ' else ' ' end
          || d.words || case when k % 1000 = 7 then ' pottery' else '' end || case when k % 250 = 9 then ' letterpress' else '' end
          || case when k in (5, 500000) then ' wordzyx' else '' end,
        now() - ($1::int - k) * interval '1 minute'
      from generate_series(1, $1::int) g(k)
      join phrases a on a.n = k % 20000 join phrases b on b.n = k * 7 % 20000
      join phrases c on c.n = k * 13 % 19997 join phrases d on d.n = k * 31 % 19991`,
    [posts, members],
  )
  await client.query(
    `insert into events (name, description, event_date, start_time, end_time, starts_at, ends_at, capacity, application_status, reviewed_at)
      select initcap(left(a.words, 30)), b.words || '. ' || c.words || case when k % 3 = 0 then ' studio' else '' end || case when k % 100 = 7 then ' pottery' else '' end,
        current_date + 60 - k, '18:00', '20:00', current_date + 60 - k + interval '18 hours', current_date + 60 - k + interval '20 hours', 30, 'approved', now()
      from generate_series(1, $1::int) g(k) join phrases a on a.n = k join phrases b on b.n = k * 3 % 20000 join phrases c on c.n = k * 11 % 20000`,
    [events],
  )
  await client.query(`insert into search_texts (kind, ref, at, words)
    select 'event', id, starts_at, to_tsvector('simple', search_text(name || ' ' || description)) from events
    union all select 'post', id, created_at, to_tsvector('simple', search_text(title || ' ' || content)) from community_posts`)
  await client.query(
    `insert into search_words select word from ts_stat('select words from search_texts') where word ~ '^[[:alpha:]]{3,30}$'`,
  )
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const { made } of indexes) await client.query(made)
  await client.query('vacuum analyze')
}

const names = `select n, case when n % 4000 = 3 then 'Zoë' else initcap(s[1 + n % 20] || s[1 + n / 7 % 20]) end as first,
    case when n % 5000 = 3 then 'Marchetti' else initcap(s[1 + n / 3 % 20] || s[1 + n / 20 % 20] || s[1 + n / 400 % 20]) end as last
  from generate_series(1, $1::int) n, syllables`
