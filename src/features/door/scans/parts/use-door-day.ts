import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/client.ts'
import type { Listing, PassRules } from '../../passes/rules.ts'
import { reach } from './answers.ts'
import { keepList, openList, readList } from './door-list.ts'

/** The day may change while a scanner stands at the door. */
const refreshEveryMs = 5 * 60_000

/** Whether anything that such a pass is for is on today, and what is next where nothing is. */
export interface DoorDay extends Pick<Listing, 'next'> {
  isOn: boolean
}

/** The door's day for a kind of pass; without a connection by the list that this device keeps. Undefined until known. */
export function useDoorDay(pass: PassRules): DoorDay | undefined {
  const { data } = useQuery({
    queryKey: ['door-day', pass.name],
    queryFn: async (): Promise<DoorDay> => {
      const answer = await reach(signal => rpc.door.list({ kind: pass.name }, { signal })).catch(
        () => 'unreachable' as const,
      )
      if (answer !== 'unreachable') keepList(pass, { ...answer, receivedAt: Date.now() })
      const opened = await openList(pass, readList(pass))
      const isOn = opened?.isOn ?? (opened?.passes.length ?? 0) > 0
      return { isOn, ...(opened?.next && { next: opened.next }) }
    },
    refetchInterval: refreshEveryMs,
    networkMode: 'always',
    retry: false,
  })
  return data
}
