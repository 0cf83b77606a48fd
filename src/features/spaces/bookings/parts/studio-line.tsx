import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { api } from '#web/client.ts'
import classes from './bookings.module.css'

type Prices = { studioHalfDayPence: number; studioDayPence: number }

/** How the photography studio for half a day differs from an hour in it: by what is set up there, and its price. */
export function StudioLine() {
  const { data } = useQuery(api.bookings.facilities.queryOptions())
  return (
    <p className={classes.studio}>
      <AnchorLink to="/studio">The Photography Studio</AnchorLink> set up for a shoot, for half a day or a whole one,
      {data ? ` costs ${studioWords(data.studio)}` : ''}. By the hour it is among the spaces above.
    </p>
  )
}

export const studioWords = ({ studioHalfDayPence, studioDayPence }: Prices) =>
  `${formatMoney(studioHalfDayPence)} or ${formatMoney(studioDayPence)}`
