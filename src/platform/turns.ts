/**
 * Makes a queue: at most `places` calls at once in this process, the others in line, first come first served. Calls for the
 * same key that is under way share one answer. When a call fails and `isForAll` of it, everybody in line fails with it at
 * once: they need not find out one after another.
 */
export function turns(places: number, isForAll: (error: unknown) => boolean) {
  const underWay = new Map<string, Promise<unknown>>()
  const line: { go(): void; fail(error: unknown): void }[] = []
  let free = places

  async function take<T>(call: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else await new Promise<void>((go, fail) => line.push({ go, fail }))
    try {
      return await call()
    } catch (error) {
      if (isForAll(error)) for (const { fail } of line.splice(0)) fail(error)
      throw error
    } finally {
      const next = line.shift()
      if (next) next.go()
      else free++
    }
  }

  return <T>(key: string, call: () => Promise<T>): Promise<T> => {
    const known = underWay.get(key)
    if (known) return known as Promise<T>
    const answer = take(call).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}
