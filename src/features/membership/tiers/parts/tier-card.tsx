import type { ReactNode } from 'react'
import { Status } from '#ui/plain/status.tsx'
import { useBuiltPath } from '#web/built.ts'
import classes from './plans.module.css'
import { type ShownTier, TierDrawing } from './tier-drawing.tsx'

/** A grid of tiers in the order given; dense where all of them are compared in the office. */
export const TierGrid = ({ isDense = false, children }: { isDense?: boolean; children: ReactNode }) => (
  <ul className={classes.tiers} data-dense={isDense}>
    {children}
  </ul>
)

/** One tier with its price, tokens and features; `mark` stands beside its name. */
export function TierCard(props: {
  tier: ShownTier
  mark?: string | null
  tokenPricePence?: number
  way?: ReactNode
  foot?: ReactNode
}) {
  const { tier, mark = null, tokenPricePence, way, foot } = props
  const hasStalls = useBuiltPath('/market-booking') !== null
  return (
    <TierDrawing
      {...{ tier, tokenPricePence, hasStalls, way, foot }}
      isCurrent={mark !== null}
      mark={mark ? <Status tone="accent">{mark}</Status> : null}
    />
  )
}
