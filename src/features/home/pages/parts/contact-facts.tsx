import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Phone } from '#ui/plain/phone.tsx'

export interface ContactInfo {
  address: string
  phone: string
  email: string
  opensAt: string
  closesAt: string
}

/** Where the house is, when it is open and how it is reached; drawn by the server as well. */
export const ContactFacts = ({ of: { address, phone, email, opensAt, closesAt } }: { of: ContactInfo }) => (
  <Facts
    facts={[
      { label: 'Address', value: address },
      { label: 'Open', value: `7 days, ${opensAt}–${closesAt}` },
      { label: 'Phone', value: <Phone of={phone} /> },
      { label: 'Email', value: <Email of={email} /> },
    ]}
  />
)
