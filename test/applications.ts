import { randomUUID } from 'node:crypto'
import { emailKey } from '#platform/mail/address.ts'
import { type ApplicationForm, freeForm } from '#seed/factories/applications.ts'
import { tier } from '#seed/factories/memberships.ts'
import { committee, type Person, type PersonOptions, person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'

/** The tiers that the forms apply for: Explorer, free, and Creator, paid. */
export async function applicationTiers(app: TestApp): Promise<void> {
  for (const slug of ['explorer', 'creator']) await tier(app, slug)
}

/** A person with a pending Explorer application. */
export async function applicant(app: TestApp, options: PersonOptions = {}, values: Partial<ApplicationForm> = {}) {
  await applicationTiers(app)
  const someone = await person(app, options)
  const { id } = await app.as(someone).applications.submit(freeForm(someone, values))
  return { ...someone, applicationId: id }
}

/** What a vote on this application is on: its text of now, as a voter has read it. */
export async function asRead(app: TestApp, applicationId: string) {
  const [row] = await app.sql<{ at: Date }>(
    'select coalesce(corrected_at, submitted_at) as at from membership_applications where id = $1',
    [applicationId],
  )
  return { applicationId, version: row!.at.toISOString() }
}

/** Exactly `size` people with the committee role: whoever had it before loses it. */
export async function committeeOf(app: TestApp, size: number): Promise<Person[]> {
  await app.sql(`delete from user_roles where role = 'committee'`)
  return Promise.all(Array.from({ length: size }, () => committee(app)))
}

/** Stores a small PDF as this person's upload, as `POST /files/…` does. */
export async function uploadDocument(
  app: TestApp,
  owner: Person,
  purpose = 'identity-document',
): Promise<{ id: string }> {
  const storageKey = randomUUID()
  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
  await app.runtime.storage.put(storageKey, bytes, 'application/pdf')
  const [row] = await app.sql<{ id: string }>(
    `insert into files (owner_id, purpose, name, mime, bytes, sha256, storage_key, created_at) values ($1, $2, 'passport.pdf', 'application/pdf', $3, '', $4, $5) returning id`,
    [owner.id, purpose, bytes.length, storageKey, app.clock.now()],
  )
  return { id: row!.id }
}

/** Puts an address into the archive. */
export async function archive(app: TestApp, email: string): Promise<void> {
  await app.sql('insert into archived_members (email, email_key) values ($1, $2)', [email, emailKey(email)])
}

/** An approved application that has no account, as an import leaves it. */
export async function applicationWithoutAccount(
  app: TestApp,
  email: string,
  status: 'pending' | 'approved' = 'approved',
): Promise<string> {
  await applicationTiers(app)
  const now = app.clock.now()
  const [row] = await app.sql<{ id: string }>(
    `insert into membership_applications (full_name, email, email_key, phone_number, tier_slug, status, terms_accepted, terms_accepted_at, required_votes, committee_size, reviewed_at, submitted_at)
     values ('Joan Clarke', $1, $2, '1', 'explorer', $3, true, $4, 1, 1, $5, $4) returning id`,
    [email, emailKey(email), status, now, status === 'approved' ? now : null],
  )
  return row!.id
}
