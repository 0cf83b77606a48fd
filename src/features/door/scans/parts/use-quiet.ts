import { type RefObject, useEffect, useState } from 'react'
import type { Scanned } from './use-scanner.ts'

/** So long a decision is read; one that lets in has something to do on it. */
const readMs = { admitted: 12_000, refused: 8_000 }
const againMs = 1_000

/**
 * Whether the last decision has made room for the next code, which it does by itself after some seconds; not while a pointer or
 * the focus is on a button of it. `turn`: what happened to it since, with which it is there anew. `hush`: at once.
 */
export function useQuiet(last: Scanned | undefined, turn: string, place: RefObject<HTMLElement | null>) {
  const [quiet, setQuiet] = useState('')
  const shown = last ? `${last.scanId} ${last.outcome} ${last.isTakenBack ?? false} ${turn}` : ''
  const outcome = last?.outcome
  // What waits on a button is not over before it was pressed.
  const isOffered = last?.elsewhere != null
  useEffect(() => {
    if (!outcome || isOffered) return
    let timer = setTimeout(look, readMs[outcome])
    function look() {
      // Where it fills the screen a pointer always lies on it: on what can be pressed it means something.
      const canHover = matchMedia('(hover: hover)').matches
      const isInUse =
        place.current?.matches(':focus-within') || (canHover && place.current?.querySelector('button:hover') !== null)
      if (isInUse) timer = setTimeout(look, againMs)
      else setQuiet(shown)
    }
    return () => clearTimeout(timer)
  }, [shown, outcome, isOffered, place])
  return { isQuiet: shown !== '' && quiet === shown, hush: () => setQuiet(shown) }
}
