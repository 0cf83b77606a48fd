import { useEffect, useEffectEvent, useState } from 'react'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { forgetOwn, keepOwn, readOwn } from '#web/offline/own-storage.ts'
import { type Answer, messages, mostWaitingScans, waitsAtMostMs } from '../rules.ts'

/** A scan that this device decided alone and the server does not know yet. */
export type WaitingScan =
  | { as: 'code'; input: Parameters<typeof rpc.door.admit>[0] }
  | { as: 'walkIn'; input: Parameters<typeof rpc.door.admitGuest>[0] }
  /** Sent behind its walk-in, which may have arrived already: so the server has both, whatever became of the first attempt. */
  | { as: 'takeBack'; input: Parameters<typeof rpc.door.takeBack>[0] }

// Not forgotten when somebody signs out: what happened at the door has to arrive. Holds codes, times and the names of guests
// who gave one, each until it was sent.
const storageKey = 'exchange.door-queue'
const everyMs = 10_000

/**
 * The scans still to be sent; sends them by itself whenever the server can be reached. Each ends in one of three ways: sent,
 * refused by the server, or given up after a week in which no server knew what it is; the last two are told.
 */
export function useScanQueue(ends: {
  onSent(scan: WaitingScan, answer: Answer | null): void
  onDropped(scan: WaitingScan): void
}) {
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
      const passedOver = new Set<string>()
      for (const scan of readQueue()) {
        const { scanId } = scan.input
        // Never ahead of the entry that it takes back, and not at all once that was refused.
        if (passedOver.has(scanId)) continue
        const result = await sendOne(scan)
        if (result === 'later') break
        if (result === 'unknown' && !isTooOld(scan)) {
          // Kept, and no reason to hold up those behind it.
          passedOver.add(scanId)
          continue
        }
        const isSent = result !== 'unknown' && !('refused' in result)
        change(readQueue().filter(({ as, input }) => input.scanId !== scanId || (isSent && as !== scan.as)))
        if (isSent) {
          ends.onSent(scan, result.answer)
          continue
        }
        passedOver.add(scanId)
        toast.error(dropped[scan.as] ?? dropped.code, result === 'unknown' ? messages.unknownToServer : result.refused)
        ends.onDropped(scan)
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
    /** As it is now, whenever this is asked: what a button that was drawn before knows is older. */
    isWaiting: (scanId: string): boolean => readQueue().some(({ input }) => input.scanId === scanId),
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

/** Codes that this device could not check are no entries: they are told apart. */
export function waitingOf(queue: readonly WaitingScan[]) {
  const unchecked = queue.filter(({ as, input }) => as === 'code' && 'isUnchecked' in input && input.isUnchecked).length
  return { scans: queue.length - unchecked, unchecked }
}

/** How many of what waited ended how. */
const noneSent = { letIn: 0, refused: 0, good: 0, elsewhere: 0, takenBack: 0 }
export type Sent = typeof noneSent
const [sentKey, saidForMs] = ['door-sent', 10 * 60_000]
/** It outlives the page, which may begin anew when the network is back. */
export function readSent(): Sent {
  const kept = readOwn<{ at: number; sent: Sent }>(sentKey)
  return kept && Date.now() - kept.at < saidForMs ? kept.sent : noneSent
}
export function addSent(end: keyof Sent): Sent {
  const sent = { ...readSent(), [end]: readSent()[end] + 1 }
  keepOwn(sentKey, { at: Date.now(), sent })
  return sent
}
export function forgetSent(): Sent {
  forgetOwn(sentKey)
  return noneSent
}
export function endOf(as: WaitingScan['as'], answer: Answer | null): keyof Sent {
  if (as === 'takeBack' || !answer) return 'takenBack'
  if (answer.outcome === 'admitted') return 'letIn'
  if (answer.elsewhere) return 'elsewhere'
  return answer.code === 'NOT_KNOWN_HERE' ? 'good' : 'refused'
}

type Outcome = { answer: Answer | null } | { refused: string } | 'later' | 'unknown'

const ways = {
  code: async ({ input }) => rpc.door.admit(input),
  walkIn: async ({ input }) => rpc.door.admitGuest(input),
  takeBack: async ({ input }) => {
    await rpc.door.takeBack(input)
    return null
  },
} satisfies { [As in WaitingScan['as']]: (scan: Extract<WaitingScan, { as: As }>) => Promise<Answer | null> }

/** What is said of one that will never arrive. */
const dropped = {
  code: 'A scan could not be sent',
  walkIn: 'A guest could not be counted',
  takeBack: 'A guest could not be taken back',
}

async function sendOne(scan: WaitingScan): Promise<Outcome> {
  const way = ways[scan.as] as ((scan: WaitingScan) => Promise<Answer | null>) | undefined
  // Kept by a later version of this app.
  if (!way) return 'unknown'
  try {
    return { answer: await way(scan) }
  } catch (error) {
    const { status = 0, code = '', message = '' } = error as { status?: number; code?: string; message?: string }
    // The server's own; any other 404 may be one of something on the way.
    if (code === 'NO_SCAN') return { refused: message }
    // Something on the way that answers for the server, a server that does not know this kind of pass, or one that fails
    // with this scan and no other.
    if (status === 404 || status === 500) return 'unknown'
    return [400, 409, 422].includes(status) ? { refused: describeProblem(error).message } : 'later'
  }
}

function isTooOld({ input }: WaitingScan): boolean {
  const at = Date.parse('scannedAt' in input ? input.scannedAt : input.takenBackAt)
  return !(Date.now() - at < waitsAtMostMs)
}

function readQueue(): WaitingScan[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(scan => scan?.input) : []
  } catch {
    return [] // half written when the device went off
  }
}
