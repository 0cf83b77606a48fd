import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { applicationInput } from '#features/applications/inputs.ts'
import { membershipTiers } from '#features/memberships/table.ts'
import { emailKey } from '#platform/email.ts'
import type { TestApp } from './app.ts'
import { committee, type Person, type PersonOptions, person } from './people.ts'

type ApplicationInput = z.input<typeof applicationInput>

/** The tiers that the factories apply for: Explorer, free, and Creator, paid. */
export async function applicationTiers(app: TestApp): Promise<void> {
  await app.db
    .insert(membershipTiers)
    .values([
      { slug: 'explorer', name: 'Explorer', pricePence: 0 },
      { slug: 'creator', name: 'Creator', pricePence: 9_000, weeklyTokens: 150 },
    ])
    .onConflictDoNothing()
}

/** What a person types who applies for Explorer. */
export const freeForm = (someone: Person, values: Partial<ApplicationInput> = {}): ApplicationInput => ({
  tierSlug: 'explorer',
  fullName: `${someone.firstName} ${someone.lastName}`,
  email: someone.email,
  phoneNumber: '+44 7700 900123',
  termsAccepted: true,
  ...values,
})

/** What a person types who applies for a paid tier; `idDocument` comes from `uploadDocument`. */
export const paidForm = (someone: Person, values: Partial<ApplicationInput> = {}): ApplicationInput => ({
  ...freeForm(someone),
  tierSlug: 'creator',
  address: '1 Paddington Street',
  city: 'London',
  postcode: 'W1U 5QY',
  isWestminsterResident: false,
  creativeDiscipline: 'Ceramics',
  socialMediaLinks: '["https://example.com/ada"]',
  whyJoin: 'I throw pots and would like to share a kiln with people who do the same thing.',
  emergencyContactName: 'Grace Hopper',
  emergencyContactPhone: '+44 7700 900456',
  emergencyContactRelationship: 'Friend',
  insuranceWaiver: true,
  backgroundCheckConsent: true,
  startDate: '2026-12-01',
  proRataRequested: false,
  idDocument: null,
  proofOfResidence: null,
  ...values,
})

/** A person with a pending Explorer application. */
export async function applicant(app: TestApp, options: PersonOptions = {}, values: Partial<ApplicationInput> = {}) {
  await applicationTiers(app)
  const someone = await person(app, options)
  const { id } = await app.as(someone).applications.submit(freeForm(someone, values))
  return { ...someone, applicationId: id }
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
