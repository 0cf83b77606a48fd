import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { createBackup } from './backup.ts'
import { readVerified } from './manifest.ts'
import { restoreBackup } from './restore.ts'

// Tables of every kind that needs care, with triggers that would change rows that are read back.
const TABLES = `
  CREATE EXTENSION IF NOT EXISTS btree_gist;
  CREATE SCHEMA drizzle; CREATE SCHEMA "Other";
  CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
  INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('first', 1), ('second', 2);
  CREATE TYPE mood AS ENUM ('calm', 'loud');
  CREATE TABLE person (
    id bigint GENERATED ALWAYS AS IDENTITY (START 100) PRIMARY KEY, name text NOT NULL UNIQUE DEFERRABLE INITIALLY DEFERRED,
    invited_by bigint REFERENCES person, shout text GENERATED ALWAYS AS (upper(name)) STORED, gone text);
  ALTER TABLE person DROP COLUMN gone;
  CREATE TABLE thing (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), owner bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    facts jsonb, plain json, during tstzrange, bytes bytea, at timestamptz, on_day date, local timestamp, gap interval,
    price numeric(20, 6), ratio float8, tags text[], mood mood, is_new boolean, ip inet,
    EXCLUDE USING gist (owner WITH =, during WITH &&));
  CREATE TABLE "Other"."odd name; --" ("select" serial, "Ünï ""quoted""" text);
  CREATE TABLE event (at date NOT NULL, note text, writer bigint REFERENCES person) PARTITION BY RANGE (at);
  CREATE TABLE event_2025 PARTITION OF event FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE event_2026 PARTITION OF event FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE TABLE audit (seq bigserial PRIMARY KEY, entry text NOT NULL, previous text, hash text NOT NULL);
  CREATE TABLE empty (value integer);
  CREATE MATERIALIZED VIEW people AS SELECT count(*)::int AS count FROM person;
  CREATE FUNCTION chain() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.previous := (SELECT hash FROM audit ORDER BY seq DESC LIMIT 1);
    NEW.hash := encode(sha256(convert_to(coalesce(NEW.previous, '') || NEW.entry || clock_timestamp(), 'UTF8')), 'hex');
    RETURN NEW; END $$;
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'audit is for ever'; END $$;
  CREATE TRIGGER chain BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION chain();
  ALTER TABLE audit ENABLE ALWAYS TRIGGER chain;
  CREATE TRIGGER kept BEFORE TRUNCATE OR DELETE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse();
  CREATE TRIGGER off BEFORE INSERT ON person FOR EACH ROW EXECUTE FUNCTION refuse();
  ALTER TABLE person DISABLE TRIGGER off;
  CREATE TRIGGER rows BEFORE DELETE ON event FOR EACH ROW EXECUTE FUNCTION refuse()`

const ROWS = `
  INSERT INTO person (name) VALUES ('Zoë'), (E'new\\nline\\ttab \\\\ back\\rreturn'), ('\\N'), ('\\.'), (''), ('🎭 "x"');
  UPDATE person SET invited_by = (SELECT max(id) FROM person) WHERE name = 'Zoë';
  INSERT INTO thing (owner, facts, plain, during, bytes, at, on_day, local, gap, price, ratio, tags, mood, is_new, ip)
  SELECT id, jsonb_build_object('n', 1e400::numeric, 't', E'a\\n"b"', 'deep', '[null,{"ß":[]}]'::jsonb), '{"b": 1,  "a":2}',
    tstzrange('2026-03-29 00:30Z', '2026-03-29 02:30Z'), '\\x000aff5c', '2026-10-25 01:30:00.123456Z', '4713-01-01 BC',
    'infinity', '1 mon -3 days 04:05:06.789', 12345678901234.567891, 0.1::float8 + 0.2, ARRAY['a,b', NULL, '{}', ''],
    'loud', NULL, '::1/64' FROM person;
  INSERT INTO thing (owner, ratio) SELECT min(id), 'NaN' FROM person;
  INSERT INTO "Other"."odd name; --" ("Ünï ""quoted""") VALUES (NULL), ('');
  INSERT INTO event SELECT '2025-12-30'::date + n, 'day ' || n, (SELECT min(id) FROM person) FROM generate_series(0, 4) n;
  INSERT INTO audit (entry, hash) SELECT 'entry ' || n, '' FROM generate_series(1, 2000) n;
  DELETE FROM person WHERE name = '';
  REFRESH MATERIALIZED VIEW people`

let parent: string
let dataDir: string
let to: string
let postgres: EmbeddedPostgres
let databases = 0

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'exchange-backup-'))
  await chmod(parent, 0o755)
  postgres = await startEmbeddedPostgres({ folder: join(parent, 'postgres'), durable: false })
})

