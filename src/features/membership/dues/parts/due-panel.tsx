import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { History } from '#features/house/objects/parts/history.tsx'
import { GiftDialog } from '#features/membership/gifts/parts/gift-dialog.tsx'
import { PaymentState } from '#features/membership/memberships/parts/payment-state.tsx'
import { formatCount, formatDay, formatMoney } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import type { DueRow } from './dues-table.tsx'
import { ReminderDialog } from './reminder-dialog.tsx'

/** One membership with what is to pay for it, what can be done, and everything that happened with its person. */
export function DuePanel({ due, next }: { due: DueRow; next: string | null }) {
  const [opened, setOpened] = useState<'reminder' | 'gift' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Facts
        facts={[
          {
            label: 'Member',
            value: (
              <ObjectLink noun="person" id={due.userId}>
                {due.name}
              </ObjectLink>
            ),
          },
          { label: 'Email', value: due.email && <Email of={due.email} /> },
          { label: 'Plan', value: due.isWaiting ? `${due.tier}, not begun yet` : due.tier },
          {
            label: 'A month',
            value: `${formatMoney(due.monthlyPence)}${due.hasCustomPrice ? ', agreed with them' : ''}`,
          },
          { label: 'Payment', value: <PaymentState of={due.shown} /> },
          { label: 'Overdue since', value: due.overdueSince && formatDay(due.overdueSince) },
          { label: 'What comes next', value: next },
          {
            label: 'Reminders',
            value: due.lastReminderAt
              ? `${formatCount(due.reminderCount, 'reminder')}, the last on ${formatDay(due.lastReminderAt)}`
              : 'None so far',
          },
        ]}
      />
      <Group my="md">
        {due.can.remind ? (
          <Button variant="default" onClick={() => setOpened('reminder')}>
            Send a reminder
          </Button>
        ) : null}
        <Button variant="default" onClick={() => setOpened('gift')}>
          Gift or custom price
        </Button>
      </Group>
      <History noun="person" id={due.userId} />
      {opened === 'reminder' ? <ReminderDialog membershipId={due.id} onClose={close} /> : null}
      {opened === 'gift' ? <GiftDialog userId={due.userId} onClose={close} /> : null}
    </>
  )
}
