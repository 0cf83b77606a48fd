import { Group } from '@mantine/core'
import { ButtonLink } from '#ui/link.tsx'
import { type AccountRow, shownName } from './account-panel.tsx'

/** From a person to what the office does for them elsewhere. */
export function PersonLinks({ account }: { account: AccountRow }) {
  const { userId, email, plan, accountStatus } = account
  const name = shownName(account)
  const asLink = { size: 'sm', variant: 'default' } as const
  return (
    <Group component="nav" aria-label={`What to do for ${name}`} gap="xs" mb="md">
      {plan && accountStatus === 'active' ? (
        <>
          <ButtonLink to="/admin/tokens" search={{ q: email, dialog: 'bonus-tokens', member: userId }} {...asLink}>
            Give tokens
          </ButtonLink>
          <ButtonLink to="/admin/house-calendar" search={{ dialog: 'book-for', member: name }} {...asLink}>
            Book for them
          </ButtonLink>
        </>
      ) : null}
      <ButtonLink to="/admin/bookings" search={{ q: email, when: 'all' }} {...asLink}>
        Bookings
      </ButtonLink>
      <ButtonLink to="/admin/payments" search={{ q: email, plans: 'all' }} {...asLink}>
        Payments
      </ButtonLink>
    </Group>
  )
}
