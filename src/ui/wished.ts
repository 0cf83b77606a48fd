import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What somebody chose, from the press until what is stored was read again after it: between the server's answer and that reading
 * nothing flips back, and from then on what is stored is shown, whatever it is. `write` resolves once the choice is stored, or failed.
 */
export function useWished<T extends string | number | boolean | null>(stored: T) {
  const client = useQueryClient()
  const [wished, setWished] = useState<{ value: T } | null>(null)
  const wish = async (value: T, write: () => Promise<unknown>) => {
    const mine = { value }
    setWished(mine)
    // A later choice has its own end.
    const giveUp = () => setWished(now => (now === mine ? null : now))
    // Refused, or a call that was under way already and is not sent twice: nothing is to be waited for.
    if ((await write()) === undefined) giveUp()
    else onceRead(client, giveUp)
  }
  return { shown: wished ? wished.value : stored, wish }
}

/** Calls once, as soon as nothing is being read: after a write, when all that it started to read again is there, or could not be had. */
export function onceRead(client: QueryClient, then: () => void): void {
  // After those who show what was read, so that nothing old is shown in between.
  const look = notifyManager.batchCalls(() => {
    if (isOver || client.isFetching() > 0) return
    isOver = true
    stop()
    then()
  })
  let isOver = false
  const stop = client.getQueryCache().subscribe(look)
  look()
}
