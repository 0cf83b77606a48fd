import { ScannerPage } from '#features/door/scans/parts/scanner-page.tsx'
import { guestPass } from '../rules.ts'

/** /admin/guest-pass-scanner: checks the passes of members' guests (GPS-01, GPS-02). */
export function GuestPassScanner() {
  return <ScannerPage title="Guest pass scanner" pass={guestPass} />
}
