import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ScannerPage } from '#features/door/scans/parts/scanner-page.tsx'
import { useIsOn } from '#features/door/scans/parts/use-is-on.ts'
import { eventPass } from '#features/events/tickets/rules.ts'
import { DoorCounts } from '#features/market/tickets/parts/door-counts.tsx'
import { keepCheckIns, useKept } from '#features/market/tickets/parts/kept-check-ins.ts'
import { marketPass } from '#features/market/tickets/rules.ts'
import { formatDay } from '#platform/words.ts'
import { useInAddress } from '#ui/in-address.ts'
import { api } from '#web/client.ts'

/**
 * /admin/market-scanner: the door. Members' codes for the market and guests who pay there (MKA-07…19, MKT-24); with `?for=events`
 * the tickets of today's events, which is one press away: people at the door have three screens (decision 1). Unless told it opens for
 * what there is today.
 */
export function MarketScanner() {
  const { value, change } = useInAddress('for')
  const { data: today } = useKept(
    'attendance',
    useQuery(api.market.attendance.queryOptions({ refetchInterval: 30_000 })),
  )
  // What there is today, until somebody chooses: without a market the event that is on, though nobody registered yet.
  const isWithoutMarket = today?.hasMarket === false
  const isEventOn = useIsOn(eventPass, isWithoutMarket && value === null)
  const isForEvents = value === 'events' || (value === null && isWithoutMarket && isEventOn === true)
  const choice = (
    <SegmentedControl
      aria-label="What is scanned"
      data={[
        { value: 'market', label: 'Market' },
        { value: 'events', label: 'Events' },
      ]}
      value={isForEvents ? 'events' : 'market'}
      onChange={change}
    />
  )
  return isForEvents ? (
    <ScannerPage key="events" title="Event entry scanner" pass={eventPass} choice={choice} />
  ) : (
    <ScannerPage
      key="market"
      title="Market entry scanner"
      pass={marketPass}
      letsInGuests
      whenClosed={today?.nextOn ? `The next one is on ${formatDay(today.nextOn)}.` : undefined}
      choice={choice}
      counts={<DoorCounts />}
      keepData={keepCheckIns}
    />
  )
}
