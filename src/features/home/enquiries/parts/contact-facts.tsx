import { Facts } from '#ui/plain/facts.tsx'

/** How to reach the house and when it is open (HOME-12, HOME-28). */
export function ContactFacts({
  of,
}: {
  of: { address: string; phone: string; email: string; opensAt: string; closesAt: string }
}) {
  const { address, phone, email, opensAt, closesAt } = of
  return (
    <Facts
      facts={[
        { label: 'Address', value: address },
        { label: 'Open', value: `7 days, ${opensAt}–${closesAt}` },
        { label: 'Phone', value: <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> },
        { label: 'Email', value: <a href={`mailto:${email}`}>{email}</a> },
      ]}
    />
  )
}
