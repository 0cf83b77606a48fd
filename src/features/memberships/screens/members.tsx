import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OrderProgress } from '#features/payments/parts/order-progress.tsx'
import { Page } from '#ui/page.tsx'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { toast } from '#ui/toast.tsx'
import { useMe } from '#web/session.tsx'
import { MembershipPanel } from '../parts/membership-panel.tsx'
import { recheckAfterMs, usePlan } from '../parts/plan-actions.tsx'
import classes from '../parts/plans.module.css'
import { PlanChoices } from '../parts/upgrade-dialog.tsx'

const quickCards = [
  { label: 'Workshops', to: '/events', words: 'Learn something with others' },
  { label: 'Book Spaces', to: '/bookings', words: 'Studios, rooms and desks' },
  { label: 'Events', to: '/events', words: 'What is on in the house' },
  { label: 'Markets', to: '/market-booking', words: 'Take a stall' },
]

/** /members: the own membership, the plans, and short ways into the house (MEM-22…25). */
export function Members() {
  const { success, canceled, order } = useSearch({ strict: false }) as {
    success?: boolean
    canceled?: boolean
    order?: string
  }
  const navigate = useNavigate()
  const { routesByPath } = useRouter()
  const me = useMe()
  const plan = usePlan()
  const { recheck } = plan

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says it once
  useEffect(() => {
    if (!success && !canceled) return
    if (canceled) toast.info('Payment cancelled', 'Nothing was charged.')
    else toast.success('Back from payment', 'Your plan changes as soon as the payment is confirmed.')
    void navigate({ to: '/members' as string, search: (order ? { order } : {}) as never, replace: true })
    if (success) setTimeout(recheck, recheckAfterMs)
  }, [success, canceled])

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
          onClose={() => void navigate({ to: '/members' as string, search: {} as never, replace: true })}
        />
      ) : null}
      <Section title="Membership status">
        <MembershipPanel />
      </Section>
      <Section title="Plans">
        <Query of={plan.query} failed="Failed to load your membership">
          {mine => <PlanChoices plan={plan} mine={mine} />}
        </Query>
      </Section>
      <Section title="Go on">
        <ul className={classes.quick}>
          {quickCards
            .filter(({ to }) => to in routesByPath)
            .map(({ label, to, words }) => (
              <li key={label}>
                <Link to={to as string}>
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
