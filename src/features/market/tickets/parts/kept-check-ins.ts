import { useEffect } from 'react'
import { rpc } from '#web/client.ts'
import { forgetOwn, keepOwn, readOwn } from '#web/offline/own-storage.ts'

// Named as the door's: they are forgotten with the right to it.
const names = { checkIns: 'door-check-ins', attendance: 'door-attendance' }
type Name = keyof typeof names

/** Names of visitors stay on a device for a day. */
const dayMs = 24 * 3_600_000

/** Keeps on this device what Check-ins shows, before it was ever opened. */
export async function keepCheckIns(): Promise<void> {
  const [checkIns, attendance] = await Promise.all([rpc.market.checkIns({}), rpc.market.attendance()])
  keep('checkIns', checkIns)
  keep('attendance', attendance)
}

/**
 * An answer for Check-ins; where the server cannot be asked, the one that was kept, with its instants as text. `isWhole`:
 * nothing is searched for, so that this is what the next offline look is to show.
 */
export function useKept<Result extends { data: unknown }>(name: Name, of: Result, isWhole = true): Result {
  const { data } = of
  useEffect(() => {
    if (data !== undefined && isWhole) keep(name, data)
  }, [name, data, isWhole])
  return data === undefined && isWhole ? { ...of, data: read(name) } : of
}

const keep = (name: Name, answer: unknown) => keepOwn(names[name], { at: Date.now(), answer })

function read(name: Name): unknown {
  const kept = readOwn<{ at: number; answer: unknown }>(names[name])
  if (kept && Date.now() - kept.at < dayMs) return kept.answer
  if (kept) forgetOwn(names[name])
  return undefined
}
