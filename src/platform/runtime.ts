import type Stripe from 'stripe'
import type { Actor, Role } from './auth/actor.ts'
import type { Auth } from './auth/auth.ts'
import type { People } from './auth/authenticate.ts'
import type { SessionLimits } from './auth/session-life.ts'
import type { Clock } from './clock.ts'
import type { DataMap } from './db/data-map.ts'
import type { Listener } from './db/listen.ts'
import type { WorkTools } from './db/transaction.ts'
import type { Env } from './env.ts'
import type { FilePurpose, Storage } from './files/files.ts'
import type { Log } from './log.ts'
import type { MailVenue } from './mail/layout.tsx'
import type { AnyMailTemplate, Mailer } from './mail/mail.ts'
import type { ShownLimit } from './rpc/terms.ts'
import type { SecurityEvents } from './security/events.ts'

/** The house's shop at Shopify, or the simulator of it. */
export interface StorefrontAccess {
  /** Where its two interfaces are, without a slash at the end. */
  origin: string
  storefrontToken: string
  adminToken: string
  webhookSecret: string
}

/** Everything a running server holds; made once in `src/runtime.ts` and handed down. */
export interface Runtime extends WorkTools {
  env: Env
  log: Log
  clock: Clock
  auth: Auth
  listener: Listener
  stripe: Stripe
  /** Null where no shop is connected. */
  shopify: StorefrontAccess | null
  mailer: Mailer
  storage: Storage
  mailTemplates: AnyMailTemplate[]
  securityEvents: SecurityEvents
  filePurposes: FilePurpose[]
  /** What every table holds about people (decision 47). */
  dataMap: DataMap
  /** Name and address as mails show them, and where an answer to one goes. */
  venue(): Promise<MailVenue & { email: string }>
  /** How long the audit log is kept (decision 46). */
  auditMonths(): Promise<number>
  /** Limits that the server enforces, as Security Settings shows them (OPS-22). */
  rateLimits: ShownLimit[]
  /**
   * Runs what a person spends, one call at a time: those of one process wait in line here, without a connection each, and
   * `isLocked` says to hold a lock of theirs against the other processes.
   */
  oneAtATime<T>(userId: string, work: (isLocked: boolean) => Promise<T>): Promise<T>
  people: People
  /** How long sessions last now. */
  sessionLimits(): Promise<SessionLimits>
  /** Rights of a person as the database has them now; null when there is no such person. */
  loadActor(userId: string): Promise<Actor | null>
  /** Everybody active who holds one of these roles, once. */
  peopleWith(roles: Role[]): Promise<{ userId: string; twoFactorEnabled: boolean }[]>
  /** Roles of those among these people whose account is active, as the database has them now. */
  activeRoles(userIds: string[]): Promise<Map<string, Role[]>>
}
