import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { TierCard, TierGrid } from '#features/membership/tiers/parts/tier-card.tsx'
import type { ShownTier } from '#features/membership/tiers/parts/tier-drawing.tsx'
import { formatDay, formatMoney } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { Leaving, useLeaving } from './leave.tsx'
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
      <div className={classes.compared}>
        <PlanChoices
          plan={plan}
          mine={mine}
          onChosen={() => {
            if (mine.can.change) props.onClose()
          }}
        />
      </div>
    </Dialog>
  )
}

/** What choosing a tier does now, in the words of its button; null: nothing that the server would take. */
function wayTo(
  tier: { id: string; name: string; isFree: boolean },
  { tier: own, can }: Plan,
  first: { pence: number; isProRata: boolean; startOn: string | null },
): string | null {
  // What one has for nothing can be gone on with.
  if (tier.id === own?.id && (tier.isFree || !can.subscribe)) return null
  if (tier.isFree) return can.cancel ? `Go back to ${tier.name}` : null
  if (can.change) return `Change to ${tier.name}`
  if (!can.subscribe) return null
  return first.startOn
    ? `Start ${tier.name} on ${formatDay(first.startOn)}`
    : `Start ${tier.name}, pay ${first.isProRata ? 'about ' : ''}${formatMoney(first.pence)}`
}

/** The grid of plans, each with what leads to it. The one that they applied for stands first: it is what waits for them. */
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
  const leaving = useLeaving()
  const [begin, setBegin] = useState<Partial<Begin>>({})
  const wish = useStartWish(mine)
  const startOn = begin.startOn === undefined ? wish.startOn : begin.startOn
  const isProRata = startOn === null && (begin.isProRata ?? wish.isProRata)
  return (
    <Query of={tiers} failed="Failed to load membership tiers" loading={<LoadingTiles tiles={4} pictureHeight={0} />}>
      {rows => {
        const own = rows.find(({ slug }) => slug === wish.tierSlug)
        const card = (tier: (typeof rows)[number]) => {
          const first = mine.firstMonths.find(({ tierId }) => tierId === tier.id)
          const pence = (isProRata ? first?.restOfMonthPence : first?.monthPence) ?? tier.pricePence
          return (
            <PlanCard
              key={tier.id}
              tier={tier}
              plan={plan}
              mine={mine}
              isAwaited={tier === own}
              label={wayTo(tier, mine, { pence, isProRata, startOn })}
              onChoose={async () => {
                // To Explorer is to cancel, whichever button says so.
                if (tier.isFree) return leaving.cancel()
                await plan.choose(tier, mine, { isProRata, startOn })
                onChosen?.()
              }}
            />
          )
        }
        return (
          <>
            {discount > 0 ? (
              <p className={classes.soft}>{`${discount}% off your first month, because of a referral.`}</p>
            ) : null}
            {mine.can.subscribe && mine.freeUntil ? (
              <p className={classes.soft}>
                {`You have ${mine.tier?.name} for nothing until ${formatDay(mine.freeUntil)}. A plan that you start now is charged from today, and the gift ends with it.`}
              </p>
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
                        ? `You pay for the rest of this month now, and a full month on ${formatDay(mine.nextFirst)} and each first after it.`
                        : 'You pay a full month now; your months are counted from today.'
                    }
                  />
                ) : null}
              </>
            ) : null}
            {own ? (
              <>
                <TierGrid>{card(own)}</TierGrid>
                <h3 className={classes.others}>Or another plan</h3>
              </>
            ) : null}
            <TierGrid>{rows.filter(tier => tier !== own).map(card)}</TierGrid>
            <Leaving of={leaving} plan={mine} />
          </>
        )
      }}
    </Query>
  )
}

/** One plan with the way to it, if there is one; the plan that is awaited has the one button that stands out. */
function PlanCard(props: {
  tier: ShownTier & { tokenPricePence: number }
  plan: ReturnType<typeof usePlan>
  mine: Plan
  isAwaited: boolean
  label: string | null
  onChoose: () => Promise<void>
}) {
  const { tier, plan, mine, label } = props
  const isCurrent = mine.tier?.id === tier.id
  return (
    <TierCard
      tier={isCurrent ? { ...tier, pricePence: mine.monthlyPence ?? tier.pricePence } : tier}
      mark={isCurrent ? 'Your plan' : null}
      tokenPricePence={tier.tokenPricePence}
      foot={
        <>
          {props.isAwaited ? <p className={classes.soft}>The plan that you applied for.</p> : null}
          {isCurrent && tier.isFree ? <p className={classes.soft}>Already on {tier.name}</p> : null}
          {label ? (
            <Button
              fullWidth
              variant={props.isAwaited ? 'filled' : 'default'}
              loading={plan.choosing === tier.id}
              onClick={() => void props.onChoose()}
            >
              {label}
            </Button>
          ) : null}
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
}

/** What the person wished for when they applied, as far as it is still possible; the plan while its first payment is awaited. */
function useStartWish({ can, startDays: { from, until } }: Plan) {
  const isAwaited = useMe()?.standing.kind === 'unpaid'
  const { data } = useQuery(api.applications.mine.queryOptions({ enabled: can.subscribe }))
  const applied = data?.application
  if (!data || applied?.stage !== 'approved' || !applied.isPaid)
    return { tierSlug: null, startOn: null, isProRata: false, tooNear: null }
  const { startOn, proRataRequested: isProRata } = applied
  const isPossible = startOn !== null && startOn >= from && startOn <= until
  const isAhead = startOn !== null && startOn > data.today
  return {
    tierSlug: isAwaited ? applied.tierSlug : null,
    startOn: isPossible ? startOn : null,
    isProRata,
    tooNear: isAhead && !isPossible ? startOn : null,
  }
}

function beginWords(startOn: string | null, tooNear: string | null, { from }: Plan['startDays']): string {
  if (startOn)
    return `Your card is asked for now and charged on ${formatDay(startOn)}, when your membership begins. Until then you can cancel, and nothing is charged.`
  if (tooNear)
    return `You asked to begin on ${formatDay(tooNear)}. The first day that can be arranged now is ${formatDay(from)}; leave this empty to begin today.`
  return 'Leave this empty to begin today.'
}
