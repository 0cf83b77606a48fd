/** A code as it was shown. */
export interface ShownCode {
  code: string
  isByHand: boolean
}

/** The other scanner opens at once, or it is no longer the same person who stands there. */
const handedMs = 10_000

// In no address and on no device: it is a code, and gone once its own scanner took it.
let handed: (ShownCode & { kind: string; at: number }) | null = null

/** Hands a code to the scanner of its own kind, which opens next and checks it at once. */
export function handOver(kind: string, shown: ShownCode): void {
  handed = { kind, at: Date.now(), ...shown }
}

/** What was handed to the scanner of this kind a moment ago; null: nothing. */
export function takeHanded(kind: string): ShownCode | null {
  if (handed?.kind !== kind) return null
  const taken = handed
  handed = null
  return Date.now() - taken.at < handedMs ? taken : null
}
