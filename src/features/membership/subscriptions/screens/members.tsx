import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SpecifiedPath } from '#access.ts'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { OrderProgress } from '#features/money/orders/parts/order-progress.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { useBuilt } from '#web/built.ts'
import { type Me, useMe } from '#web/session/session.tsx'
import { MembershipPanel } from '../parts/membership-panel.tsx'
import { recheckAfterMs, usePlan } from '../parts/plan-actions.tsx'
import { PlanChoices } from '../parts/upgrade-dialog.tsx'

const quickCards: { label: string; to: SpecifiedPath; words: string }[] = [
  { label: 'Workshops', to: '/events', words: 'Learn something with others' },
  { label: 'Book Spaces', to: '/bookings', words: 'Studios, rooms and desks' },
  { label: 'Events', to: '/events', words: 'What is on in the house' },
  { label: 'Markets', to: '/market-booking', words: 'Take a stall' },
]

/** Whose plan is still to be chosen or paid comes for that; everybody else is told first how they stand. */
const seePlansFirst: readonly Me['standing']['kind'][] = ['account', 'unpaid']

/** /members: the own membership, the plans, and short ways into the house (MEM-22…25). */
export function Members() {
  const { success, canceled, order, plan: chosenId } = useSearch({ from: '/members' })
  const navigate = useNavigate()
  const quick = useBuilt(quickCards)
  const me = useMe()
  const plan = usePlan()
  const { recheck } = plan
  const pendingId = plan.query.data?.pendingOrderId ?? undefined
  // What became of it stays until it is closed, also once nothing is awaited any more.
  const [lastId, setLastId] = useState<string>()
  const [closedId, setClosedId] = useState<string>()
  const orderId = [order, pendingId, lastId].find(id => id !== undefined && id !== closedId)
  if (orderId !== lastId) setLastId(orderId)
  const [cameBack, setCameBack] = useState(false)
  // Whoever opens a payment again on this page has its order in the address, and it is awaited.
  const wasLeft = cameBack && order === undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says it once
  useEffect(() => {
    if (!success && !canceled) return
    if (canceled) toast.info('Payment cancelled', 'Nothing was charged.')
    // Where the order is known, the page says what became of it.
    else if (!order) toast.success('Back from payment', 'As soon as the payment is confirmed it stands here.')
    setCameBack(canceled ?? false)
    void navigate({ to: '/members', search: order ? { order } : {}, replace: true })
    if (success) setTimeout(recheck, recheckAfterMs)
  }, [success, canceled])

  const status = (
    <Section key="status" title="Membership status">
      <MembershipPanel />
    </Section>
  )
  const plans = (
    <Section key="plans" title="Plans" lead={me?.standing.kind === 'unpaid' ? me.standing.title : undefined}>
      <Query of={plan.query} failed="Failed to load your membership">
        {mine => (
          <PlanChoices plan={plan} mine={mine} chosenId={chosenId} isPaying={pendingId !== undefined && !wasLeft} />
        )}
      </Query>
    </Section>
  )
  return (
    <Page
      title="Members"
      heading={me?.firstName ? `${me.firstName}’s membership` : 'Your membership'}
      kicker="Members dashboard"
    >
      {orderId ? (
        <OrderProgress
          key={orderId}
          id={orderId}
          wasLeft={wasLeft}
          pay="Open the payment"
          paid="Payment successful"
          paidNext={
            <>
              Your plan is open. Welcome in. <Link to="/bookings">Book a space</Link>
            </>
          }
          onPaid={() => {
            recheck()
            // Chosen further down, what came of it is said here.
            window.scrollTo({ top: 0 })
          }}
          onClose={() => {
            setClosedId(orderId)
            void navigate({ to: '/members', search: {}, replace: true })
          }}
        />
      ) : null}
      {me && seePlansFirst.includes(me.standing.kind) ? [plans, status] : [status, plans]}
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