afterAll(async () => {
  await postgres.stop()
  await removeEmbeddedPostgres(join(parent, 'postgres'))
  await rm(parent, { recursive: true })
})

beforeEach(async () => {
  dataDir = join(parent, `data-${databases}`)
  to = join(parent, `backup-${databases}`)
  await mkdir(join(dataDir, 'files', 'ab'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'ab', 'abc'), Buffer.from([0, 1, 2, 255]))
  await writeFile(join(dataDir, 'files', 'top'), 'text')
  await writeFile(join(dataDir, 'secrets.json'), '{"secret":"old"}', { mode: 0o600 })
})

describe('a backup', { timeout: 60_000 }, () => {
  test('brings back every table, counter, rule, file and key after more was written and all was lost', async () => {
    const url = await makeDatabase(TABLES, ROWS)
    const before = await everything(url)
    const manifest = await createBackup({ url, dataDir, to })
    await query(url, `INSERT INTO audit (entry, hash) VALUES ('later', ''); UPDATE person SET name = name || '!'`)
    await writeFile(join(dataDir, 'files', 'later'), 'later')
    expect(await everything(url)).not.toEqual(before)

    await rm(dataDir, { recursive: true })
    await mkdir(dataDir)
    const fresh = await makeDatabase()
    await restoreBackup({ from: to, url: fresh, dataDir, prepare: empty => query(empty, TABLES) })
    expect(await everything(fresh)).toEqual(before)
    expect(await filesOf(dataDir)).toEqual({ 'ab/abc': '000102ff', top: '74657874' })
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe('{"secret":"old"}')
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
    expect(manifest.tables.find(table => table.name === 'audit')?.rows).toBe(2000)
    await expect(query(fresh, 'DELETE FROM audit')).rejects.toThrow('audit is for ever')
    await expect(query(fresh, 'UPDATE event SET writer = 1')).rejects.toThrow('foreign key')
  })

  test('is one instant: a transfer between tables is in it wholly or not at all', async () => {
    const url = await makeDatabase(
      'CREATE TABLE a_first AS SELECT 0 AS sum; CREATE TABLE b_bulk AS SELECT repeat(n::text, 50) FROM generate_series(1, 100000) n; CREATE TABLE c_last AS SELECT 0 AS sum',
    )
    let isOver = false
    let made = 0
    const client = new pg.Client(url)
    await client.connect()
    const transfers = (async () => {
      while (!isOver) {
        await client.query('UPDATE a_first SET sum = sum + 1; UPDATE c_last SET sum = sum - 1')
        made++
      }
    })()
    // Transfers come before, during and after the backup, however slow the machine is.
    const oneMore = async () => {
      const before = made
      while (made === before) await pause(5)
    }
    await oneMore()
    await createBackup({ url, dataDir, to })
    await oneMore()
    isOver = true
    await transfers
    const [{ sum } = {}] = await query(url, 'SELECT sum FROM a_first')
    await client.end()
    const read = async (table: string) => Number(await readFile(join(to, 'tables', table), 'utf8'))
    expect(await read('001-a_first.copy')).toBeGreaterThan(0)
    expect(await read('001-a_first.copy')).toBe(-(await read('003-c_last.copy')))
    expect(Number(sum)).toBeGreaterThan(await read('001-a_first.copy'))
  })

  test('may be read by its owner only, and one with the same name is never overwritten', async () => {
    const url = await makeDatabase('CREATE TABLE one (value integer)')
    await createBackup({ url, dataDir, to })
    expect((await stat(to)).mode & 0o077).toBe(0)
    for (const name of ['manifest.json', 'secrets.json', 'tables/001-one.copy'])
      expect((await stat(join(to, name))).mode & 0o077, name).toBe(0)
    await expect(createBackup({ url, dataDir, to })).rejects.toThrow('exists already')
  })

  test('that fails leaves nothing behind', async () => {
    const url = await makeDatabase()
    await expect(createBackup({ url, dataDir, to })).rejects.toThrow('no tables')
    expect(existsSync(`${to}.partial`)).toBe(false)
    expect(existsSync(to)).toBe(false)
  })

  test('names the bucket when uploaded files are kept in one', async () => {
    const url = await makeDatabase('CREATE TABLE one (value integer)')
    const manifest = await createBackup({ url, dataDir, to, bucket: 'venue-files' })
    expect(manifest.files).toEqual({ keptIn: 'bucket', bucket: 'venue-files' })
    expect(existsSync(join(to, 'files'))).toBe(false)
  })
})

