import { useEffect, useRef, useState } from 'react'
import { rpc } from '#web/client.ts'
import { type ByName, isTypedCode, looksTyped, type PassRules, type Picked, splitCode } from '../../passes/rules.ts'
import { mostFound } from '../../presence/inputs.ts'
import { cameIn, cameNot, cameSent, keepInside } from '../../presence/parts/kept-inside.ts'
import { houseRefusals, isDoubtful } from '../../refusals/rules.ts'
import {
  type Answer,
  admittedWords,
  type DoorList,
  entryKey,
  judgeOffline,
  judgePicked,
  keptCodeLength,
  listWarnsAfterMs,
  whyNoWalkInOffline,
} from '../rules.ts'
import { ask, full, keyOf, nobody, reach, settled, shown } from './answers.ts'
import { findHere } from './by-name.ts'
import { type KeptList, keepList, openList, readList, serverNow, verifierOf } from './door-list.ts'
import { addEntry, deviceId, entriesSince, keepRecent, readRecent, removeEntry } from './own-scans.ts'
import { addSent, endOf, forgetSent, readSent, useScanQueue, type WaitingScan, waitingOf } from './scan-queue.ts'

/** A scan as the screen shows it. */
export interface Scanned
  extends Pick<
    Answer,
    | 'scanId'
    | 'outcome'
    | 'code'
    | 'message'
    | 'personId'
    | 'name'
    | 'ticketType'
    | 'pricePence'
    | 'isDouble'
    | 'usesLeft'
    | 'note'
    | 'lastEntryAt'
    | 'people'
    | 'elsewhere'
  > {
  at: number
  isOffline: boolean
  /** The letters that were typed, of a code that is nobody's or was not checked. */
  typed?: string
  /** Nobody looked at it: this device could not have kept it, or does not know enough to tell. */
  isUnchecked?: boolean
  /** What nobody looked at lies on this device until somebody can. */
  isKept?: boolean
  /** It was good, as the server said later; nobody was let in by it. */
  wasGood?: boolean
  /** Let in by mistake. */
  isTakenBack?: boolean
  /** Decided here while the server is still asked; it may say otherwise. */
  isEarly?: boolean
  /** What the entry counts by on this device. */
  key?: string | undefined
  /** Decided here alone, and the server would not take it. */
  isLost?: boolean
}

const recentCount = 5
const refreshEveryMs = 60_000
const againMs = 3_000
/** So long the server alone is waited for; then the device says what it thinks, and is corrected. */
const soonMs = 200

/** What is shown at the door: a code, or somebody who was found by name. */
export type Shown = { code: string; isByHand: boolean } | { picked: Picked }

export type Scanner = ReturnType<typeof useScanner>

/**
 * Everything a scanner for this kind of pass does: decides with the server or, without it, alone; keeps, sends later, and
 * remembers (decision 36).
 */
