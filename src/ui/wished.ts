import { useState } from 'react'

/**
 * What somebody chose, from the press until the server says the same: between its answer and the next reading nothing flips back.
 * `giveUp` shows what is stored again, for a choice that failed.
 */
export function useWished<T extends string | number | boolean | null>(stored: T) {
  const [wished, setWished] = useState<{ value: T } | null>(null)
  if (wished?.value === stored) setWished(null)
  return {
    shown: wished ? wished.value : stored,
    wish: (value: T) => setWished({ value }),
    giveUp: () => setWished(null),
  }
}
