import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PaymentState } from '#features/membership/memberships/parts/payment-state.tsx'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { formatDate, formatDay, formatMoney, formatNumber, formatTokens } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { Leaving, useLeaving } from './leave.tsx'
import { MembershipDeeds } from './membership-deeds.tsx'
import { type Plan, usePlan } from './plan-actions.tsx'
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
  return (
    <Query of={plan.query} failed="Failed to load your membership">
      {mine => (
        <div className={classes.status}>
          <Facts
            facts={[
              {
                label: mine.renews ? (mine.pause ? 'Goes on' : 'Renews') : 'Ends',
                value: mine.isSubscribed && mine.currentPeriodEnd ? endWords(mine, mine.currentPeriodEnd) : null,
              },
              { label: 'Balance', value: me ? formatTokens(me.tokenBalance) : null },
              { label: 'Plan', value: planWords(mine) },
              {
                label: 'Tokens',
                value:
                  mine.tier && mine.tier.weeklyTokens > 0 && !mine.pause?.isResting
                    ? `${formatTokens(mine.tier.weeklyTokens)} a week`
                    : null,
              },
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
          <MembershipDeeds
            {...{ plan, mine, me }}
            onChange={() => setUpgrading(true)}
            onPause={leaving.pause}
            onCancel={leaving.cancel}
          />
          <Leaving of={leaving} plan={mine} />
          <UpgradeDialog isOpen={isUpgrading} onClose={() => setUpgrading(false)} plan={plan} mine={mine} />
        </div>
      )}
    </Query>
  )
}

/** When it ends or is charged again, and then how much; a sum is said only where the next one is simply the price of a month. */
function endWords({ renews, monthlyPence, tier, next }: Plan, at: Date): string {
  const pence = monthlyPence ?? tier?.pricePence ?? 0
  return renews && !next && pence > 0 ? `${formatDay(at)}, ${formatMoney(pence)}` : formatDay(at)
}
