import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cashWords, tokenWords as hourWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatMoney } from '#platform/words.ts'
import { dayFrom, halfDayFrom, hoursAllowed, tokenWords } from '../rules.ts'
import type { StudioPage } from './sessions.tsx'
import classes from './studio.module.css'

/**
 * What the studio costs, one way to have it in a line: the sum of a session, never a rate that cannot be had (STU-19); what tokens
 * pay for and when; and the same room by the hour.
 */
export function StudioPrices({ of: { prices, byTheHour } }: { of: StudioPage }) {
  const isByTheHour = hoursAllowed.card.least < halfDayFrom
  return (
    <>
      <dl className={classes.prices} aria-label="What it costs">
        {isByTheHour ? <Price of="An hour">{formatMoney(prices.studioHourPence)}</Price> : null}
        <Price of={`Half a day, ${halfDayFrom} to ${dayFrom - 1} hours`}>
          {formatMoney(prices.studioHalfDayPence)} in all
        </Price>
        <Price of={`A day, ${dayFrom} to ${hoursAllowed.card.most} hours`}>
          {formatMoney(prices.studioDayPence)} in all
        </Price>
        <Price of="Tokens, on Tuesdays">{tokenWords(prices)}</Price>
        {byTheHour ? (
          <Price of="By the hour">
            <Link to="/facility-booking" search={{ id: byTheHour.id }}>
              {cashWords(byTheHour)} or {hourWords(byTheHour)}
            </Link>
          </Price>
        ) : null}
      </dl>
      {byTheHour ? <p className={classes.difference}>{differenceWords}</p> : null}
    </>
  )
}

/** Why one room has two prices: what stands in it, and when it is paid. */
const differenceWords =
  'A session is the studio set up for a shoot, with the flash heads, the ten colours and the make-up table, and can be paid at the desk. By the hour you have the room with its cove and continuous light, paid as you book.'

const Price = (props: { of: string; children: ReactNode }) => (
  <div>
    <dt>{props.of}</dt>
    <dd>{props.children}</dd>
  </div>
)
