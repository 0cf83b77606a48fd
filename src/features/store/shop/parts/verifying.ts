import { useCallback, useEffect, useRef, useState } from 'react'
import { useQuietWrite } from '#ui/action.ts'
import { rpc } from '#web/client.ts'

/** How often the storefront itself is asked while the page is looked at, in ms. */
const askEveryMs = 15_000

export interface Verifying {
  verify: () => Promise<void>
  isRunning: boolean
  /** The last time it could not be asked. */
  hasFailed: boolean
}

/**
 * Has the house ask the storefront about a purchase that is awaited: when the page opens, when somebody comes back to it from
 * the storefront's tab, now and then, and on demand. What the storefront tells by itself comes without it.
 */
export function useVerifying(orderId: string, isAwaited: boolean): Verifying {
  const send = useQuietWrite(rpc.shopOrders.verify)
  const [isRunning, setRunning] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const busy = useRef(false)
  const verify = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    try {
      await send({ orderId })
      setFailed(false)
    } catch {
      setFailed(true)
    } finally {
      busy.current = false
      setRunning(false)
    }
  }, [send, orderId])
  useEffect(() => {
    if (!isAwaited) return
    const look = () => {
      if (!document.hidden) void verify()
    }
    look()
    const timer = setInterval(look, askEveryMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isAwaited, verify])
  return { verify, isRunning, hasFailed }
}
