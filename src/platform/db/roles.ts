import { createHash } from 'node:crypto'
import pg from 'pg'
import { derivedKey } from '#platform/seal.ts'

/** Where each part of the process signs in to the database; none of these roles can become another or the owner. */
export interface SignIns {
  /** Requests and what jobs do: the venue's tables, of ledgers, votes and the audit log only what is added to them. */
  serving: string
  /** The job library: its own tables and nothing of the venue's. */
  jobs: string
}

/** The groups that hold the rights (drizzle/, `grantJobs`); whoever signs in belongs to one of them. */
const groups = { serving: 'exchange_app', jobs: 'exchange_queue' } as const

/** Makes the groups that migrations grant rights to. As the owner, who may make roles. */
export async function makeGroups(owner: pg.Client): Promise<void> {
  for (const group of Object.values(groups)) await makeRole(owner, group, 'nologin')
}

/**
 * What the groups may do with the tables of the job library, which it makes itself. Requests put jobs in and read none:
 * what waits there is between the jobs.
 */
export async function grantJobs(owner: pg.Client): Promise<void> {
  const { serving, jobs } = groups
  await owner.query(`
    revoke all on all tables in schema pgboss from ${serving};
    grant usage on schema pgboss to ${serving}, ${jobs};
    grant select on pgboss.queue to ${serving};
    grant select, insert, update, delete on all tables in schema pgboss to ${jobs};
    grant usage on all sequences in schema pgboss to ${jobs}`)
  const { rows } = await owner.query<{ name: string }>(
    `select 'job' as name union select table_name from pgboss.queue union
     select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'pgboss.job'::regclass`,
  )
  for (const { name } of rows)
    await owner.query(`grant insert, select (id, start_after) on pgboss.${pg.escapeIdentifier(name)} to ${serving}`)
}

/**
 * Lets the two roles of this database sign in and says where. Their passwords come from the venue's secret, so that
 * every process of the venue has the same ones and none is written down; whoever is not of this venue may not connect.
 * As the owner; errors: one sentence that names the right that is missing.
 */
export async function openSignIns(ownerUrl: string, secret: string): Promise<SignIns> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'exchange roles' })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ database: string }>('select current_database() as database')
    const { database } = rows[0]!
    // Two processes that start together would meet in the catalogue.
    await owner.query(`select pg_advisory_lock(hashtext('exchange.roles'))`)
    const open = async (kind: keyof SignIns) => {
      const name = roleOf(database, kind)
      const password = derivedKey(secret, `database ${name}`).toString('base64url')
      await makeRole(owner, name, 'login')
      const role = pg.escapeIdentifier(name)
      await owner.query(`alter role ${role} with login inherit password ${pg.escapeLiteral(password)}`)
      await owner.query(`grant ${groups[kind]} to ${role}`)
      await owner.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${role}`)
      return addressOf(ownerUrl, name, password)
    }
    const signIns = { serving: await open('serving'), jobs: await open('jobs') }
    await owner.query(`revoke all on database ${pg.escapeIdentifier(database)} from public`)
    return signIns
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== '42501') throw error
    if (/grant role/.test(message))
      throw new Error(
        `${Object.values(groups).join(' and ')} were made by another owner in this PostgreSQL. Let the owner in DATABASE_URL pass them on (grant ${Object.values(groups).join(', ')} to … with admin option): ${message}`,
      )
    throw new Error(
      `The owner in DATABASE_URL must be able to make roles (alter role … createrole), so that requests and jobs do not run with the owner's rights: ${message}`,
    )
  } finally {
    await owner.end()
  }
}

/** Names of roles are the cluster's, and it may hold several venues. At most 63 bytes (PostgreSQL). */
function roleOf(database: string, kind: keyof SignIns): string {
  const short =
    Buffer.byteLength(database) <= 50 ? database : createHash('sha256').update(database).digest('hex').slice(0, 32)
  return `${short}_${kind}`
}

async function makeRole(owner: pg.Client, name: string, kind: 'login' | 'nologin'): Promise<void> {
  await owner.query(
    `do $$ begin create role ${pg.escapeIdentifier(name)} ${kind}; exception when duplicate_object or unique_violation then null; end $$`,
  )
}

/** The owner's address with another name and password, wherever in it the owner's stand. */
function addressOf(ownerUrl: string, name: string, password: string): string {
  const url = new URL(ownerUrl)
  for (const key of ['user', 'password']) url.searchParams.delete(key)
  // An address without a host, as of a socket, can hold names only behind the question mark.
  if (!url.host) {
    url.searchParams.set('user', name)
    url.searchParams.set('password', password)
    return url.href
  }
  url.username = encodeURIComponent(name)
  url.password = password
  return url.href
}
