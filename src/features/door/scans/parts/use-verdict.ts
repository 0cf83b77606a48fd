import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTypedCode, typedCharacters } from '../../passes/rules.ts'
import { echoMs } from '../rules.ts'
import { type ShownCode, takeHanded } from './hand-over.ts'
import { lookOf, signal } from './looks.ts'
import type { Scanned, Scanner, Shown } from './use-scanner.ts'

/** A code that was shown here: until when the same one again is one hand, and which verdict is its own. */
interface Checked {
  code: string
  until: number
  /** Null while nothing is said of it. */
  scanId: string | null
}
const none: Checked = { code: '', until: 0, scanId: null }

/**
 * What the last scan at this screen came to, told to the eye, the hand and the ear, and kept for as long as it is the last one.
 * `onTold`: another one is there.
 */
export function useVerdict(kind: string, scanner: Scanner, hasSound: boolean, onTold: () => void) {
  const [told, setTold] = useState<Scanned>()
  const [early, setEarly] = useState<Scanned>()
  const [echoes, setEchoes] = useState(0)
  const [brought, setBrought] = useState<{ host: string; guest: Scanned }[]>([])
  const checked = useRef(none)
  const foreign = useRef<(ShownCode & { scanId: string }) | null>(null)

  /** As it stands now: it may have been taken back, or answered by the server, since. */
  const last = early ?? (told && (scanner.recent.find(({ scanId }) => scanId === told.scanId) ?? told))
  const tell = (scanned: Scanned) => {
    setTold(scanned)
    setEchoes(0)
    signal(lookOf(scanned), hasSound)
    onTold()
  }
  const judge = async (what: Shown, onEarly?: (scanId: string) => void) => {
    let said: Scanned | null = null
    const scanned = await scanner.scan(what, early => {
      said = early
      onEarly?.(early.scanId)
      setEarly(early)
      // Of another person: those of the one before are not theirs.
      setEchoes(0)
      signal(lookOf(early), hasSound)
    })
    setEarly(undefined)
    // What the hand and the ear know already is not told twice.
    if (said && lookOf(said) === lookOf(scanned)) setTold(scanned)
    else tell(scanned)
    return scanned
  }
  const check = async (code: string, isByHand: boolean) => {
    const same = isTypedCode(code) ? typedCharacters(code) : code.trim()
    const { current: before } = checked
    // A slip of the hand, or a reader that read it twice: no second scan, and its verdict, where it is the last, stays or is there
    // once more. Any later the server is asked: it may be somebody else, with a copy of it.
    if (same === before.code && Date.now() < before.until) {
      if (before.scanId !== null && before.scanId === last?.scanId) setEchoes(n => n + 1)
      return
    }
    // However long the answer takes.
    const mine: Checked = { code: same, until: Number.POSITIVE_INFINITY, scanId: null }
    checked.current = mine
    const scanned = await judge({ code, isByHand }, scanId => {
      mine.scanId = scanId
    }).finally(() => {
      mine.until = 0
    })
    mine.scanId = scanned.scanId
    // Where nothing was decided the next press asks once more.
    if (!scanned.isUnchecked && scanned.code !== 'FAILED') mine.until = Date.now() + echoMs
    if (scanned.elsewhere) foreign.current = { scanId: scanned.scanId, code, isByHand }
  }
  const takeOver = useEffectEvent(() => {
    const handed = takeHanded(kind)
    if (handed) void check(handed.code, handed.isByHand)
  })
  useEffect(() => takeOver(), [])

  return {
    last,
    /** Whom the last person brought, for as long as they are the last, whether their verdict is in sight or not. */
    guests: brought.flatMap(({ host, guest }) => (host === last?.scanId ? [guest] : [])),
    addGuest: (host: string, guest: Scanned) => setBrought(now => [...now, { host, guest }]),
    dropGuest: (scanId: string) => setBrought(now => now.filter(({ guest }) => guest.scanId !== scanId)),
    /** How often the same hand showed the code again since. */
    echoes,
    check,
    judge: (what: Shown) => judge(what),
    tell,
    /** The code of a scan that another scanner checks. */
    foreignCode: (scanId: string) => (foreign.current?.scanId === scanId ? foreign.current : null),
    /** Whose entry was taken back is let in by the next press, however soon. */
    forget: () => {
      checked.current = none
    },
  }
}
