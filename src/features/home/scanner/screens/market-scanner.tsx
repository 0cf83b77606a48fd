import { SegmentedControl } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Coming, PassRules } from '#features/door/passes/rules.ts'
import { ScannerPage } from '#features/door/scans/parts/scanner-page.tsx'
import { type DoorDay, useDoorDay } from '#features/door/scans/parts/use-door-day.ts'
import { eventPass } from '#features/events/tickets/rules.ts'
import { guestPass } from '#features/guests/passes/rules.ts'
import { DoorCounts } from '#features/market/tickets/parts/door-counts.tsx'
import { keepCheckIns } from '#features/market/tickets/parts/kept-check-ins.ts'
import { marketPass } from '#features/market/tickets/rules.ts'
import { formatDate } from '#platform/words.ts'
import { useInAddress } from '#ui/in-address.ts'
import { Page } from '#ui/plain/page.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'

const shownFor = { market: marketPass, events: eventPass, guests: guestPass } satisfies Record<string, PassRules>
type For = keyof typeof shownFor
const isFor = (value: string | null): value is For => value !== null && value in shownFor

/**
 * /admin/market-scanner: the door. Members' codes for the market and guests who pay there (MKA-07…19, MKT-24); with `?for=events`
 * the tickets of events: people at the door have three screens (decision 1). Unless told it opens for what there is today: the
 * market, an event, or else guests' passes, which come on any day; where that is not the market it says so.
 */
export function MarketScanner() {
  const { value, change } = useChosen()
  const [market, events] = [useDoorDay(marketPass), useDoorDay(eventPass)]
  const shown = isFor(value) ? value : opensFor(market, events)
  if (!shown)
    return (
      <Page title="Scanner" chassis="desk">
        <LoadingRows rows={3} />
      </Page>
    )
  // The door's own frame offers these in its bar; the office's has none.
  const choice = (
    <SegmentedControl
      aria-label="What is scanned"
      data={[
        { value: 'market', label: 'Market' },
        { value: 'events', label: 'Events' },
        { value: 'guests', label: 'Guest passes' },
      ]}
      value={shown}
      onChange={change}
    />
  )
  if (shown === 'events') {
    const notice =
      events?.isOn === false ? (
        <Notice says="No event today." coming={[events.next]} />
      ) : value !== shown && market ? (
        <Notice says="No market today: scanning event tickets." coming={[market.next]} />
      ) : undefined
    return <ScannerPage key={shown} title="Event entry scanner" pass={eventPass} choice={choice} notice={notice} />
  }
  if (shown === 'guests') {
    const notice =
      market?.isOn === false && events?.isOn === false ? (
        <Notice says="No market today: scanning guest passes." coming={[market.next, events.next]} />
      ) : undefined
    return <ScannerPage key={shown} title="Guest pass scanner" pass={guestPass} choice={choice} notice={notice} />
  }
  return (
    <ScannerPage
      key={shown}
      title="Market entry scanner"
      pass={marketPass}
      letsInGuests
      whenClosed={market?.isOn === false ? whenNext(market) : undefined}
      choice={choice}
      counts={market?.isOn === false ? undefined : <DoorCounts />}
      keepData={keepCheckIns}
    />
  )
}

/** What was chosen in this page's own address: while another page is on its way the address is that one's already. */
function useChosen() {
  const { value, change } = useInAddress('for')
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/admin/market-scanner' })
  const own = useRef(value)
  if (isHere) own.current = value
  return { value: own.current, change }
}

/** Undefined until it is known what there is today. */
function opensFor(market: DoorDay | undefined, events: DoorDay | undefined): For | undefined {
  if (market?.isOn) return 'market'
  if (!market || !events) return undefined
  return events.isOn ? 'events' : 'guests'
}

/** After "There is no market today". */
const whenNext = ({ next }: DoorDay) =>
  next ? `The next one is on ${formatDate(next.on)}, from ${next.from}.` : 'None is planned yet.'

/** What is not on today and what is scanned instead, with what comes first. */
function Notice({ says, coming }: { says: string; coming: (Coming | undefined)[] }) {
  const [next] = coming.flatMap(each => (each ? [each] : [])).toSorted((a, b) => a.on.localeCompare(b.on))
  return (
    <>
      <p>
        <strong>{says}</strong>
      </p>
      <p>{next ? `Next: ${next.name ?? 'market'}, ${formatDate(next.on)}, ${next.from}` : 'Nothing is planned yet.'}</p>
    </>
  )
}
