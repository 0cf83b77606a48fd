import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { TierCard } from '#features/membership/tiers/parts/tier-card.tsx'
import type { ShownTier } from '#features/membership/tiers/parts/tier-drawing.tsx'
import { formatDay, formatMoney } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { api } from '#web/client.ts'
import type { Begin, Plan, usePlan } from './plan-actions.tsx'

/**
 * The plan that was chosen, as one wide card: what it brings, from when, what is paid now and what later, and the way to the
 * payment page, which opens in a new tab while this page waits for it.
 */
export function PlanStart(props: {
  tier: ShownTier & { tokenPricePence: number }
  plan: ReturnType<typeof usePlan>
  mine: Plan
  /** They applied for it. */
  isAwaited: boolean
  /** Its payment page is open in another tab: the page says so, and this is no longer the next step. */
  isPaying: boolean
}) {
  const { tier, plan, mine, isAwaited, isPaying } = props
  const navigate = useNavigate()
  const wish = useStartWish(mine, tier)
  const [begin, setBegin] = useState<Partial<Begin>>({})
  const startOn = begin.startOn === undefined ? wish.startOn : begin.startOn
  const isProRata = startOn === null && (begin.isProRata ?? wish.isProRata)
  const first = mine.firstMonths.find(({ tierId }) => tierId === tier.id)
  const pence = (isProRata ? first?.restOfMonthPence : first?.monthPence) ?? tier.pricePence
  const discount = mine.firstMonthDiscountPercent
  const card = useRef<HTMLElement>(null)
  // Chosen on this page, it is where one goes on; who came for it is at the top of the page anyway.
  useEffect(() => {
    if (isAwaited) return
    card.current?.scrollIntoView({ block: 'nearest' })
    card.current?.focus({ preventScroll: true })
  }, [isAwaited])
  const pay = async () => {
    const opened = await plan.start({ tierId: tier.id, isProRata, startOn })
    if (opened) await navigate({ to: '/members', search: { plan: tier.id, order: opened.orderId } })
  }
  return (
    <section ref={card} tabIndex={-1} aria-label={`Start ${tier.name}`} className={classes.chosen}>
      <ul className={classes.tiers}>
        <TierCard
          tier={tier}
          tokenPricePence={tier.tokenPricePence}
          foot={isAwaited ? <p className={classes.soft}>The plan that you applied for.</p> : null}
        />
      </ul>
      <div className={classes.terms}>
        {mine.freeUntil ? (
          <p className={classes.soft}>
            {`You have ${mine.tier?.name} for nothing until ${formatDay(mine.freeUntil)}. A plan that you start now is charged from today, and the gift ends with it.`}
          </p>
        ) : null}
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
        <Facts
          facts={[
            {
              label: 'To pay now',
              value: startOn ? 'Nothing' : isProRata ? 'The rest of this month' : formatMoney(pence),
            },
            startOn ? { label: `On ${formatDay(startOn)}`, value: formatMoney(pence) } : null,
            discount > 0
              ? { label: 'Of that', value: `${discount}% off your first month, because of a referral` }
              : null,
            { label: 'Then', value: `${formatMoney(tier.pricePence)} a month, until you cancel` },
          ]}
        />
        <p className={classes.ways}>
          <Button
            variant={isPaying ? 'default' : 'filled'}
            loading={plan.starting === tier.id}
            onClick={() => void pay()}
          >
            {startOn
              ? `Start ${tier.name} on ${formatDay(startOn)}`
              : isProRata
                ? `Start ${tier.name}`
                : `Start ${tier.name}, pay ${formatMoney(pence)}`}
          </Button>
          {/* It is divided to the second, at the moment of paying. */}
          {isProRata ? (
            <span className={classes.soft}>
              About {formatMoney(pence)} now. The payment page says the exact sum before you pay.
            </span>
          ) : null}
        </p>
      </div>
    </section>
  )
}

/** How the person wished to begin when they applied for this plan, as far as it is still possible. */
function useStartWish({ can, startDays: { from, until } }: Plan, { slug }: ShownTier) {
  const { data } = useQuery(api.applications.mine.queryOptions({ enabled: can.subscribe }))
  const applied = data?.application
  if (!data || applied?.stage !== 'approved' || applied.tierSlug !== slug)
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
