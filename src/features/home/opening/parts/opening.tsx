import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AnchorLink } from '#ui/link.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Steps } from '#ui/steps.tsx'
import { api } from '#web/client.ts'

const words: Record<string, { label: ReactNode; detail: string }> = {
  house: {
    label: <AnchorLink to="/admin/settings">Address, hours and how to reach you</AnchorLink>,
    detail: 'Replace the address, phone and e-mail that the house comes with.',
  },
  tiers: {
    label: <AnchorLink to="/admin/membership-tiers">Tiers and prices</AnchorLink>,
    detail: 'At least one tier that costs something.',
  },
  facilities: {
    label: <AnchorLink to="/admin/pricing">Facilities</AnchorLink>,
    detail: 'What can be booked, and its price.',
  },
  landing: { label: <AnchorLink to="/">Texts of the landing page</AnchorLink>, detail: 'What visitors read first.' },
  payments: {
    label: <AnchorLink to="/admin/payments">Payments</AnchorLink>,
    detail: 'Give the server the keys of your Stripe account; the README says how.',
  },
  mail: {
    label: <AnchorLink to="/admin/mails">Mail</AnchorLink>,
    detail: 'Give the server a mail account to send from; the README says how.',
  },
  backup: { label: 'A first backup', detail: 'Whoever runs the server makes one with npm run db:backup.' },
}

/** What an admin still has to do before the house opens; nothing once all is done. */
export function Opening() {
  const { data: steps } = useQuery(api.venue.opening.queryOptions())
  if (!steps || steps.length === 0) return null
  return (
    <Section title="Before you open" aside>
      <Steps
        label="Before you open"
        steps={steps.map(({ step, isDone }) => ({ ...words[step]!, state: isDone ? 'done' : 'next' }))}
      />
    </Section>
  )
}
