import { AnchorLink } from '#ui/link.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import type { Settings } from '../inputs.ts'

/** What may be looked for among the settings and is edited elsewhere. */
export const reachWords = 'address phone email contact information how to reach the house'

/** How the house is reached, to read: it is edited in one place. */
export const ReachFacts = ({ of }: { of: Pick<Settings, 'venueAddress' | 'venuePhone' | 'venueEmail'> }) => (
  <>
    <Facts
      facts={[
        { label: 'Address', value: of.venueAddress },
        { label: 'Phone', value: of.venuePhone },
        { label: 'Email', value: of.venueEmail && <Email of={of.venueEmail} /> },
      ]}
    />
    <p>
      These are changed under <AnchorLink to="/admin/contact">Contact Information</AnchorLink>, for pages, emails and
      receipts alike.
    </p>
  </>
)
