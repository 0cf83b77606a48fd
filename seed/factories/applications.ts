import type { z } from 'zod'
import type { applicationInput } from '#features/admissions/applications/inputs.ts'
import type { Person } from './people.ts'

export type ApplicationForm = z.input<typeof applicationInput>

/** What a person types who applies for Explorer. */
export const freeForm = (someone: Omit<Person, 'id'>, values: Partial<ApplicationForm> = {}): ApplicationForm => ({
  tierSlug: 'explorer',
  fullName: `${someone.firstName} ${someone.lastName}`,
  email: someone.email,
  phoneNumber: '+44 7700 900123',
  termsAccepted: true,
  ...values,
})

/** What a person types who applies for a paid tier; `idDocument` comes from `uploadDocument`. */
export const paidForm = (someone: Omit<Person, 'id'>, values: Partial<ApplicationForm> = {}): ApplicationForm => ({
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