describe('restoring', { timeout: 60_000 }, () => {
  const TABLE = 'CREATE TABLE one (value integer)'
  const prepare = async () => {}

  async function backUpOne(): Promise<void> {
    await createBackup({ url: await makeDatabase(TABLE, 'INSERT INTO one VALUES (1)'), dataDir, to })
    await rm(join(dataDir, 'files'), { recursive: true })
  }

  test('refuses a database that is not empty, and replaces it when forced', async () => {
    await backUpOne()
    const url = await makeDatabase(TABLE, 'INSERT INTO one VALUES (2)')
    await expect(restoreBackup({ from: to, url, dataDir, prepare })).rejects.toThrow('public.one is not empty')
    expect(await query(url, 'SELECT value FROM one')).toEqual([{ value: 2 }])
    await restoreBackup({ from: to, url, dataDir, prepare, isForced: true })
    expect(await query(url, 'SELECT value FROM one')).toEqual([{ value: 1 }])
  })

  test('refuses uploaded files that are not in the backup, and replaces them when forced', async () => {
    await backUpOne()
    await mkdir(join(dataDir, 'files'))
    await writeFile(join(dataDir, 'files', 'stranger'), 'x')
    const url = await makeDatabase(TABLE)
    await expect(restoreBackup({ from: to, url, dataDir, prepare })).rejects.toThrow('is not empty')
    await restoreBackup({ from: to, url, dataDir, prepare, isForced: true })
    expect(Object.keys(await filesOf(dataDir))).toEqual(['ab/abc', 'top'])
  })

  test('refuses a database that somebody else is connected to', async () => {
    await backUpOne()
    const url = await makeDatabase(TABLE)
    const other = new pg.Client({ connectionString: url, application_name: 'the venue' })
    await other.connect()
    await expect(restoreBackup({ from: to, url, dataDir, prepare })).rejects.toThrow('(the venue)')
    await other.end()
  })

  test.each(['tables/001-one.copy', 'files/ab/abc', 'secrets.json'])(
    'refuses a backup whose %s was changed',
    async name => {
      await backUpOne()
      await appendFile(join(to, name), '2\n')
      await expect(readVerified(to)).rejects.toThrow(`${name} is not what was written`)
      await rm(join(to, name))
      await expect(readVerified(to)).rejects.toThrow('damaged')
    },
  )

  test('refuses a backup with a file that does not belong to it', async () => {
    await backUpOne()
    await writeFile(join(to, 'files', 'stranger'), 'x')
    const url = await makeDatabase(TABLE)
    await expect(restoreBackup({ from: to, url, dataDir, prepare })).rejects.toThrow('files/stranger is not part of it')
  })

  test('refuses a backup of another version and leaves the database as it was', async () => {
    await backUpOne()
    const wider = await makeDatabase('CREATE TABLE one (value integer, more text)')
    await expect(restoreBackup({ from: to, url: wider, dataDir, prepare })).rejects.toThrow('not the same')
    const migrated = await makeDatabase(
      `${TABLE}; CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations (id serial, hash text);
       INSERT INTO drizzle.__drizzle_migrations (hash) VALUES ('newer')`,
    )
    await expect(restoreBackup({ from: to, url: migrated, dataDir, prepare })).rejects.toThrow(
      'other migrations (0 there, 1 here)',
    )
    expect(existsSync(join(dataDir, 'files'))).toBe(false)
  })

  test('that fails half way changes nothing', async () => {
    await backUpOne()
    const url = await makeDatabase('CREATE TABLE one (value integer CHECK (value <> 1))', 'INSERT INTO one VALUES (2)')
    await expect(restoreBackup({ from: to, url, dataDir, prepare, isForced: true })).rejects.toThrow('check constraint')
    expect(await query(url, 'SELECT value FROM one')).toEqual([{ value: 2 }])
    expect(await readdir(dataDir)).toEqual(['secrets.json'])
  })
})

async function makeDatabase(...statements: string[]): Promise<string> {
  const name = `made_${++databases}`
  await query(postgres.url, `CREATE DATABASE ${name}`)
  const url = postgres.url.replace(/exchange$/, name)
  for (const statement of statements) await query(url, statement)
  return url
}

/** All rows, generated columns included, counters and the state of triggers and constraints. */
async function everything(url: string): Promise<Record<string, unknown>> {
  const tables = await query(
    url,
    `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables ORDER BY 1`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) found[String(name)] = await query(url, `SELECT t::text FROM ${name} t`)
  found.people = await query(url, 'SELECT * FROM people')
  found.sequences = await query(url, 'SELECT schemaname, sequencename, last_value FROM pg_sequences ORDER BY 1, 2')
  found.triggers = await query(
    url,
    `SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  )
  found.constraints = await query(
    url,
    `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
     WHERE conrelid <> 0 AND conrelid > 16383 ORDER BY 1, 2, 3`,
  )
  return found
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  return Object.fromEntries(
    await Promise.all(
      files.map(async file => [file.slice(join(folder, 'files').length + 1), (await readFile(file)).toString('hex')]),
    ),
  )
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
