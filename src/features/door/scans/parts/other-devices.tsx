import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Section } from '#ui/plain/section.tsx'
import { api, type rpc } from '#web/client.ts'
import type { PassRules } from '../../passes/rules.ts'
import { entryKey } from '../rules.ts'
import { deviceId, learnEntry, removeEntry } from './own-scans.ts'
import { RecentScans } from './scan-words.tsx'
import type { Scanned } from './use-scanner.ts'

type Row = Awaited<ReturnType<typeof rpc.door.recent>>['latest'][number]

/**
 * What the other doors did last, as it is announced, and whom several let in twice while they had no connection (decision 36).
 * Their entries count here too should the connection go.
 */
export function OtherDevices({ pass }: { pass: PassRules }) {
  const input = { kind: pass.name, deviceId: deviceId() }
  const { data } = useQuery(api.door.recent.queryOptions({ input, refetchInterval: 30_000 }))
  useEffect(() => {
    for (const { outcome, isTakenBack, passId, personId, at } of data?.latest ?? []) {
      if (outcome !== 'admitted' || passId === null) continue
      const entry = { key: entryKey(pass, { passId, personId }), at: at.getTime() }
      if (isTakenBack) removeEntry(entry)
      else learnEntry(entry)
    }
  }, [data, pass])
  if (!data) return null
  const { latest, doubles } = data
  return (
    <>
      {doubles.length > 0 ? (
        <Section title="Let in twice" lead="By several devices while they had no connection.">
          <RecentScans scans={doubles.map(scannedOf)} label="Let in twice" />
        </Section>
      ) : null}
      {latest.length > 0 ? (
        <Section title="Other doors">
          <RecentScans scans={latest.map(scannedOf)} label="Scans of other doors" />
        </Section>
      ) : null}
    </>
  )
}

function scannedOf({ at, personId, ...row }: Row): Scanned {
  // A code that is nobody's is no guest's either.
  const ofNobody = row.passId === null ? null : ('guest' as const)
  return {
    ...{ pricePence: 0, usesLeft: null, note: null, lastEntryAt: null, people: 1, elsewhere: null },
    ...{ ...row, personId, at: at.getTime(), ticketType: personId === null ? ofNobody : 'member' },
    wasGood: row.outcome === 'refused' && row.code === 'NOT_KNOWN_HERE',
  }
}
