import { Alert, Stack } from '@mantine/core'
import { formatCount, formatMoney, formatReference } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { noteWords } from '../inputs.ts'
import type { PurchaseRow } from './purchases-table.tsx'

/** One purchase: what was bought, what it took, and what of it somebody should look at. */
export function PurchasePanel({ purchase }: { purchase: PurchaseRow }) {
  const {
    userId,
    person,
    lines,
    notes,
    strays,
    paidAt,
    paidPence,
    totalPence,
    refundedAt,
    shopifyOrderName,
    pointsDeducted,
  } = purchase
  return (
    <Stack gap="md">
      {notes.length > 0 ? (
        <Alert color="yellow" variant="light" title={notes.map(note => noteWords[note]).join('. ')}>
          See to it at the storefront, or with the member.
        </Alert>
      ) : null}
      <Facts
        facts={[
          {
            label: 'Person',
            value: (
              <ObjectLink noun="person" id={userId}>
                {person}
              </ObjectLink>
            ),
          },
          { label: 'Checked out', value: <When at={purchase.createdAt} /> },
          {
            label: 'Paid',
            value: paidAt ? (
              <>
                {formatMoney(paidPence ?? totalPence)}, <When at={paidAt} />
              </>
            ) : (
              'Not yet'
            ),
          },
          ...(refundedAt ? [{ label: 'Refunded', value: <When at={refundedAt} /> }] : []),
          { label: 'Sum', value: formatMoney(totalPence) },
          {
            label: 'Points',
            value: `${formatCount(purchase.totalPointsRequired, 'point')} asked for, ${pointsDeducted} taken${refundedAt ? ' and given back' : ''}`,
          },
          { label: 'At the storefront', value: shopifyOrderName ?? 'No order yet' },
          ...strays.map(({ name, note, totalPence }) => ({
            label: noteWords[note],
            value: `${name}, ${formatMoney(totalPence)}`,
          })),
          { label: 'Reference', value: formatReference(purchase.orderId) },
        ]}
      />
      <ul>
        {lines.map(({ variantId, productTitle, selectedOptions, pricePence, pointsRequired }) => (
          <li key={variantId}>
            {[productTitle, ...selectedOptions.map(({ value }) => value)].join(', ')}: {formatMoney(pricePence)}
            {pointsRequired > 0 ? `, ${formatCount(pointsRequired, 'point')}` : ''}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
