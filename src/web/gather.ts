/** Refreshes at most this often, however many events there are. */
const restMs = 1_000
/** What everyone hears is spread, so that one change does not make every open browser ask in the same instant. */
const spreadMs = 2_000
/** A refresh that takes longer is no longer waited for. */
const longestMs = 10_000

/**
 * Gathers what events say has changed and hands it to `refresh` in one: `null` when anything may have. News of one person
 * or role come at once unless there was a refresh within the last second; news for everyone within two seconds. The next
 * waits for the one under way, which it would cut off: where news come faster than answers nothing would ever be read.
 */
export function gatherNews(refresh: (topics: Set<string> | null) => Promise<unknown>) {
  let topics: Set<string> | null = new Set()
  let lastAt = 0
  let dueAt = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isLate = false

  const flush = () => {
    isLate = isReading
    if (isReading) return
    const gathered = topics
    topics = new Set()
    lastAt = Date.now()
    dueAt = Number.POSITIVE_INFINITY
    isReading = true
    const isOver = new Promise(resolve => setTimeout(resolve, longestMs))
    void Promise.race([refresh(gathered), isOver]).finally(goOn)
  }
  const goOn = () => {
    isReading = false
    if (isLate) flush()
  }
  return {
    /** Adds a topic; without one anything may have changed. */
    add(topic?: string) {
      if (topic === undefined) topics = null
      else topics?.add(topic)
      const wishedAt = Date.now() + (topic === undefined ? 0 : Math.random() * spreadMs)
      const at = Math.max(wishedAt, lastAt + restMs)
      if (at >= dueAt) return
      clearTimeout(timer)
      dueAt = at
      timer = setTimeout(flush, at - Date.now())
    },
    stop: () => {
      clearTimeout(timer)
      isLate = false
    },
  }
}
