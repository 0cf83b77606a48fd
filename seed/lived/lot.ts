import { typedAlphabet } from '#features/door/passes/rules.ts'

/** Draws by lot that come out the same for everybody who starts with the same number. */
export interface Lots {
  /** From 0 up to, not including, 1. */
  next(): number
  chance(probability: number): boolean
  below(end: number): number
  between(first: number, last: number): number
  pick<T>(from: readonly T[]): T
  /** Letters and digits, as the payment provider and the venue make ids of; of eight the door takes each as a typed code. */
  text(length: number): string
}

/** mulberry32: short, and good enough to scatter a demonstration. */
export function lots(seed: number): Lots {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: probability => next() < probability,
    between: (first, last) => first + below(last - first + 1),
    pick: from => from[below(from.length)]!,
    text: length => Array.from({ length }, () => typedAlphabet[below(typedAlphabet.length)]).join(''),
  }
}
