import { formatDate, formatMoney, formatTimeRange } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'

type About = Awaited<ReturnType<typeof rpc.market.about>>
interface Shown extends Pick<About, 'guestEntryPence'> {
  day: Pick<NonNullable<About['day']>, 'on' | 'opensAt' | 'closesAt'> | null
}

/** The next market in the head of its page: when, and what guests pay; drawn by the server as well. Its line stands before it is known. */
export const MarketLead = ({ about }: { about: Shown | undefined }) => (
  <>
    <strong>{about ? whenAndPrice(about) : '\u00a0'}</strong>
    <br />
    {marketWords}
  </>
)

export const marketWords =
  'Makers, food and music under one roof. Everybody is welcome: members check in with a code, guests with a ticket.'

function whenAndPrice({ day, guestEntryPence }: Shown): string {
  const when = day
    ? `${formatDate(day.on, { year: true })}, ${formatTimeRange(day.opensAt, day.closesAt)}`
    : 'The next day is to be announced'
  return `${when} · ${guestEntryPence === 0 ? 'free entry' : `${formatMoney(guestEntryPence)} for guests`}`
}
