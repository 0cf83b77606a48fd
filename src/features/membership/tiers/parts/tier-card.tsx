import type { ReactNode } from 'react'
import { formatCount, formatMoney, formatTokens } from '#platform/words.ts'
import { Picture } from '#ui/plain/picture.tsx'
import { Status } from '#ui/plain/status.tsx'
import { useBuiltPath } from '#web/built.ts'
import classes from './plans.module.css'

export interface ShownTier {
  id: string
  slug: string
  name: string
  description: string
  pricePence: number
  isFree: boolean
  weeklyTokens: number
  tokenDiscountPercent: number
  marketDiscountPercent: number
  guestPassesPerMonth: number
  features: string[]
}

/** A grid of tiers in the order given; dense where all of them are compared in the office. */
export const TierGrid = ({ isDense = false, children }: { isDense?: boolean; children: ReactNode }) => (
  <ul className={classes.tiers} data-dense={isDense}>
    {children}
  </ul>
)

/** One tier with its price, tokens and features; `mark` stands beside its name. */
export function TierCard(props: { tier: ShownTier; mark?: string | null; tokenPricePence?: number; foot?: ReactNode }) {
  const { tier, mark = null, tokenPricePence } = props
  const stalls = useBuiltPath('/market-booking')
  const facts = [
    tier.weeklyTokens > 0 && `${formatTokens(tier.weeklyTokens)} a week`,
    !tier.isFree &&
      tokenPricePence !== undefined &&
      `Top-ups at ${formatMoney(tokenPricePence)} a token${tier.tokenDiscountPercent > 0 ? `, ${tier.tokenDiscountPercent}% off` : ''}`,
    // Said from the day on which stalls can be booked: nothing keeps it before.
    stalls !== null && tier.marketDiscountPercent > 0 && `${tier.marketDiscountPercent}% off market tables`,
    tier.guestPassesPerMonth > 0 && `${formatCount(tier.guestPassesPerMonth, 'guest pass', 'guest passes')} a month`,
  ].filter(fact => fact !== false)
  return (
    <li className={classes.tier} data-current={mark !== null}>
      <Picture of={null} seed={tier.slug} alt="" sizes="20rem" ratio="wide" className={classes.picture} />
      <div className={classes.name}>
        <h3>{tier.name}</h3>
        {mark ? <Status tone="accent">{mark}</Status> : null}
      </div>
      <p className={classes.price}>
        {tier.isFree ? 'Free' : formatMoney(tier.pricePence)}
        {tier.isFree ? null : <small> a month</small>}
      </p>
      {tier.description ? <p className={classes.soft}>{tier.description}</p> : null}
      <ul className={classes.features}>
        {[...new Set([...facts, ...tier.features])].map(feature => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {props.foot ? <div className={classes.foot}>{props.foot}</div> : null}
    </li>
  )
}
