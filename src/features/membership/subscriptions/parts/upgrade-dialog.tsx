import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { takeOff } from '#features/membership/referrals/rules.ts'
import { nextFirst, restOfMonthPence } from '#features/membership/sales/rules.ts'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { TierCard, TierGrid } from '#features/membership/tiers/parts/tier-card.tsx'
import { formatDay, formatMoney } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import type { Begin, Plan, usePlan } from './plan-actions.tsx'

/** All plans with the way to each; the payment page opens in a new tab. */
export function UpgradeDialog(props: {
  isOpen: boolean
  onClose: () => void
  plan: ReturnType<typeof usePlan>
  mine: Plan
}) {
  const { plan, mine } = props
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Choose your plan" size="72rem">
      <PlanChoices
        plan={plan}
        mine={mine}
        onChosen={() => {
          if (mine.can.change) props.onClose()
        }}
      />
    </Dialog>
  )
}

/** Whether anything comes of choosing a plan now; without a session the answer is to sign in. */
const mayChoose = ({ can }: Plan, tier: { isFree: boolean }) => (tier.isFree ? true : can.subscribe || can.change)

/** The grid of plans, each with its button. */
export function PlanChoices({
  plan,
  mine,
  onChosen,
}: {
  plan: ReturnType<typeof usePlan>
  mine: Plan
  onChosen?: () => void
}) {
  const tiers = useQuery(api.memberships.tiers.queryOptions())
  const discount = mine.firstMonthDiscountPercent
  const [begin, setBegin] = useState<Partial<Begin>>({})
  const wish = useStartWish(mine)
  const startOn = begin.startOn === undefined ? wish.startOn : begin.startOn
  const isProRata = startOn === null && (begin.isProRata ?? wish.isProRata)
  const now = new Date()
  return (
    <Query of={tiers} failed="Failed to load membership tiers" loading={<LoadingTiles tiles={4} pictureHeight={0} />}>
      {rows => (
        <>
          {discount > 0 ? (
            <p className={classes.soft}>{`${discount}% off your first month, because of a referral.`}</p>
          ) : null}
          {mine.can.subscribe ? (
            <>
              {mine.isSubscribed ? null : (
                <TextInput
                  type="date"
                  label="Begin on"
                  maw="22rem"
                  mb="sm"
                  value={startOn ?? ''}
                  min={mine.startDays.from}
                  max={mine.startDays.until}
                  onChange={event => setBegin({ ...begin, startOn: event.currentTarget.value || null })}
                  description={beginWords(startOn, wish.tooNear, mine.startDays)}
                />
              )}
              {startOn === null ? (
                <Checkbox
                  mb="lg"
                  checked={isProRata}
                  onChange={event => setBegin({ ...begin, isProRata: event.currentTarget.checked })}
                  label="Charge the first month pro rata"
                  description={
                    isProRata
                      ? `You pay for the rest of this month now, and a full month on ${formatDay(nextFirst(now))} and each first after it.`
                      : 'You pay a full month now; your months are counted from today.'
                  }
                />
              ) : null}
            </>
          ) : null}
          <TierGrid>
            {rows.map(tier => {
              const isCurrent = mine.tier?.id === tier.id
              const monthPence = isProRata ? restOfMonthPence(tier.pricePence, now) : tier.pricePence
              const firstPence = takeOff(monthPence, discount)
              return (
                <TierCard
                  key={tier.id}
                  tier={tier}
                  isCurrent={isCurrent}
                  tokenPricePence={tier.tokenPricePence}
                  foot={
                    <>
                      {(isCurrent && !tier.isFree) || !mayChoose(mine, tier) ? null : (
                        <Button
                          fullWidth
                          variant="default"
                          loading={plan.choosing === tier.id}
                          onClick={async () => {
                            await plan.choose(tier, mine, { isProRata, startOn })
                            onChosen?.()
                          }}
                        >
                          {tier.isFree
                            ? tier.name
                            : mine.can.change
                              ? `Change to ${tier.name}`
                              : startOn
                                ? `Begin on ${formatDay(startOn)}`
                                : `Pay ${isProRata ? 'about ' : ''}${formatMoney(firstPence)}`}
                        </Button>
                      )}
                      {mine.can.switchFreely && !isCurrent ? (
                        <Button
                          fullWidth
                          mt="xs"
                          variant="subtle"
                          color="gray"
                          loading={plan.switchOwn.running?.tier.id === tier.id}
                          onClick={() => void plan.switchOwn.run({ tier })}
                        >
                          Switch at no cost (admin, 30 days)
                        </Button>
                      ) : null}
                    </>
                  }
                />
              )
            })}
          </TierGrid>
        </>
      )}
    </Query>
  )
}

/** What the person wished for when they applied, as far as it is still possible. */
function useStartWish({ can, startDays: { from, until } }: Plan) {
  const { data } = useQuery(api.applications.mine.queryOptions({ enabled: can.subscribe }))
  const applied = data?.application
  if (!data || applied?.stage !== 'approved' || !applied.isPaid)
    return { startOn: null, isProRata: false, tooNear: null }
  const { startOn, proRataRequested: isProRata } = applied
  const isPossible = startOn !== null && startOn >= from && startOn <= until
  const isAhead = startOn !== null && startOn > data.today
  return { startOn: isPossible ? startOn : null, isProRata, tooNear: isAhead && !isPossible ? startOn : null }
}

function beginWords(startOn: string | null, tooNear: string | null, { from }: Plan['startDays']): string {
  if (startOn)
    return `Your card is asked for now and charged on ${formatDay(startOn)}, when your membership begins. Until then you can cancel, and nothing is charged.`
  if (tooNear)
    return `You asked to begin on ${formatDay(tooNear)}. The first day that can be arranged now is ${formatDay(from)}; leave this empty to begin today.`
  return 'Leave this empty to begin today.'
}
