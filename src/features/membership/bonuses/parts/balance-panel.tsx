import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { formatTokens } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import type { Balance } from './balances-table.tsx'
import { BonusDialog } from './bonus-dialog.tsx'
import { ChargeDialog } from './charge-dialog.tsx'

/** What one person has, and giving and taking for them. */
export function BalancePanel({ of: row }: { of: Balance }) {
  const [open, setOpen] = useState<'give' | 'take'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Facts
        facts={[
          { label: 'Tokens', value: formatTokens(row.balance) },
          { label: 'Of them bought', value: row.bought > 0 && formatTokens(row.bought) },
          { label: 'Oldest from', value: row.oldestAt && <When at={row.oldestAt} as="date" year /> },
          { label: 'Plan', value: row.tier ?? 'No membership' },
          { label: 'Email', value: <Email of={row.email} /> },
          {
            label: 'How they came and went',
            value: (
              <ObjectLink noun="person" id={row.userId}>
                History of {row.name}
              </ObjectLink>
            ),
          },
        ]}
      />
      {row.can.give ? (
        <Group gap="sm" my="md">
          <Button onClick={() => setOpen('give')}>Give bonus tokens</Button>
          <Button variant="default" onClick={() => setOpen('take')}>
            Take tokens
          </Button>
        </Group>
      ) : (
        <p>Tokens are given to members whose account is open.</p>
      )}
      {open === 'give' ? <BonusDialog to={row} onClose={close} /> : null}
      {open === 'take' ? <ChargeDialog from={row} onClose={close} /> : null}
    </>
  )
}
