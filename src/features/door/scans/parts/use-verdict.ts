import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTypedCode, typedCharacters } from '../../passes/rules.ts'
import { sameCodeMs } from '../rules.ts'
import { type ShownCode, takeHanded } from './hand-over.ts'
import { lookOf, signal } from './looks.ts'
import type { Scanned, Scanner, Shown } from './use-scanner.ts'

/**
 * What the last scan at this screen came to, told to the eye, the hand and the ear, and kept for as long as it is the last one.
 * `onTold`: another one is there.
 */
export function useVerdict(kind: string, scanner: Scanner, hasSound: boolean, onTold: () => void) {
  const [told, setTold] = useState<Scanned>()
  const [early, setEarly] = useState<Scanned>()
  const [echoes, setEchoes] = useState(0)
  const checked = useRef({ code: '', at: 0, isGood: false })
  const foreign = useRef<(ShownCode & { scanId: string }) | null>(null)

  const tell = (scanned: Scanned) => {
    setTold(scanned)
    setEchoes(0)
    signal(lookOf(scanned), hasSound)
    onTold()
  }
  const judge = async (what: Shown) => {
    let said: Scanned | null = null
    const scanned = await scanner.scan(what, early => {
      said = early
      setEarly(early)
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
    // A slip of the hand, or a reader that read it twice: no second scan, and the verdict is there once more.
    if (before.isGood && same === before.code && Date.now() - before.at < sameCodeMs) return setEchoes(n => n + 1)
    const mine = { code: same, at: Date.now(), isGood: true }
    checked.current = mine
    const scanned = await judge({ code, isByHand })
    Object.assign(mine, { at: Date.now(), isGood: scanned.outcome === 'admitted' })
    if (scanned.elsewhere) foreign.current = { scanId: scanned.scanId, code, isByHand }
  }
  const takeOver = useEffectEvent(() => {
    const handed = takeHanded(kind)
    if (handed) void check(handed.code, handed.isByHand)
  })
  useEffect(() => takeOver(), [])

  return {
    /** As it stands now: it may have been taken back, or answered by the server, since. */
    last: early ?? (told && (scanner.recent.find(({ scanId }) => scanId === told.scanId) ?? told)),
    /** How often the same code was shown again since. */
    echoes,
    check,
    judge,
    tell,
    /** The code of a scan that another scanner checks. */
    foreignCode: (scanId: string) => (foreign.current?.scanId === scanId ? foreign.current : null),
    /** Whose entry was taken back is let in by the next press, however soon. */
    forget: () => {
      checked.current = { code: '', at: 0, isGood: false }
    },
  }
}
