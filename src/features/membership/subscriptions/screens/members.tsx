import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SpecifiedPath } from '#access.ts'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { OrderProgress } from '#features/money/orders/parts/order-progress.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { useBuilt } from '#web/built.ts'
import { useMe } from '#web/session/session.tsx'
import { MembershipPanel } from '../parts/membership-panel.tsx'
import { recheckAfterMs, usePlan } from '../parts/plan-actions.tsx'
import { PlanChoices } from '../parts/upgrade-dialog.tsx'

const quickCards: { label: string; to: SpecifiedPath; words: string }[] = [
  { label: 'Workshops', to: '/events', words: 'Learn something with others' },
  { label: 'Book Spaces', to: '/bookings', words: 'Studios, rooms and desks' },
  { label: 'Events', to: '/events', words: 'What is on in the house' },
  { label: 'Markets', to: '/market-booking', words: 'Take a stall' },
]

/** /members: the own membership, the plans, and short ways into the house (MEM-22…25). */
export function Members() {
  const { success, canceled, order } = useSearch({ from: '/members' })
  const navigate = useNavigate()
  const quick = useBuilt(quickCards)
  const me = useMe()
  const plan = usePlan()
  const { recheck } = plan

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says it once
  useEffect(() => {
    if (!success && !canceled) return
    if (canceled) toast.info('Payment cancelled', 'Nothing was charged.')
    else toast.success('Back from payment', 'As soon as the payment is confirmed it stands here.')
    void navigate({ to: '/members', search: order ? { order } : {}, replace: true })
    if (success) setTimeout(recheck, recheckAfterMs)
  }, [success, canceled])

  // The plan that they applied for waits for its first payment: it stands first.
  const isAwaited = me?.standing.kind === 'unpaid'
  const status = (
    <Section key="status" title="Membership status">
      <MembershipPanel />
    </Section>
  )
  const plans = (
    <Section key="plans" title="Plans" lead={isAwaited ? me.standing.title : undefined}>
      <Query of={plan.query} failed="Failed to load your membership">
        {mine => <PlanChoices plan={plan} mine={mine} />}
      </Query>
    </Section>
  )
  return (
    <Page
      title="Members"
      heading={me?.firstName ? `${me.firstName}’s membership` : 'Your membership'}
      kicker="Members dashboard"
    >
      {order ? (
        <OrderProgress
          id={order}
          paid="Payment successful"
          paidNext="Your plan is open. Welcome in."
          onPaid={recheck}
          onClose={() => void navigate({ to: '/members', search: {}, replace: true })}
        />
      ) : null}
      {isAwaited ? [plans, status] : [status, plans]}
      <Section title="Go on">
        <ul className={classes.quick}>
          {quick.map(({ label, to, words }) => (
            <li key={label}>
              <Link to={to}>
                <strong>{label}</strong>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
