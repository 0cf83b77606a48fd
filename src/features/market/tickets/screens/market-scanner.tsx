import { ScannerPage } from '#features/door/scans/parts/scanner-page.tsx'
import { DoorCounts } from '../parts/door-counts.tsx'
import { keepCheckIns } from '../parts/kept-check-ins.ts'
import { marketPass } from '../rules.ts'

/** /admin/market-scanner: checks members' codes, and lets in guests who pay (MKA-07…19, MKT-24). */
export function MarketScanner() {
  return (
    <ScannerPage
      title="Market entry scanner"
      pass={marketPass}
      letsInGuests
      counts={<DoorCounts />}
      keepData={keepCheckIns}
    />
  )
}
