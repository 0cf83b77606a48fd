import { useEffect, useRef, useState } from 'react'
import { messages, splitCode } from '#features/market/rules.ts'
import { describeProblem } from '#ui/problem.ts'
import { rpc } from '#web/client.ts'
import { keepOwn, readOwn } from '#web/own-storage.ts'
import { type Answer, judgeOffline, listWarnsAfterMs, type OfflineVerdict } from '../rules.ts'
import { type KeptList, keepList, openList, readList, serverNow, verifierOf } from './door-list.tsx'
import { useScanQueue } from './scan-queue.tsx'

/** A scan as the screen shows it. */
export interface Scanned {
  scanId: string
  at: number
  outcome: 'admitted' | 'refused'
  message: string
  name: string | null
  ticketType: 'member' | 'guest' | null
  pricePence: number
  isOffline: boolean
  isDouble: boolean
}

const recentCount = 5
const refreshEveryMs = 60_000
/** A server that does not answer in time is as good as none: people are waiting. */
const patienceMs = 4_000

/** Everything the scanner does: decides with the server or, without it, alone; keeps, sends later, and remembers (decision 36). */
export function useScanner() {
  const [list, setList] = useState(readList)
  const [recent, setRecent] = useState(() => readOwn<Scanned[]>('door-recent') ?? [])
  const [isReached, setReached] = useState(true)
  const pending = useRef(0)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const queue = useScanQueue(answer => {
    if (answer.isDouble) show(answer.scanId, { isDouble: true })
  })

  useEffect(() => {
    const load = async () => {
      if (!navigator.onLine) return
      const answer = await rpc.market.keys().catch(() => null)
      setReached(answer !== null)
      if (!answer) return
      const fresh: KeptList = { ...answer, receivedAt: Date.now() }
      keepList(fresh)
      setList(fresh)
    }
    void load()
    const timer = setInterval(() => void load(), refreshEveryMs)
    window.addEventListener('online', load)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', load)
    }
  }, [])

  const remember = (change: (now: Scanned[]) => Scanned[]) =>
    setRecent(now => {
      const next = change(now).slice(0, recentCount)
      keepOwn('door-recent', next)
      return next
    })
  const show = (scanId: string, change: Partial<Scanned>) =>
    remember(now => now.map(scan => (scan.scanId === scanId ? { ...scan, ...change } : scan)))

  // One after the other: a hand-held reader is quicker than a slow network, and nobody who paid may be lost.
  const decide = (work: () => Promise<Scanned>): Promise<Scanned> => {
    pending.current += 1
    const mine = turn.current
      .then(work)
      .then(scanned => {
        remember(now => [scanned, ...now])
        return scanned
      })
      .finally(() => {
        pending.current -= 1
      })
    turn.current = mine.catch(() => undefined)
    return mine
  }

  const newScan = () => ({
    scanId: crypto.randomUUID(),
    deviceId: deviceId(),
    scannedAt: new Date(serverNow(list)).toISOString(),
  })

  /** Handles one code, after those that came before it. */
  const scan = (code: string) =>
    decide(async () => {
      const input = { ...newScan(), code: code.slice(0, 4_000) }
      const at = Date.parse(input.scannedAt)
      const answer = await ask(signal => rpc.market.admit(input, { signal }))
      setReached(answer !== 'unreachable')
      if (answer !== 'unreachable') {
        // The next look at this ticket may happen without the server.
        const ticket = splitCode(code)?.ticket
        if (answer.outcome === 'admitted' && ticket) addEntry(ticket.personId, at)
        return shown(answer, at, false)
      }
      const verdict = await judgeOffline(code, await openList(list), verifierOf(list), entriesSince(at), at)
      const wasAdmitted = verdict.outcome === 'admitted'
      queue.add({ kind: 'admit', input: { ...input, isOffline: true, wasAdmitted } })
      if (wasAdmitted && verdict.ticket) addEntry(verdict.ticket.personId, at)
      return shown({ scanId: input.scanId, ...verdict }, at, true)
    })

  /** A guest who paid at the door. */
  const admitGuest = (name: string) =>
    decide(async () => {
      const input = { ...newScan(), name }
      const at = Date.parse(input.scannedAt)
      const answer = await ask(signal => rpc.market.admitGuest(input, { signal }))
      if (answer !== 'unreachable') return shown(answer, at, false)
      queue.add({ kind: 'guest', input: { ...input, isOffline: true } })
      const pricePence = list?.guestEntryPence ?? 0
      return shown(
        {
          scanId: input.scanId,
          outcome: 'admitted',
          message: 'Checked in',
          name: name || null,
          ticketType: 'guest',
          pricePence,
        },
        at,
        true,
      )
    })

  const listAgeMs = list ? serverNow(list) - list.generatedAt : null
  return {
    scan,
    admitGuest,
    isBusy: () => pending.current > 0,
    recent,
    /** Whether the server answered last time; a network may be there without a way to it. */
    isReached,
    waiting: queue.waiting.length,
    guestEntryPence: list?.guestEntryPence ?? null,
    /** In milliseconds; null while there is no list. */
    listAgeMs,
    isListOld: listAgeMs === null || listAgeMs > listWarnsAfterMs,
    listMadeAt: list && new Date(list.generatedAt),
  }
}

/** An answer in time; `unreachable` when there was none. Any other failure is one of the ticket (MKA-18). */
async function ask(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | 'unreachable'> {
  if (!navigator.onLine) return 'unreachable'
  try {
    return await call(AbortSignal.timeout(patienceMs))
  } catch (error) {
    const { name, status } = error as { name?: string; status?: number }
    if (name === 'TimeoutError' || name === 'AbortError' || describeProblem(error).isUnreachable) return 'unreachable'
    if (status === 502 || status === 504) return 'unreachable'
    const says = (error as { code?: string }).code === 'NO_MARKET' ? messages.noMarket : messages.failed
    return { ...nobody, scanId: crypto.randomUUID(), message: says }
  }
}

const nobody: Omit<Answer, 'scanId' | 'message'> = {
  outcome: 'refused',
  name: null,
  ticketType: null,
  ticketCode: null,
  pricePence: 0,
  checkInCount: 0,
  lastEntryAt: null,
  isDouble: false,
}

function shown(
  answer: Pick<Answer, 'scanId'> &
    Pick<OfflineVerdict, 'outcome' | 'message' | 'name' | 'pricePence'> & {
      ticketType: Scanned['ticketType']
      isDouble?: boolean
    },
  at: number,
  isOffline: boolean,
): Scanned {
  const { scanId, outcome, message, name, ticketType, pricePence, isDouble = false } = answer
  return { scanId, at, outcome, message, name, ticketType, pricePence, isOffline, isDouble }
}

const dayMs = 24 * 3_600_000
const entriesSince = (now: number) =>
  (readOwn<{ personId: string; at: number }[]>('door-entries') ?? []).filter(({ at }) => now - at < dayMs)
const addEntry = (personId: string, at: number) => keepOwn('door-entries', [...entriesSince(at), { personId, at }])

function deviceId(): string {
  const key = 'exchange.device'
  const known = localStorage.getItem(key)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(key, made)
  return made
}
