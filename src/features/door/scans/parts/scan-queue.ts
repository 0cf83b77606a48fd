import { useEffect, useEffectEvent, useState } from 'react'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.tsx'
import { rpc } from '#web/client.ts'
import { type Answer, mostWaitingScans } from '../rules.ts'

/** A scan that this device decided alone and the server does not know yet. */
export type WaitingScan =
  | { as: 'code'; input: Parameters<typeof rpc.door.admit>[0] }
  | { as: 'walkIn'; input: Parameters<typeof rpc.door.admitGuest>[0] }
  /** Sent behind its walk-in, which may have arrived already: so the server has both, whatever became of the first attempt. */
  | { as: 'takeBack'; input: Parameters<typeof rpc.door.takeGuestBack>[0] }

// Not forgotten when somebody signs out: what happened at the door has to arrive. Holds codes, times and the names of guests
// who gave one, each until it was sent.
const storageKey = 'exchange.door-queue'
const everyMs = 10_000

/** The scans still to be sent; sends them by itself whenever the server can be reached. */
export function useScanQueue(onSent: (answer: Answer) => void) {
  const [waiting, setWaiting] = useState(readQueue)
  const change = (next: WaitingScan[]) => {
    localStorage.setItem(storageKey, JSON.stringify(next))
    setWaiting(next)
  }
  const send = useEffectEvent(async () => {
    if (!navigator.onLine) return
    // One tab at a time; the server would take a scan that arrives twice as one.
    await navigator.locks.request(storageKey, { ifAvailable: true }, async lock => {
      if (!lock) return
      for (const scan of readQueue()) {
        const result = await sendOne(scan)
        if (result === 'later') return
        // Kept, and no reason to hold up those behind it.
        if (result === 'unknown') continue
        change(readQueue().filter(({ as, input }) => as !== scan.as || input.scanId !== scan.input.scanId))
        if (result) onSent(result)
      }
      setWaiting(readQueue())
    })
  })
  useEffect(() => {
    const tried = () => void send()
    tried()
    const timer = setInterval(tried, everyMs)
    window.addEventListener('online', tried)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tried)
    }
  }, [])
  return {
    waiting,
    /** False when this device cannot keep one more: nobody may be let in whose scan would be lost. */
    add: (scan: WaitingScan): boolean => {
      const queue = readQueue()
      if (queue.length >= mostWaitingScans) return false
      try {
        change([...queue, scan])
        return true
      } catch {
        return false // the browser gives no more room
      }
    },
  }
}

async function sendOne(scan: WaitingScan): Promise<Answer | 'later' | 'unknown' | null> {
  try {
    if (scan.as === 'takeBack') {
      await rpc.door.takeGuestBack(scan.input)
      return null
    }
    return await (scan.as === 'code' ? rpc.door.admit(scan.input) : rpc.door.admitGuest(scan.input))
  } catch (error) {
    const { status = 0 } = error as { status?: number }
    // Something on the way that answers for the server, or a server that does not know this kind of pass.
    if (status === 404) return 'unknown'
    const isFinal = [400, 409, 422].includes(status)
    if (!isFinal) return 'later'
    toast.error('A scan could not be sent', describeProblem(error).message)
    return null
  }
}

function readQueue(): WaitingScan[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as WaitingScan[]
  } catch {
    return [] // half written when the device went off
  }
}
