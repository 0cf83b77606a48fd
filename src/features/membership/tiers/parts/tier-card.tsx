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

/** One tier, measured by the one `before` it; `mark` stands beside its name. */
export function TierCard(props: {
  tier: ShownTier
  before?: ShownTier | undefined
  mark?: string | null
  tokenPricePence?: number
  way?: ReactNode
  foot?: ReactNode
  isBrief?: boolean
}) {
  const { mark = null, ...drawn } = props
  const hasStalls = useBuiltPath('/market-booking') !== null
  return (
    <TierDrawing
      {...{ ...drawn, hasStalls }}
      isCurrent={mark !== null}
      mark={mark ? <Status tone="accent">{mark}</Status> : null}
    />
  )
}
