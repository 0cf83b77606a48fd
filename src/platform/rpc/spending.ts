import type { Runtime } from '#platform/runtime.ts'

/** The guard of what people spend, see `Runtime.oneAtATime`. */
export function oneAtATime(): Runtime['oneAtATime'] {
  const last = new Map<string, Promise<unknown>>()
  return (userId, work) => {
    const before = last.get(userId) ?? Promise.resolve()
    const mine = before.then(() => work(true))
    const settled = mine.then(
      () => {},
      () => {},
    )
    last.set(userId, settled)
    void settled.then(() => {
      if (last.get(userId) === settled) last.delete(userId)
    })
    return mine
  }
}
