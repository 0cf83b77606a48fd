import { When } from '#ui/plain/dates.tsx'
import type { Fact } from '#ui/plain/facts.tsx'

interface Answers {
  phoneNumber: string
  address: string | null
  city: string | null
  postcode: string | null
  isWestminsterResident: boolean
  creativeDiscipline: string | null
  whyJoin: string | null
  socialMediaLinks: string[]
  emergencyContactName: string | null
  emergencyContactPhone: string | null
  emergencyContactRelationship: string | null
  startOn: string | null
  proRataRequested: boolean
  referralCode: string | null
}

/** What an applicant answered, as admins and the applicant read it. `why`: the words for their reason to join. */
export const answerFacts = (a: Answers, why: string): (Fact | null)[] => [
  { label: 'Phone', value: a.phoneNumber },
  { label: 'Address', value: [a.address, a.city, a.postcode].filter(Boolean).join(', ') },
  { label: 'Westminster resident', value: a.isWestminsterResident ? 'Yes' : null },
  { label: 'Creative discipline', value: a.creativeDiscipline },
  { label: why, value: a.whyJoin && <span style={{ whiteSpace: 'pre-wrap' }}>{a.whyJoin}</span> },
  { label: 'Links', value: a.socialMediaLinks.join(', ') },
  {
    label: 'Emergency contact',
    value: [a.emergencyContactName, a.emergencyContactRelationship, a.emergencyContactPhone].filter(Boolean).join(', '),
  },
  a.startOn ? { label: 'Start date', value: <When at={a.startOn} year /> } : null,
  { label: 'Pro rata', value: a.proRataRequested ? 'Asked for' : null },
  { label: 'Referral code', value: a.referralCode },
]
