import { useEffect } from 'react'
import { rpc } from '#web/client.ts'
import { keepOwnForDay, readOwnOfDay } from '#web/offline/own-storage.ts'

// Named as the door's: they are forgotten with the right to it.
const names = { checkIns: 'door-check-ins', attendance: 'door-attendance' }
type Name = keyof typeof names

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

const keep = (name: Name, answer: unknown) => keepOwnForDay(names[name], answer)
const read = (name: Name): unknown => readOwnOfDay(names[name]) ?? undefined