export function useScanner(pass: PassRules) {
  const [list, setList] = useState(() => readList(pass))
  const [recent, setRecent] = useState(() => readRecent(pass))
  const [isReached, setReached] = useState(true)
  const [notKnown, setNotKnown] = useState(() => unknownBeside(list))
  const [day, setDay] = useState<DoorList | null>(null)
  const [, setLooked] = useState(0)
  const [sent, setSent] = useState(readSent)
  const pending = useRef(0)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const queue = useScanQueue({
    onSent: ({ as, input }, answer) => {
      setSent(addSent(endOf(as, answer)))
      if (!answer) return
      cameSent(answer.scanId, serverNow(list))
      // A device serves several kinds: what it shows of another one is kept until that is looked at.
      const settle = (scan: Scanned) => (scan.scanId === answer.scanId ? settled(scan, answer) : scan)
      if (input.kind === pass.name) remember(now => now.map(settle))
      else keepRecent({ name: input.kind }, readRecent({ name: input.kind }).map(settle))
    },
    onDropped: ({ as, input }) => {
      if (as !== 'takeBack') cameNot(input.scanId)
      show(input.scanId, as === 'takeBack' ? { isTakenBack: false } : { isLost: true })
    },
  })

  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const load = async () => {
      // What is said of the list's age is as old as the last look, and what was sent is said for some minutes.
      setLooked(Date.now())
      setSent(readSent())
      if (!navigator.onLine) return
      const answer = await rpc.door.list({ kind: pass.name }).catch(() => null)
      setReached(answer !== null)
      // A network that has just come may not lead anywhere yet.
      if (!answer) {
        clearTimeout(again)
        again = isLeft ? undefined : setTimeout(() => void load(), againMs)
        return
      }
      const fresh: KeptList = { ...answer, receivedAt: Date.now() }
      keepList(pass, fresh)
      setList(fresh)
      const inside = await rpc.door.inside().catch(() => null)
      if (inside) keepInside(inside)
      // One device serves whatever is on: what it was not opened for it knows as well should the network go.
      for (const other of answer.others) {
        const beside = await rpc.door.list({ kind: other.name }).catch(() => null)
        if (beside) keepList(other, { ...beside, receivedAt: Date.now() })
      }
      setNotKnown(unknownBeside(fresh))
    }
    void load()
    const timer = setInterval(() => void load(), refreshEveryMs)
    window.addEventListener('online', load)
    return () => {
      isLeft = true
      clearTimeout(again)
      clearInterval(timer)
      window.removeEventListener('online', load)
    }
  }, [pass])

  useEffect(() => {
    void openList(pass, list).then(setDay)
  }, [pass, list])

  const remember = (change: (now: Scanned[]) => Scanned[]) =>
    setRecent(now => {
      const next = change(now).slice(0, recentCount)
      keepRecent(pass, next)
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

  const add = (scan: WaitingScan) => {
    if (queue.waiting.length === 0) setSent(forgetSent())
    return queue.add(scan)
  }

  /** Whoever was let in counts as inside on this device before the server says so. */
  const came = (scanned: Scanned): Scanned => {
    const { scanId, outcome, name, at, ticketType, message, isOffline, people } = scanned
    const isAgain = message === admittedWords(false)
    const who = { scanId, name, at, isMember: ticketType === 'member', companions: people - 1, isAgain }
    if (outcome === 'admitted') cameIn({ ...who, sentAt: isOffline ? null : serverNow(list) })
    return scanned
  }

  const newScan = () => ({
    kind: pass.name,
    scanId: crypto.randomUUID(),
    deviceId: deviceId(),
    scannedAt: new Date(serverNow(list)).toISOString(),
  })

  /**
   * Handles one code or person, after those that came before. When the server takes its time, `early` is told what this device
   * makes of it meanwhile; what is returned stands.
   */
  const scan = (what: Shown, early: (scanned: Scanned) => void) =>
    decide(async () => {
      const { code, isByHand } = 'code' in what ? { ...what, code: what.code.slice(0, 4_000) } : seen
      const input = { ...newScan(), ...('picked' in what ? { picked: what.picked } : { code, isByHand }) }
      const { scanId } = input
      const at = Date.parse(input.scannedAt)
      const judge = async () => {
        const opened = await openList(pass, list)
        const knowsKey = (keyId: string) => list?.keys.some(({ id }) => id === keyId) ?? false
        const known = { pass, list: opened, verify: verifierOf(list), knowsKey, others: list?.others ?? [] }
        const entries = entriesSince(at)
        return 'picked' in what
          ? judgePicked(what.picked, known, entries, at)
          : await judgeOffline(code, known, entries, at, isByHand)
      }
      const asking = ask(pass, signal => rpc.door.admit(input, { signal }))
      let own: Awaited<ReturnType<typeof judge>> | null = null
      if ((await Promise.race([asking, pause(soonMs)])) === 'late') {
        own = await judge()
        const { claims, isUnchecked, ...verdict } = own
        const known = { ...nobody, scanId, personId: claims?.personId ?? null, ...verdict }
        if (!isUnchecked) early({ ...shown(known, at, false), isEarly: true })
      }
      const answer = await asking
      setReached(answer !== 'unreachable')
      if (answer !== 'unreachable') {
        // The next look at this pass may happen without the server.
        const claims = 'picked' in what ? what.picked : splitCode(code)?.claims
        const key = claims && keyOf(pass, claims)
        if (answer.outcome === 'admitted' && key) addEntry({ key, at })
        return came({ ...shown(answer, at, false), ...typedIn(what, answer.code), key })
      }
      const { claims, isUnchecked, ...verdict } = own ?? (await judge())
      const said = shown({ ...nobody, scanId, personId: claims?.personId ?? null, ...verdict }, at, true)
      // Nothing happened that the server has to know.
      if (verdict.elsewhere) return said
      const wasAdmitted = verdict.outcome === 'admitted'
      const kept = 'code' in input ? { ...input, code: code.slice(0, keptCodeLength) } : input
      if (!add({ as: 'code', input: { ...kept, isOffline: true, wasAdmitted, isUnchecked } })) return full(scanId, at)
      const key = claims ? entryKey(pass, claims) : undefined
      if (wasAdmitted && key) addEntry({ key, at })
      return came({ ...said, ...typedIn(what, verdict.code), isUnchecked, isKept: true, key })
    })

  /** A guest who paid at the door. */
  const admitGuest = (name: string) =>
    decide(async () => {
      const input = { ...newScan(), name }
      const at = Date.parse(input.scannedAt)
      const answer = await ask(pass, signal => rpc.door.admitGuest(input, { signal }))
      if (answer !== 'unreachable') {
        setReached(true)
        return came(shown(answer, at, false))
      }
      setReached(false)
      const closed = whyNoWalkInOffline(await openList(pass, list), at)
      if (closed) {
        const { code, message } = closed
        return {
          ...shown({ ...nobody, scanId: input.scanId, outcome: 'refused', code, message }, at, true),
          isUnchecked: code !== null && isDoubtful(code),
        }
      }
      if (!add({ as: 'walkIn', input: { ...input, isOffline: true } })) return full(input.scanId, at)
      const guest = { name: name || null, ticketType: 'guest', pricePence: list?.walkInPence ?? 0 } as const
      const admitted = { outcome: 'admitted', code: null, message: admittedWords(true) } as const
      return came(shown({ ...nobody, scanId: input.scanId, ...admitted, ...guest }, at, true))
    })

  /** Takes an entry back that was a mistake; without the server once it is there. Rejects where it is too late. */
  const takeBack = async (scanId: string) => {
    const input = { kind: pass.name, scanId, takenBackAt: new Date(serverNow(list)).toISOString() }
    // Behind the walk-in that waits, else at once, and where nobody answers as well: it does no harm to ask twice.
    const isBehind = queue.isWaiting(scanId)
    const isSent = !isBehind && (await reach(signal => rpc.door.takeBack(input, { signal }))) !== 'unreachable'
    if (!isBehind) setReached(isSent)
    if (!isSent && !add({ as: 'takeBack', input: { ...input, isOffline: true } }))
      throw new Error(houseRefusals.DEVICE_FULL.says)
    const taken = recent.find(each => each.scanId === scanId)
    if (taken?.key) removeEntry({ key: taken.key, at: taken.at })
    cameNot(scanId)
    show(scanId, { isTakenBack: true })
  }

  /**
   * Whom this device knows by these letters, for when the server cannot be asked; null where it has no list to look in. Others
   * may come in as well: of members it knows only who opened a ticket for today, as it is to keep nobody else's name.
   */
  const findByName = async (q: string): Promise<ByName[] | null> => {
    const opened = await openList(pass, list)
    return opened && findHere(pass, opened, entriesSince(serverNow(list)), q, mostFound)
  }

  const listAgeMs = list ? serverNow(list) - list.generatedAt : null
  return {
    scan,
    admitGuest,
    takeBack,
    findHere: findByName,
    /** The server's time as this device knows it, in milliseconds. */
    now: () => serverNow(list),
    isBusy: () => pending.current > 0,
    recent,
    /** Another one after each decision. */
    turn: recent.map(({ scanId, isTakenBack }) => `${scanId}${isTakenBack ?? ''}`).join(),
    /** Whether the server answered last time; a network may be there without a way to it. */
    isReached,
    /** What has not arrived at the server: codes that nobody could check, and everything else. */
    waiting: waitingOf(queue.waiting),
    /** What became of what waited, said for some minutes after it was sent. */
    sent,
    walkInPence: list?.walkInPence ?? null,
    /** Why nobody is let in today, as the list says; null when people are, or where there is no list. */
    closed: day?.closed ?? null,
    /** How long after an entry the same pass lets in again; null where there is no list. */
    waitMinutes: day?.waitMinutes ?? null,
    isListOld: listAgeMs === null || listAgeMs > listWarnsAfterMs,
    listMadeAt: list && new Date(list.generatedAt),
    /** What else a door lets in and this device cannot check without a connection. */
    notKnown,
  }
}

/** Of what else a door lets in, what this device has no list of today. */
const unknownBeside = (list: KeptList | null) =>
  (list?.others ?? []).filter(other => readList(other) === null).map(({ title }) => title)

/** What a hand typed in vain, to be compared with what is on the paper. */
function typedIn(what: Shown, code: Scanned['code']): Pick<Scanned, 'typed'> {
  const isInVain = code === 'UNKNOWN_TYPED' || code === 'TYPED_OFFLINE'
  if (!isInVain || !('code' in what) || !looksTyped(what.code)) return {}
  const characters = what.code.trim().toUpperCase()
  return { typed: isTypedCode(characters) ? spaced(characters) : characters }
}

const spaced = (characters: string) => characters.replace(/[\s-]/g, '').replace(/^(.{4})/, '$1 ')

const seen = { code: '', isByHand: false }

const pause = (ms: number) => new Promise<'late'>(done => setTimeout(() => done('late'), ms))
