/** A code as it was shown. */
export interface ShownCode {
  code: string
  isByHand: boolean
}

// In no address and on no device: it is a code, and gone once its own scanner took it.
let handed: (ShownCode & { kind: string }) | null = null

/** Hands a code to the scanner of its own kind, which opens next and checks it at once. */
export function handOver(kind: string, shown: ShownCode): void {
  handed = { kind, ...shown }
}

/** What was handed to the scanner of this kind; null: nothing. */
export function takeHanded(kind: string): ShownCode | null {
  if (handed?.kind !== kind) return null
  const taken = handed
  handed = null
  return taken
}
