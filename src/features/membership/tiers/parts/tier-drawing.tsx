import type { ReactNode } from 'react'
import { formatCount, formatMoney, formatTokens } from '#platform/words.ts'
import { Picture } from '#ui/plain/picture.tsx'

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

/** A tier with its price, tokens and features. The server draws it too: plain names, whose styles are in plans.module.css. */
export function TierDrawing(props: {
  tier: ShownTier
  isCurrent: boolean
  /** beside its name */
  mark?: ReactNode
  tokenPricePence: number | undefined
  hasStalls: boolean
  /** what whoever looks can do with it, beside its price */
  way?: ReactNode
  foot?: ReactNode
}) {
  const { tier, tokenPricePence } = props
  const facts = [
    tier.weeklyTokens > 0 && `${formatTokens(tier.weeklyTokens)} a week`,
    !tier.isFree &&
      tokenPricePence !== undefined &&
      `Top-ups at ${formatMoney(tokenPricePence)} a token${tier.tokenDiscountPercent > 0 ? `, ${tier.tokenDiscountPercent}% off` : ''}`,
    // Said from the day on which stalls can be booked: nothing keeps it before.
    props.hasStalls && tier.marketDiscountPercent > 0 && `${tier.marketDiscountPercent}% off market tables`,
    tier.guestPassesPerMonth > 0 && `${formatCount(tier.guestPassesPerMonth, 'guest pass', 'guest passes')} a month`,
  ].filter(fact => fact !== false)
  return (
    <li className="plan-tier" data-current={props.isCurrent}>
      <Picture of={null} seed={tier.slug} alt="" sizes="20rem" ratio="wide" className="plan-picture" />
      <div className="plan-name">
        <h3>{tier.name}</h3>
        {props.mark}
      </div>
      <div className="plan-offer">
        <p className="plan-price">
          {tier.isFree ? 'Free' : formatMoney(tier.pricePence)}
          {tier.isFree ? null : <small> a month</small>}
        </p>
        {props.way}
      </div>
      {tier.description ? <p className="plan-soft">{tier.description}</p> : null}
      <ul className="plan-features">
        {[...new Set([...facts, ...tier.features])].map(feature => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {props.foot ? <div className="plan-foot">{props.foot}</div> : null}
    </li>
  )
}
