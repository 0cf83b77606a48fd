import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { TierCard, TierGrid } from '#features/membership/tiers/parts/tier-card.tsx'
import type { ShownTier } from '#features/membership/tiers/parts/tier-drawing.tsx'
import { formatDay } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import type { Plan, usePlan } from './plan-actions.tsx'
import { PlanStart } from './plan-start.tsx'

/** All plans with the way to each. */
export function UpgradeDialog(props: {
  isOpen: boolean
  onClose: () => void
  plan: ReturnType<typeof usePlan>
  mine: Plan
}) {
  const { plan, mine } = props
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Choose your plan" size="48rem">
      <div className={classes.compared}>
        <PlanChoices plan={plan} mine={mine} isCompared onChosen={props.onClose} />
      </div>
    </Dialog>
  )
}

/**
 * The grid of plans, each with what this member can do with it. One that was chosen (`chosenId`), or that they applied for and
 * not paid yet, stands first and wide, with what is paid for it.
 */
export function PlanChoices(props: {
  plan: ReturnType<typeof usePlan>
  mine: Plan
  chosenId?: string | undefined
  isPaying?: boolean
  /** Beside each other in a dialog; one that is chosen opens on the page. */
  isCompared?: boolean
  onChosen?: () => void
}) {
  const { plan, mine, chosenId, isPaying = false, isCompared = false, onChosen } = props
  const tiers = useQuery(api.memberships.tiers.queryOptions())
  const awaited = useAwaited(mine)
  const [isChoosing, setChoosing] = useState(false)
  // The page says what it waits for, and leads there again.
  if (isPaying && !isChoosing)
    return (
      <>
        <p className={classes.soft}>
          Your plan begins once it is paid. If you start another one, this payment is let go.
        </p>
        <Button variant="default" onClick={() => setChoosing(true)}>
          Choose something else
        </Button>
      </>
    )
  return (
    <Query of={tiers} failed="Failed to load membership tiers" loading={<LoadingTiles tiles={4} pictureHeight={0} />}>
      {rows => {
        const own = rows.find(({ slug }) => slug === awaited)
        const wanted = isCompared ? undefined : (rows.find(({ id }) => id === chosenId) ?? own)
        const chosen = wanted && !wanted.isFree && mine.can.subscribe ? wanted : undefined
        return (
          <>
            {chosen ? (
              <>
                <PlanStart key={chosen.id} tier={chosen} {...{ plan, mine, isPaying }} isAwaited={chosen === own} />
                <h3 className={classes.others}>Or another plan</h3>
              </>
            ) : null}
            <TierGrid>
              {rows.map((tier, at) =>
                tier === chosen ? null : (
                  <PlanCard
                    key={tier.id}
                    {...{ tier, plan, mine, onChosen }}
                    before={rows[at - 1]}
                    isBrief={isCompared}
                  />
                ),
              )}
            </TierGrid>
          </>
        )
      }}
    </Query>
  )
}

/** One plan: what it is, and beside its price what this member can do with it. */
function PlanCard(props: {
  tier: ShownTier & { tokenPricePence: number }
  before: ShownTier | undefined
  plan: ReturnType<typeof usePlan>
  mine: Plan
  onChosen: (() => void) | undefined
  isBrief: boolean
}) {
  const { tier, plan, mine, onChosen } = props
  const isCurrent = mine.tier?.id === tier.id
  return (
    <TierCard
      tier={isCurrent ? { ...tier, pricePence: mine.monthlyPence ?? tier.pricePence } : tier}
      before={props.before}
      isBrief={props.isBrief}
      mark={isCurrent ? 'Your plan' : null}
      tokenPricePence={tier.tokenPricePence}
      way={<Way {...props} isCurrent={isCurrent} />}
      foot={
        mine.can.switchFreely && !isCurrent ? (
          <Button
            fullWidth
            variant="subtle"
            color="gray"
            loading={plan.switchOwn.running?.tier.id === tier.id}
            onClick={() => void plan.switchOwn.run({ tier }).then(done => done && onChosen?.())}
          >
            Switch at no cost (admin, 30 days)
          </Button>
        ) : null
      }
    />
  )
}

/** The one thing that the server would take from this member for a plan, or why there is none. */
function Way(props: Parameters<typeof PlanCard>[0] & { isCurrent: boolean }) {
  const { tier, plan, mine, isCurrent, onChosen } = props
  const { can } = mine
  if (isCurrent && tier.isFree) return <p className={classes.soft}>Already on {tier.name}</p>
  // Cancelling and keeping stand once, with the status. What one has for nothing can be gone on with.
  if (tier.isFree) return can.cancel ? <p className={classes.soft}>Yours again if you cancel</p> : null
  if (isCurrent && !can.subscribe)
    return mine.cancelsAtPeriodEnd && mine.currentPeriodEnd ? (
      <p className={classes.soft}>Ends on {formatDay(mine.currentPeriodEnd)}</p>
    ) : null
  if (can.change)
    return (
      <Button
        variant="default"
        loading={plan.changing === tier.id}
        onClick={() => void plan.changeTo(tier, mine).then(done => done && onChosen?.())}
      >
        Switch to {tier.name}
      </Button>
    )
  return can.subscribe ? (
    <ButtonLink to="/members" search={{ plan: tier.id }} variant="default" onClick={onChosen}>
      Start {tier.name}
    </ButtonLink>
  ) : null
}

/** The slug of the plan that they applied for, while its first payment is awaited. */
function useAwaited({ can }: Plan): string | null {
  const isAwaited = useMe()?.standing.kind === 'unpaid'
  const { data } = useQuery(api.applications.mine.queryOptions({ enabled: can.subscribe && isAwaited }))
  const applied = data?.application
  return isAwaited && applied?.stage === 'approved' && applied.isPaid ? applied.tierSlug : null
}
