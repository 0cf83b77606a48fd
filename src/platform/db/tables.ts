import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { keyScopes } from '#platform/auth/actor.ts'
import { createdAt, id, instant, isOneOf, personId, word } from './columns.ts'

// Sign-in: the tables that Better Auth keeps. `emailKey` is ours: the address case-folded and without its plus-tag,
// so that one person has one account (decision 17).
export const user = pgTable(
  'user',
  {
    id: text().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailKey: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** The referral code that they came with: it survives until they apply, on whatever device (decision 52). */
    referredByCode: text(),
    /** The tier that they came for, by its slug; kept for the same reason. */
    wantedTier: text(),
    /** They signed up on the way to the application form. */
    cameToApply: boolean().notNull().default(false),
    twoFactorEnabled: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    uniqueIndex('user_email_key').on(t.emailKey),
    index().on(t.createdAt, t.id),
    index().on(t.name, t.id),
    // For `matchingPerson`: text anywhere in a name or an address.
    index('user_name_search').using('gin', t.name.op('gin_trgm_ops')),
    index('user_email_search').using('gin', t.email.op('gin_trgm_ops')),
  ],
)

export const session = pgTable(
  'session',
  {
    id: text().primaryKey().default(sql`gen_random_uuid()`),
    token: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [index().on(t.userId)],
)

export const account = pgTable(
  'account',
  {
    id: text().primaryKey().default(sql`gen_random_uuid()`),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [index().on(t.userId)],
)

export const verification = pgTable(
  'verification',
  {
    id: text().primaryKey().default(sql`gen_random_uuid()`),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [index().on(t.identifier)],
)

export const twoFactor = pgTable(
  'two_factor',
  {
    id: text().primaryKey().default(sql`gen_random_uuid()`),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: instant(),
  },
  t => [index().on(t.userId)],
)

export const rateLimit = pgTable('rate_limit', {
  id: text().primaryKey().default(sql`gen_random_uuid()`),
  key: text().notNull().unique(),
  count: integer().notNull(),
  lastRequest: bigint({ mode: 'number' }).notNull(),
})

/** Failures in a row per address, whether or not it has an account (AUTH-10, decision 6). */
export const signInFailures = pgTable('sign_in_failures', {
  emailKey: text().primaryKey(),
  failures: integer().notNull(),
  lockedUntil: instant(),
  lastFailedAt: instant().notNull(),
})

/** Counters of requests per procedure and address; removed when their window has passed. */
export const limitCounters = pgTable('limit_counters', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Personal keys for integrations: only the SHA-256 of the 256 random bits is kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    keyHash: text().notNull().unique(),
    hint: text().notNull(),
    scope: word(keyScopes).notNull().default('write'),
    createdAt: createdAt(),
    expiresAt: instant().notNull().default(sql`now() + interval '90 days'`),
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  t => [index().on(t.userId), isOneOf('api_keys_scope', t.scope, keyScopes)],
)

/**
 * Where the browsers of people's devices are pushed news (RFC 8030). It lets nobody in, yet shows what somebody is told: it
 * ends with the session that it was made in, and with everything else that `endCredentials` ends.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    sessionId: text()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    /** Of one browser; whoever signs in there next takes it over. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** What the browser says it is, for the list of devices. */
    device: text().notNull(),
    createdAt: createdAt(),
  },
  t => [index().on(t.userId), index().on(t.sessionId)],
)

/** One row per write that carried a key: written in the transaction of its effect, with the answer to repeat. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    scope: text().notNull(),
    key: text().notNull(),
    procedure: text().notNull(),
    inputHash: text().notNull(),
    answer: jsonb(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.scope, t.key] }), index().on(t.createdAt)],
)

/** What staff did; written by triggers only, append-only, each row hashed over the one before (rule 10). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    createdAt: instant().notNull(),
    actorId: personId(),
    action: text().notNull(),
    tableName: text().notNull(),
    rowId: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    ipAddress: text(),
    requestId: text(),
    previousHash: text().notNull(),
    hash: text().notNull(),
  },
  t => [index().on(t.createdAt), index().on(t.actorId), index().on(t.tableName, t.rowId)],
)

/** Stored files; the bytes are in the local folder or the bucket under `storageKey`, which is random but for its folders. */
export const files = pgTable(
  'files',
  {
    id: id(),
    ownerId: personId().references(() => user.id, { onDelete: 'set null' }),
    purpose: text().notNull(),
    name: text().notNull(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull().unique(),
    createdAt: createdAt(),
    claimedAt: instant(),
    deletedAt: instant(),
  },
  t => [index().on(t.ownerId), check('files_bytes', sql`${t.bytes} > 0`)],
)

/** Every look at a private file. */
export const fileViews = pgTable(
  'file_views',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    fileId: uuid()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    viewerId: personId().references(() => user.id, { onDelete: 'set null' }),
    viewedAt: createdAt(),
    ipAddress: text(),
  },
  t => [index().on(t.fileId)],
)

/** One row per recipient. Its id makes the Message-ID, so a mail that is sent twice is recognised as one. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    toAddress: text().notNull(),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    template: text().notNull(),
    props: jsonb(),
    subject: text().notNull(),
    status: text({ enum: ['queued', 'sent', 'failed', 'suppressed'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    relatesTo: text(),
    createdAt: createdAt(),
    sentAt: instant(),
  },
  t => [index().on(t.status), index().on(t.relatesTo), index().on(t.createdAt), index().on(t.userId, t.createdAt)],
)

/** Addresses that get no more mail: they bounced, complained or unsubscribed from bulk mail. */
export const mailSuppressions = pgTable('mail_suppressions', {
  emailKey: text().primaryKey(),
  reason: text({ enum: ['bounced', 'complained', 'unsubscribed'] }).notNull(),
  createdAt: createdAt(),
})

/** What browsers are told live; kept for an hour so that a reconnecting one can resume from the last id it saw. */
export const liveEvents = pgTable(
  'live_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Number of the transaction that wrote it: what tells readers what they have not seen yet. */
    transaction: bigint({ mode: 'number' }).notNull().default(sql`pg_current_xact_id()::text::bigint`),
    audience: text().notNull(),
    payload: jsonb().notNull(),
    createdAt: createdAt(),
  },
  t => [index().on(t.transaction)],
)
