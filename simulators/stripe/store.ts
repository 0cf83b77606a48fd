import type pg from 'pg'
import { createSchemaOnce, inTransaction } from '../frame/transaction.ts'
import type { DeliveryOrder } from '../frame/webhooks.ts'
import { type Kind, type Kinds, withClock } from './samples.ts'
import { resourceMissing } from './wire.ts'

/** One transaction of the simulator, with what an event has to say about the request that caused it. */
export interface Work {
  client: pg.PoolClient
  /** Where the pages are, without a slash at the end. */
  publicUrl: string
  requestId: string | null
  idempotencyKey: string | null
}

/** The running simulator as its parts see it. */
export interface Simulator {
  pool: pg.Pool
  publicUrl: string
  now(): Date
  /** Tells the delivery loop that an event may be waiting. */
  wake(): void
  /** Delivers what is held, in this order. Answers how many. */
  deliverHeld(order: DeliveryOrder): Promise<number>
}

const schemaSql = `
create schema if not exists simulator_stripe;
create table if not exists simulator_stripe.objects (
  id text primary key,
  kind text not null,
  seq bigint generated always as identity,
  body jsonb not null,
  extra jsonb not null default '{}'
);
create index if not exists objects_kind on simulator_stripe.objects (kind, seq desc);
create index if not exists objects_status on simulator_stripe.objects (kind, (body->>'status'));
create index if not exists objects_customer on simulator_stripe.objects ((body->>'customer'), kind);
create index if not exists objects_payment_intent on simulator_stripe.objects ((body->>'payment_intent'), kind);
create table if not exists simulator_stripe.deliveries (
  id bigint generated always as identity primary key,
  event_id text not null references simulator_stripe.objects (id),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  answer text
);
create index if not exists deliveries_due on simulator_stripe.deliveries (due_at) where state = 'pending';
create index if not exists deliveries_event on simulator_stripe.deliveries (event_id);
create table if not exists simulator_stripe.idempotency_keys (
  key text primary key,
  fingerprint text not null,
  status integer not null,
  body jsonb not null,
  request_id text not null,
  created_at timestamptz not null default now()
);
create table if not exists simulator_stripe.settings (
  is_only boolean primary key default true check (is_only),
  delay_seconds integer not null default 0,
  hold boolean not null default false,
  decline_next boolean not null default false,
  down boolean not null default false
);
alter table simulator_stripe.settings add column if not exists confirm_next boolean not null default false;
insert into simulator_stripe.settings default values on conflict do nothing;
`

/** Creates the simulator's schema; two processes may do so at once. */
export const createSchema = (pool: pg.Pool): Promise<void> => createSchemaOnce(pool, 'simulator_stripe', schemaSql)

/** Runs `act` in one transaction; what it throws undoes everything it wrote, events included. */
export async function transact<T>(
  simulator: Simulator,
  act: (work: Work) => Promise<T>,
  request: Pick<Work, 'requestId' | 'idempotencyKey'> = { requestId: null, idempotencyKey: null },
): Promise<T> {
  const result = await inTransaction(simulator.pool, client =>
    withClock(simulator.now, () => act({ client, publicUrl: simulator.publicUrl, ...request })),
  )
  simulator.wake()
  return result
}

/** Writes an object; `extra` holds what Stripe keeps to itself, and is left as it was when omitted. */
export async function save<T extends { id: string; object: string }>(
  work: Work,
  object: T,
  extra?: object,
): Promise<T> {
  await work.client.query(
    `insert into simulator_stripe.objects (id, kind, body, extra) values ($1, $2, $3, coalesce($4, '{}'::jsonb))
     on conflict (id) do update set body = excluded.body, extra = coalesce($4, objects.extra)`,
    [object.id, object.object, object, extra ?? null],
  )
  return object
}

/** The object, or null. `lock` keeps it for this transaction, so that read, decide, write is safe. */
export async function find<K extends Kind>(
  work: Work,
  kind: K,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<Kinds[K] | null> {
  // PostgreSQL has no text with a null byte, so nothing has such an id.
  if (id.includes('\0')) return null
  const { rows } = await work.client.query<{ body: Kinds[K] }>(
    `select body from simulator_stripe.objects where id = $1 and kind = $2 ${lock === 'lock' ? 'for update' : ''}`,
    [id, kind],
  )
  return rows[0]?.body ?? null
}

/** As `find`, answering Stripe's resource_missing when it is not there. */
export async function load<K extends Kind>(
  work: Work,
  kind: K,
  id: string,
  lock: 'lock' | 'look' = 'look',
  param = 'id',
): Promise<Kinds[K]> {
  const object = await find(work, kind, id, lock)
  if (!object) throw resourceMissing(kind, id, param)
  return object
}

export async function findAny(work: Work, id: string): Promise<Record<string, unknown> | null> {
  const { rows } = await work.client.query('select body from simulator_stripe.objects where id = $1', [id])
  return rows[0]?.body ?? null
}

export async function extraOf<T extends object>(work: Work, id: string): Promise<Partial<T>> {
  const { rows } = await work.client.query('select extra from simulator_stripe.objects where id = $1', [id])
  return rows[0]?.extra ?? {}
}

/** Objects of one kind, newest first. `where` is SQL over `body` with `$1`… for `values`. */
export async function select<K extends Kind>(
  work: Work,
  kind: K,
  where = 'true',
  values: unknown[] = [],
  limit = 100,
): Promise<Kinds[K][]> {
  const { rows } = await work.client.query<{ body: Kinds[K] }>(
    `select body from simulator_stripe.objects where kind = $${values.length + 1} and (${where})
     order by seq desc limit ${limit}`,
    [...values, kind],
  )
  return rows.map(row => row.body)
}
