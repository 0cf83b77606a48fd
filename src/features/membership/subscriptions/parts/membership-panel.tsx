import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PaymentState } from '#features/membership/memberships/parts/payment-state.tsx'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { formatDate, formatDay, formatMoney, formatNumber, formatTokens } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { Leaving, useLeaving } from './leave.tsx'
import { usePlan } from './plan-actions.tsx'
import { planWords } from './plan-words.ts'
import { UpgradeDialog } from './upgrade-dialog.tsx'

/** The own membership: what it is, until when, and what can be done about it. On /members and the account page. */
export function MembershipPanel() {
  const plan = usePlan()
  const me = useMe()
  // Asked apart: the provider may be slow, or down, and the rest stands without it.
  const credit = useQuery(api.memberships.credit.queryOptions()).data?.creditPence
  const [isUpgrading, setUpgrading] = useState(false)
  const leaving = useLeaving()
  // Their own plan waits for its first payment: that is the step, and stands with the plans.
  const isAwaited = me?.standing.kind === 'unpaid'
  return (
    <Query of={plan.query} failed="Failed to load your membership">
      {mine => (
        <div className={classes.status}>
          <Facts
            facts={[
              { label: 'Plan', value: planWords(mine) },
              {
                label: 'Next plan',
                value: mine.next && `${mine.next.name}, from ${formatDay(mine.next.beginsAt)}`,
              },
              { label: 'To pay then', value: mine.next && formatMoney(mine.next.firstPence) },
              {
                label: 'Payment',
                value: mine.paymentStatus ? <PaymentState of={{ ...mine, paymentStatus: mine.paymentStatus }} /> : null,
              },
              { label: 'Rests from', value: mine.pause && formatDay(mine.pause.from) },
              {
                label: mine.renews ? (mine.pause ? 'Goes on' : 'Renews') : 'Ends',
                value: mine.isSubscribed && mine.currentPeriodEnd ? formatDay(mine.currentPeriodEnd) : null,
              },
              {
                label: 'Tokens',
                value:
                  mine.tier && mine.tier.weeklyTokens > 0 && !mine.pause?.isResting
                    ? `${formatTokens(mine.tier.weeklyTokens)} a week`
                    : null,
              },
              { label: 'Balance', value: me ? formatTokens(me.tokenBalance) : null },
              { label: 'Points', value: me && me.totalPoints > 0 ? formatNumber(me.totalPoints) : null },
              {
                label: 'Credit',
                value: credit
                  ? `${formatMoney(credit)}, ${mine.renews ? 'taken off your next invoices' : 'kept for your next plan'}`
                  : null,
              },
              {
                label: 'Member since',
                value: mine.memberSince ? formatDate(mine.memberSince, { year: true }) : null,
              },
            ]}
          />
          <p className={classes.ways}>
            {mine.can.payDue ? (
              <Button onClick={() => void plan.payDue.run(undefined)} loading={plan.payDue.isRunning}>
                Pay now
              </Button>
            ) : null}
            {mine.can.startNow ? (
              <Button onClick={() => void plan.startNow.run(mine)} loading={plan.startNow.isRunning}>
                Start now
              </Button>
            ) : null}
            {mine.can.resume ? (
              <Button
                variant={mine.pause?.isResting ? 'filled' : 'default'}
                onClick={() => void plan.resume.run(mine)}
                loading={plan.resume.isRunning}
              >
                {mine.pause?.isResting ? 'Go on now' : 'Take the pause back'}
              </Button>
            ) : null}
            {me && !mine.tier ? <ButtonLink to={me.standing.next.to}>{me.standing.next.label}</ButtonLink> : null}
            {mine.can.subscribe || mine.can.change || mine.can.switchFreely ? (
              // Whoever has a plan came for something else; who has none is asked to take one.
              <Button
                variant={isAwaited || mine.can.payDue || mine.isSubscribed ? 'default' : 'filled'}
                onClick={() => setUpgrading(true)}
              >
                {mine.isSubscribed ? 'Change plan' : 'Upgrade'}
              </Button>
            ) : null}
            {me?.can.buyTokens ? (
              <ButtonLink to="/token-purchase" variant="default">
                Top up tokens
              </ButtonLink>
            ) : null}
            {mine.can.manage ? (
              <Button variant="default" onClick={() => void plan.manage.run(undefined)} loading={plan.manage.isRunning}>
                Manage Subscription
              </Button>
            ) : null}
            {mine.tier ? (
              <Button
                variant="default"
                onClick={() => void plan.refresh.run(undefined)}
                loading={plan.refresh.isRunning}
              >
                Refresh Status
              </Button>
            ) : null}
            {mine.can.keep ? (
              <Button variant="default" onClick={() => void plan.keep.run(undefined)} loading={plan.keep.isRunning}>
                Keep my membership
              </Button>
            ) : null}
            {mine.can.pause ? (
              <Button variant="subtle" color="gray" onClick={leaving.pause}>
                Pause membership
              </Button>
            ) : null}
            {mine.can.cancel ? (
              <Button variant="subtle" color="gray" onClick={leaving.cancel}>
                Cancel membership
              </Button>
            ) : null}
          </p>
          <Leaving of={leaving} plan={mine} />
          <UpgradeDialog isOpen={isUpgrading} onClose={() => setUpgrading(false)} plan={plan} mine={mine} />
        </div>
      )}
    </Query>
  )
}
