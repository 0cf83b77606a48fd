/** What the catcher remembers. It lives in PostgreSQL so that it survives a restart and is one in-box for all processes. */
import type { Pool } from 'pg'
import { createSchemaOnce } from '../frame/transaction.ts'

export interface CaughtAttachment {
  filename: string
  contentType: string
  bytes: number
}

export interface CaughtMail {
  id: string
  /** Recipients of the SMTP envelope, so blind copies show too. */
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** Every http(s) address of the HTML and the text part, once each, in order of appearance. */
  links: string[]
  receivedAt: string
  /** Lower-case name → unfolded value; repeated headers are joined by a line break. */
  headers: Record<string, string>
  attachments: CaughtAttachment[]
}

export interface NewMail extends Omit<CaughtMail, 'id' | 'receivedAt' | 'to'> {
  recipients: string[]
  source: Buffer
}

/** How the catcher misbehaves, for tests of retries and suppression. Shared by all processes. */
export interface Faults {
  refuse: boolean
  slowMs: number
  failFor: string | null
}

export interface MailFilter {
  /** Free text over recipients, subject and text part. */
  search?: string
  /** Exactly this recipient, in any case. */
  to?: string
  /** Part of the subject, in any case. */
  subject?: string
  /** Received at this instant or later. */
  since?: Date
}

export type MailStore = ReturnType<typeof mailStore>

/** The in-box over `pool`; creates its schema `simulator_mailbox` on first use. */
export function mailStore(pool: Pool) {
  let ready: Promise<void> | undefined
  const prepared = () => {
    ready ??= createSchemaOnce(pool, 'simulator_mailbox', schemaSql).catch(error => {
      ready = undefined // The database may only have been away: try again with the next call.
      throw error
    })
    return ready
  }

  return {
    prepared,

    async add(mail: NewMail): Promise<void> {
      await prepared()
      await pool.query(
        `insert into simulator_mailbox.message (recipients, sender, subject, text, html, links, headers, attachments, source)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          mail.recipients,
          withoutNul(mail.from),
          withoutNul(mail.subject),
          withoutNul(mail.text),
          withoutNul(mail.html),
          mail.links.map(withoutNul),
          withoutNul(JSON.stringify(mail.headers)),
          withoutNul(JSON.stringify(mail.attachments)),
          mail.source,
        ],
      )
    },

    /** Newest first. */
    async list(filter: MailFilter, limit: number, offset = 0): Promise<{ mails: CaughtMail[]; total: number }> {
      await prepared()
      const { where, values } = conditions(filter)
      const [rows, count] = await Promise.all([
        pool.query<MessageRow>(
          `select ${columns} from simulator_mailbox.message ${where} order by message.id desc limit ${limit} offset ${offset}`,
          values,
        ),
        pool.query<{ total: number }>(`select count(*)::int as total from simulator_mailbox.message ${where}`, values),
      ])
      return { mails: rows.rows.map(toMail), total: count.rows[0]!.total }
    },

    async find(id: string): Promise<{ mail: CaughtMail; source: Buffer } | undefined> {
      await prepared()
      const found = await pool.query<MessageRow & { source: Buffer }>(
        `select ${columns}, source from simulator_mailbox.message where id = $1`,
        [id],
      )
      const row = found.rows[0]
      return row && { mail: toMail(row), source: row.source }
    },

    async faults(): Promise<Faults> {
      await prepared()
      const found = await pool.query<Faults>(
        `select refuse, slow_ms as "slowMs", fail_for as "failFor" from simulator_mailbox.fault`,
      )
      return found.rows[0] ?? { refuse: false, slowMs: 0, failFor: null }
    },

    async setFaults(faults: Faults): Promise<void> {
      await prepared()
      await pool.query(
        `insert into simulator_mailbox.fault (is_single, refuse, slow_ms, fail_for) values (true, $1, $2, $3)
         on conflict (is_single) do update set refuse = excluded.refuse, slow_ms = excluded.slow_ms, fail_for = excluded.fail_for`,
        [faults.refuse, faults.slowMs, faults.failFor],
      )
    },
  }
}

const columns =
  'id::text, recipients, sender, subject, text, html, links, headers, attachments, received_at as "receivedAt"'

interface MessageRow {
  id: string
  recipients: string[]
  sender: string
  subject: string
  text: string
  html: string
  links: string[]
  headers: Record<string, string>
  attachments: CaughtAttachment[]
  receivedAt: Date
}

function toMail({ recipients, sender, receivedAt, ...row }: MessageRow): CaughtMail {
  return { ...row, to: recipients.join(', '), from: sender, receivedAt: new Date(receivedAt).toISOString() }
}

function conditions(filter: MailFilter): { where: string; values: unknown[] } {
  const values: unknown[] = []
  const clauses: string[] = []
  const add = (value: unknown, clause: (place: string) => string) => {
    values.push(value)
    clauses.push(clause(`$${values.length}`))
  }
  if (filter.search) {
    add(likePattern(filter.search), place => {
      const haystacks = [`array_to_string(recipients, ' ')`, 'subject', 'text']
      return `(${haystacks.map(column => `${column} ilike ${place}`).join(' or ')})`
    })
  }
  if (filter.to) add(filter.to.toLowerCase(), place => `recipients @> array[${place}]`)
  if (filter.subject) add(likePattern(filter.subject), place => `subject ilike ${place}`)
  if (filter.since) add(filter.since, place => `received_at >= ${place}`)
  return { where: clauses.length > 0 ? `where ${clauses.join(' and ')}` : '', values }
}

function likePattern(part: string): string {
  return `%${withoutNul(part).replace(/[\\%_]/g, '\\$&')}%`
}

/** PostgreSQL text cannot hold U+0000, neither raw nor as a JSON escape. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\\u0000', '')
}

const schemaSql = `
  create schema if not exists simulator_mailbox;
  create table if not exists simulator_mailbox.message (
    id bigint generated always as identity primary key,
    recipients text[] not null,
    sender text not null,
    subject text not null,
    text text not null,
    html text not null,
    links text[] not null,
    headers jsonb not null,
    attachments jsonb not null,
    source bytea not null,
    received_at timestamptz not null default clock_timestamp()
  );
  create index if not exists message_recipients on simulator_mailbox.message using gin (recipients);
  create table if not exists simulator_mailbox.fault (
    is_single boolean primary key check (is_single),
    refuse boolean not null,
    slow_ms integer not null,
    fail_for text
  );`
