import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AnchorLink } from '#ui/link.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Steps } from '#ui/steps.tsx'
import { api } from '#web/client.ts'
import type { OpeningStep } from '../rules.ts'

const words: Record<OpeningStep, { label: ReactNode; detail: string }> = {
  house: {
    label: <AnchorLink to="/admin/contact">Address and how to reach you</AnchorLink>,
    detail: 'Replace the address, phone and email that the house comes with.',
  },
  tiers: {
    label: <AnchorLink to="/admin/membership-tiers">Tiers and prices</AnchorLink>,
    detail: 'The house comes with tiers: put in your own prices and tokens.',
  },
  facilities: {
    label: <AnchorLink to="/admin/pricing">Facilities</AnchorLink>,
    detail: 'The house comes with facilities: put in your own prices.',
  },
  landing: {
    label: <AnchorLink to="/admin/settings">Words of the first page</AnchorLink>,
    detail: 'Where the house is, its size and its market: say what is true of yours.',
  },
  payments: {
    label: <AnchorLink to="/admin/payments">Payments</AnchorLink>,
    detail: 'The server has test keys of Stripe, which take no money. Give it the live ones; the README says how.',
  },
  mail: {
    label: <AnchorLink to="/admin/mails">Email</AnchorLink>,
    detail: 'No email has been delivered yet. The page of emails says why one fails.',
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
        steps={steps.map(({ step, isDone }) => ({ ...words[step], state: isDone ? 'done' : 'next' }))}
      />
    </Section>
  )
}
