import { Facts } from '#ui/plain/facts.tsx'
import { Section } from '#ui/plain/section.tsx'

/** Where a tour begins, and when the house is open; drawn by the server as well. */
export const Where = ({ address, opensAt, closesAt }: { address: string; opensAt: string; closesAt: string }) => (
  <Section title="Where" aside>
    <Facts
      facts={[
        { label: 'Address', value: address },
        { label: 'Open', value: `7 days, ${opensAt}–${closesAt}` },
      ]}
    />
  </Section>
)
