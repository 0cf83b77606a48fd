import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/client.ts'
import type { PassRules } from '../../passes/rules.ts'
import { keepList, openList, readList } from './door-list.ts'

/** Whether anything that such a pass is for is on today; without a connection by the list that this device keeps. Undefined until known. */
export function useIsOn(pass: PassRules, isAsked: boolean): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['is-on-today', pass.name],
    queryFn: async () => {
      const answer = navigator.onLine ? await rpc.door.list({ kind: pass.name }).catch(() => null) : null
      if (answer) keepList(pass, { ...answer, receivedAt: Date.now() })
      const opened = await openList(pass, readList(pass))
      return opened?.isOn ?? (opened?.passes.length ?? 0) > 0
    },
    enabled: isAsked,
    networkMode: 'always',
    retry: false,
  })
  return data
}
