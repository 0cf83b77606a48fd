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

/**
 * A tier: first what it costs and how many tokens it brings, then what it adds to the one before. The server draws it too: plain
 * names, whose styles are in plans.module.css.
 */
export function TierDrawing(props: {
  tier: ShownTier
  /** the next smaller one, which it is measured by */
  before?: Priced | undefined
  isCurrent: boolean
  /** beside its name */
  mark?: ReactNode
  tokenPricePence?: number | undefined
  hasStalls: boolean
  /** what whoever looks can do with it, beside its price */
  way?: ReactNode
  foot?: ReactNode
  /** a line of a list: what it costs and brings, and what can be done */
  isBrief?: boolean
}) {
  const { tier, before, isBrief = false } = props
  const all = linesOf({ ...tier, tokenPricePence: props.tokenPricePence }, props.hasStalls)
  const earlier = before ? linesOf(before, props.hasStalls) : []
  const same = all.filter(line => earlier.includes(line))
  return (
    <li className="plan-tier" data-current={props.isCurrent} data-brief={isBrief || undefined}>
      {isBrief ? null : (
        <Picture of={null} seed={tier.slug} alt="" sizes="20rem" ratio="wide" className="plan-picture" />
      )}
      <div className="plan-name">
        <h3>{tier.name}</h3>
        {props.mark}
      </div>
      <div className="plan-offer">
        <p className="plan-price">
          {tier.isFree ? 'Free' : formatMoney(tier.pricePence)}
          {tier.isFree ? null : <small> a month</small>}
        </p>
        <p className="plan-tokens">{tokensOf(tier) ?? 'No weekly tokens'}</p>
      </div>
      {props.way ? <div className="plan-way">{props.way}</div> : null}
      {isBrief ? null : (
        <>
          {tier.description ? <p className="plan-soft">{tier.description}</p> : null}
          {before ? <p className="plan-over">New over {before.name}</p> : null}
          <ul className="plan-features" data-new={before !== undefined || undefined}>
            {all
              .filter(line => !same.includes(line))
              .map(line => (
                <li key={line}>{line}</li>
              ))}
          </ul>
          {before && same.length > 0 ? (
            <>
              <p className="plan-over">As with {before.name}</p>
              <ul className="plan-features plan-soft">
                {same.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      )}
      {props.foot ? <div className="plan-foot">{props.foot}</div> : null}
    </li>
  )
}

type Priced = ShownTier & { tokenPricePence?: number | undefined }

const tokensOf = ({ weeklyTokens }: ShownTier) => (weeklyTokens > 0 ? `${formatTokens(weeklyTokens)} a week` : null)

/** What a tier brings besides its tokens, a line each. */
function linesOf(tier: Priced, hasStalls: boolean): string[] {
  const { tokenPricePence } = tier
  const facts = [
    !tier.isFree &&
      tokenPricePence !== undefined &&
      `Top-ups at ${formatMoney(tokenPricePence)} a token${tier.tokenDiscountPercent > 0 ? `, ${tier.tokenDiscountPercent}% off` : ''}`,
    // Said from the day on which stalls can be booked: nothing keeps it before.
    hasStalls && tier.marketDiscountPercent > 0 && `${tier.marketDiscountPercent}% off market tables`,
    tier.guestPassesPerMonth > 0 && `${formatCount(tier.guestPassesPerMonth, 'guest pass', 'guest passes')} a month`,
  ].filter(fact => fact !== false)
  return [...new Set([...facts, ...tier.features])].filter(line => line !== tokensOf(tier))
}
