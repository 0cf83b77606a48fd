import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatMoney } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api, rpc } from '#web/client.ts'

/** Who keeps a price that the plan has no more, and the way to move them (TIER-09); nothing when there is nobody. */
export function OtherPrices({ tierId, tierName }: { tierId: string; tierName: string }) {
  const others = useQuery(api.memberships.otherPrices.queryOptions({ input: { tierId } }))
  const [isOpen, setOpen] = useState(false)
  const { data } = others
  if (!data || data.count === 0) return null
  const paying = data.groups.map(({ count, monthlyPence }) => `${count} pay ${formatMoney(monthlyPence)}`).join(', ')
  return (
    <>
      <p>{`Keep their former price: ${paying}.`}</p>
      <Button variant="default" onClick={() => setOpen(true)}>
        {`Move subscribers to ${formatMoney(data.pricePence)}…`}
      </Button>
      {isOpen ? <MoveDialog tierId={tierId} tierName={tierName} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function MoveDialog({ tierId, tierName, onClose }: { tierId: string; tierName: string; onClose: () => void }) {
  const others = useQuery(api.memberships.otherPrices.queryOptions({ input: { tierId } }))
  const move = useAction(rpc.memberships.moveToPrice, {
    atOnce: 'who, how much and the email stand above',
    done: ({ moved }) => ({
      title: 'They are being moved',
      message: `${formatCount(moved, 'subscriber')} told by email`,
    }),
    failed: 'Nobody was moved',
    onDone: onClose,
  })
  return (
    <Dialog title={`Move subscribers of ${tierName}`} onClose={onClose} size="lg">
      <Query of={others} failed="Failed to load subscribers">
        {({ count, pricePence, groups, people, morePence, noticeDays, mail }) => (
          <>
            <p>
              {`${formatCount(count, 'subscriber')} will pay ${formatMoney(pricePence)} a month, from their first charge that is at least ${noticeDays} days ahead. Each is told by email at once and can cancel before. Who has cancelled or has a price of their own stays as they are.`}
            </p>
            <Facts
              facts={[
                ...groups.map(group => ({
                  label: `${formatMoney(group.monthlyPence)} now`,
                  value: formatCount(group.count, 'subscriber'),
                })),
                {
                  label: 'Together',
                  value: `${formatMoney(Math.abs(morePence))} ${morePence < 0 ? 'less' : 'more'} a month`,
                },
                {
                  label: 'Who',
                  value: `${people.map(({ name }) => name).join(', ')}${count > people.length ? ` and ${count - people.length} more` : ''}`,
                },
                { label: 'The email', value: mail.subject },
              ]}
            />
            <details>
              <summary>Read the email</summary>
              <p style={{ whiteSpace: 'pre-wrap' }}>{mail.text}</p>
            </details>
            <Group mt="md">
              <Button
                loading={move.isRunning}
                onClick={() => void move.run({ tierId, seenPence: pricePence, seenCount: count })}
              >
                {`Move ${formatCount(count, 'subscriber')}`}
              </Button>
              <Button variant="subtle" onClick={onClose}>
                They keep their price
              </Button>
            </Group>
          </>
        )}
      </Query>
    </Dialog>
  )
}
