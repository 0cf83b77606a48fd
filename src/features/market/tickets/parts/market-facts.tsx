import { formatDate, formatDay, formatMoney, formatNumber, formatTimeRange } from '#platform/words.ts'
import { type Fact, Facts } from '#ui/plain/facts.tsx'
import type { rpc } from '#web/client.ts'

type About = Awaited<ReturnType<typeof rpc.market.about>>

/** When the next market is and what entry costs whom: the prices that the door applies (MKT-23, MKT-24). */
export function MarketFacts({ about }: { about: About }) {
  const { day } = about
  const facts: Fact[] = [
    {
      label: day?.isToday ? 'Today' : 'Next market',
      value: day ? formatDate(day.on, { year: true }) : 'To be announced',
    },
    ...(day ? [{ label: 'Open', value: formatTimeRange(day.opensAt, day.closesAt) }] : []),
    ...(day ? [{ label: 'Stalls', value: formatNumber(day.stalls) }] : []),
    ...(day?.note ? [{ label: 'Good to know', value: day.note }] : []),
    { label: 'Members', value: memberWords(about) },
    { label: 'Guests', value: guestWords(about.guestEntryPence) },
  ]
  return <Facts facts={facts} />
}

/** What the part of a page about it is called. */
export const nextWords = (about: Pick<About, 'day'> | undefined) =>
  about?.day?.isToday ? 'Today’s market' : 'The next market'

export function memberWords({ memberEntryPence, membersEnterFreeUntil: until }: About): string {
  if (memberEntryPence > 0) return `${priceWords(memberEntryPence)} entry, paid at the door`
  return until === null ? 'Free entry' : `Free entry until ${formatDay(until)}`
}

const guestWords = (pence: number) =>
  pence === 0 ? 'Free entry' : `${formatMoney(pence)} entry, online or at the door`

const priceWords = (pence: number) => (pence === 0 ? 'Free' : formatMoney(pence))
