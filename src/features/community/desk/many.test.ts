import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { statementsOf } from '#test/statements.ts'

// A house of some years: thousands of posts, and hundreds of reports and decisions among them.

const app = sharedTestApp()
let [ada, boss] = [null, null] as unknown as [Person, Person]
beforeAll(async () => {
  ;[ada, boss] = [await member(app, { firstName: 'Ada', lastName: 'Lovelace' }), await admin(app)]
  for (const text of [
    `insert into community_posts (user_id, title, content, status, hidden_reason, is_pinned, created_at)
      select $1, 'Post ' || n, md5(n::text), case when n % 300 = 0 then 'hidden' else 'published' end,
        case when n % 300 = 0 then 'An advertisement' end, n % 1000 = 1, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 6000) n`,
    `insert into community_evidence (post_id, author_id, title, content, created_at)
      select id, $1, title, content, created_at from community_posts`,
    `insert into community_decisions (post_id, evidence_id, author_id, outcome, reason, created_at, appeal, appealed_at, appeal_outcome, appeal_answer, appeal_decided_at)
      select post_id, id, $1, case when n % 9 = 0 then 'hidden' else 'kept' end, md5('because ' || n), created_at,
        case when n % 90 = 0 then 'No' end, case when n % 90 = 0 then created_at end, case when n % 180 = 0 then 'upheld' end,
        case when n % 180 = 0 then '' end, case when n % 180 = 0 then created_at end
      from (select *, row_number() over (order by created_at) as n from community_evidence where author_id = $1) e`,
    `insert into community_reports (post_id, evidence_id, user_id, reason, decision_id, created_at)
      select d.post_id, d.evidence_id, $1, md5('wrong ' || d.id), case when n % 100 = 0 then null else d.id end, d.created_at
      from (select *, row_number() over (order by created_at) as n from community_decisions) d`,
  ])
    await app.sql(text, [ada.id])
  for (const table of ['posts', 'evidence', 'decisions', 'reports']) await app.sql(`analyze community_${table}`)
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Parent Relationship'?: string
  Plans?: Plan[]
}

/**
 * Of which tables of the community the page of a list could only be found by reading every row, and whether its rows had to be put in
 * order: what the planner does with them where it may do anything else.
 */
async function withoutIndex(call: () => Promise<unknown>) {
  const sent: [string, unknown[]][] = []
  const { prototype } = pg.Client
  const query = prototype.query as (...args: unknown[]) => unknown
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const { text, values: own = [] } = typeof first === 'string' ? { text: first } : first
    if (/^select(?! count).* limit \$\d+( offset \$\d+)?$/is.test(text.trim()) && text.includes('community_'))
      sent.push([text, Array.isArray(values) ? values : own])
    return query.apply(this, args)
  } as typeof prototype.query
  try {
    await call()
  } finally {
    prototype.query = query as typeof prototype.query
  }
  expect(sent.length).toBeGreaterThan(0)
  const found = { whole: new Set<string>(), isSorted: false }
  const look = ({ 'Node Type': kind, 'Relation Name': table, Plans = [] }: Plan, isOfRow = false) => {
    if (kind === 'Seq Scan' && table?.startsWith('community_')) found.whole.add(table)
    // What each row shows, such as the sizes of its picture, has an order of its own.
    if (kind === 'Sort' && !isOfRow) found.isSorted = true
    for (const plan of Plans) look(plan, isOfRow || plan['Parent Relationship'] === 'SubPlan')
  }
  const planner = new pg.Client({ connectionString: app.databaseUrl })
  await planner.connect()
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await planner.query(`set enable_${way} = off`)
  for (const [text, values] of sent) {
    const { rows } = await planner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values)
    look(rows[0]!['QUERY PLAN'][0].Plan)
  }
  await planner.end()
  return { whole: [...found.whole], isSorted: found.isSorted }
}

const office = () => app.as(boss).community
const lists: [string, () => Promise<unknown>][] = [
  ['the feed', () => app.as(ada).community.feed({})],
  [
    'the feed, further on',
    async () => app.as(ada).community.feed({ after: (await app.as(ada).community.feed({})).next! }),
  ],
  ['the feed, searched', () => app.as(ada).community.feed({ q: 'Post 4711' })],
  ['posts', () => office().posts({})],
  ['posts, the oldest first', () => office().posts({ sort: 'createdAt' })],
  ['posts, hidden', () => office().posts({ status: 'hidden' })],
  ['posts, pinned', () => office().posts({ pinned: 'yes' })],
  ['posts, searched', () => office().posts({ q: 'Post 4711' })],
  ['reports', () => office().reports({})],
  ['reports, the oldest first', () => office().reports({ sort: 'createdAt' })],
  ['reports that wait', () => office().reports({ state: 'waiting' })],
  ['reports that are decided', () => office().reports({ state: 'decided' })],
  ['reports, searched', () => office().reports({ q: 'Post 4711' })],
  ['decisions', () => office().decisions({})],
  ['decisions, the oldest first', () => office().decisions({ sort: 'createdAt' })],
  ['decisions that hid', () => office().decisions({ outcome: 'hidden' })],
  ['appeals that wait', () => office().decisions({ appeal: 'waiting' })],
  ['appeals that were turned down', () => office().decisions({ appeal: 'upheld' })],
  ['decisions, searched', () => office().decisions({ q: 'Post 4711' })],
]

test.each(lists)('%s: at most three statements among thousands', async (name, call) => {
  const sent = await statementsOf(async () => call())
  // To go on from the first page it is read first.
  expect(sent.length).toBeLessThanOrEqual(name === 'the feed, further on' ? 6 : 3)
})

test.each(lists)('%s: an index finds a page', async (name, call) => {
  const { whole, isSorted } = await withoutIndex(call)
  // What was found by its words may be put in order afterwards.
  expect({ whole, isSorted: isSorted && !name.endsWith('searched') }).toEqual({ whole: [], isSorted: false })
})
