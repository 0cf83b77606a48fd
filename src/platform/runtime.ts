import type { Transporter } from 'nodemailer'
import type Stripe from 'stripe'
import type { Actor } from '#platform/actor.ts'
import type { Auth } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Env } from '#platform/env.ts'
import type { FilePurpose, Storage } from '#platform/files.ts'
import type { Log } from '#platform/log.ts'
import type { AnyMailTemplate } from '#platform/mail.ts'
import type { MailVenue } from '#platform/mail-layout.tsx'
import type { WorkTools } from '#platform/work.ts'

/** Everything a running server holds; made once in `app.ts` and handed down. */
export interface Runtime extends WorkTools {
  env: Env
  log: Log
  clock: Clock
  auth: Auth
  stripe: Stripe
  mailer: Transporter
  storage: Storage
  mailTemplates: AnyMailTemplate[]
  filePurposes: FilePurpose[]
  /** Name and address as mails show them. */
  venue(): Promise<MailVenue>
  /** How long the audit log is kept (decision 46). */
  auditMonths(): Promise<number>
  /** Rights of a person as the database has them now; null when there is no such person. */
  loadActor(userId: string): Promise<Actor | null>
}
