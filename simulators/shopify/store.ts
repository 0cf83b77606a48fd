import type pg from 'pg'
import { createSchemaOnce, inTransaction } from '../frame/transaction.ts'

/** One transaction of the simulator. */
export interface Work {
  client: Pick<pg.PoolClient, 'query'>
  now: Date
}

/** The running simulator as its parts see it. */
export interface Simulator {
  pool: pg.Pool
  /** Where its pages and pictures are, without a slash at the end. */
  pagesUrl: string
  /** Where the hosted pages lead back to. */
  shopUrl: string
  storefrontToken: string
  adminToken: string
  now(): Date
  /** Tells the delivery loop that a message may be waiting. */
  wake(): void
}

// Variants, lines and pictures have their numbers from one sequence, so that no two things have the same.
const schemaSql = `
create schema if not exists simulator_shopify;
create sequence if not exists simulator_shopify.numbers start 40001;
create table if not exists simulator_shopify.products (
  id bigint primary key default nextval('simulator_shopify.numbers'),
  handle text not null unique,
  body jsonb not null,
  is_published boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table if not exists simulator_shopify.carts (
  token text primary key,
  key text not null,
  lines jsonb not null,
  attributes jsonb not null,
  created_at timestamptz not null
);
create table if not exists simulator_shopify.orders (
  id bigint primary key default nextval('simulator_shopify.numbers'),
  number bigint not null generated always as identity (start with 1001),
  cart_token text unique references simulator_shopify.carts (token),
  body jsonb not null,
  created_at timestamptz not null
);
create index if not exists orders_created on simulator_shopify.orders (created_at);
create table if not exists simulator_shopify.deliveries (
  id bigint generated always as identity primary key,
  webhook_id text not null,
  topic text not null,
  payload text not null,
  triggered_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  answer text
);
create index if not exists deliveries_due on simulator_shopify.deliveries (due_at) where state = 'pending';
create table if not exists simulator_shopify.pictures (
  name text primary key,
  mime text not null,
  bytes bytea not null
);
create table if not exists simulator_shopify.settings (
  is_only boolean primary key default true check (is_only),
  delay_seconds integer not null default 0,
  hold boolean not null default false,
  down boolean not null default false,
  payment_required boolean not null default false,
  slow_ms integer not null default 0,
  refuse_carts boolean not null default false,
  garbled boolean not null default false
);
insert into simulator_shopify.settings default values on conflict do nothing;
`

/** Creates the simulator's schema; two processes may do so at once. */
export const createSchema = (pool: pg.Pool): Promise<void> => createSchemaOnce(pool, 'simulator_shopify', schemaSql)

/** Runs `act` in one transaction; what it throws undoes everything it wrote, messages included. */
export async function transact<T>(
  simulator: Pick<Simulator, 'pool' | 'now' | 'wake'>,
  act: (work: Work) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(simulator.pool, client => act({ client, now: simulator.now() }))
  simulator.wake()
  return result
}

export async function nextNumber(work: Work): Promise<number> {
  const { rows } = await work.client.query<{ number: string }>(`select nextval('simulator_shopify.numbers') as number`)
  return Number(rows[0]!.number)
}

/** Pictures that the simulator serves itself, as Shopify's own servers do. */
export async function putPicture(work: Work, picture: { name: string; mime: string; bytes: Buffer }): Promise<void> {
  await work.client.query(
    `insert into simulator_shopify.pictures (name, mime, bytes) values ($1, $2, $3)
     on conflict (name) do update set mime = excluded.mime, bytes = excluded.bytes`,
    [picture.name, picture.mime, picture.bytes],
  )
}

/** The name of a thing at Shopify, e.g. gid://shopify/Product/40001. */
export const gid = (kind: string, number: number | string) => `gid://shopify/${kind}/${number}`

/** The number in such a name; null for one of another kind, or none at all. */
export function numberIn(kind: string, id: string): number | null {
  const [, number] = new RegExp(`^gid://shopify/${kind}/(\\d{1,15})$`).exec(id) ?? []
  return number === undefined ? null : Number(number)
}

/** Pounds as its GraphQL interfaces write them: 12.5, and 12.0. */
export const money = (pence: number) => ({
  amount: String(pence / 100).replace(/^(\d+)$/, '$1.0'),
  currencyCode: 'GBP',
})
