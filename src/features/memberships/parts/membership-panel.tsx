import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate, formatDay } from '#ui/dates.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatMoney } from '#ui/money.tsx'
import { Query } from '#ui/query.tsx'
import { Status } from '#ui/status.tsx'
import { formatTokens } from '#ui/tokens.tsx'
import { useMe } from '#web/session.tsx'
import { type Plan, usePlan } from './plan-actions.tsx'
import classes from './plans.module.css'
import { UpgradeDialog } from './upgrade-dialog.tsx'

const paymentWords = {
  paid: { tone: 'good', words: 'Paid' },
  pending: { tone: 'warn', words: 'Payment under way' },
  overdue: { tone: 'bad', words: 'Payment overdue' },
  waived: { tone: 'plain', words: 'Nothing to pay' },
} as const

/** The own membership: what it is, until when, and what can be done about it. On /members and the account page. */
export function MembershipPanel() {
  const plan = usePlan()
  const me = useMe()
  const [isUpgrading, setUpgrading] = useState(false)
  return (
    <Query of={plan.query} failed="Failed to load your membership">
      {mine => (
        <>
          {mine.paymentStatus === 'overdue' ? (
            <Alert color="red" variant="light" mb="lg" title="Your last payment did not go through">
              Check your card under Manage Subscription. Weekly tokens wait until it is paid.
            </Alert>
          ) : null}
          <Facts
            facts={[
              { label: 'Plan', value: planWords(mine) },
              {
                label: 'Payment',
                value: mine.paymentStatus ? <PaymentState of={mine.paymentStatus} /> : null,
              },
              {
                label: mine.renews ? 'Renews' : 'Ends',
                value: mine.isSubscribed && mine.currentPeriodEnd ? formatDay(mine.currentPeriodEnd) : null,
              },
              {
                label: 'Tokens',
                value:
                  mine.tier && mine.tier.weeklyTokens > 0 ? `${formatTokens(mine.tier.weeklyTokens)} a week` : null,
              },
              { label: 'Balance', value: me ? formatTokens(me.tokenBalance) : null },
              {
                label: 'Member since',
                value: mine.startedOn ? formatDate(mine.startedOn, { year: true }) : null,
              },
            ]}
          />
          <p className={classes.ways}>
            <Button onClick={() => setUpgrading(true)}>{mine.isSubscribed ? 'Change plan' : 'Upgrade'}</Button>
            {me?.can.buyTokens ? (
              <Button component={Link} to={'/token-purchase' as string} variant="default">
                Top up tokens
              </Button>
            ) : null}
            {mine.can.manage ? (
              <Button variant="default" onClick={plan.manage} loading={plan.busy === 'manage'}>
                Manage Subscription
              </Button>
            ) : null}
            <Button variant="default" onClick={plan.refresh} loading={plan.busy === 'refresh'}>
              Refresh Status
            </Button>
            {mine.can.keep ? (
              <Button variant="default" onClick={plan.keep} loading={plan.busy === 'keep'}>
                Keep my membership
              </Button>
            ) : null}
            {mine.can.cancel ? (
              <Button variant="subtle" color="gray" onClick={() => plan.cancel(mine)} loading={plan.busy === 'cancel'}>
                Cancel membership
              </Button>
            ) : null}
          </p>
          <UpgradeDialog isOpen={isUpgrading} onClose={() => setUpgrading(false)} plan={plan} mine={mine} />
        </>
      )}
    </Query>
  )
}

function PaymentState({ of }: { of: keyof typeof paymentWords }) {
  const { tone, words } = paymentWords[of]
  return <Status tone={tone}>{words}</Status>
}

function planWords({ tier }: Plan) {
  if (!tier) return 'None yet'
  return tier.isFree ? `${tier.name}, free` : `${tier.name}, ${formatMoney(tier.pricePence)} a month`
}
