/** How many webhooks one process has under way. */
const deliveriesAtOnce = 8
/** How long a webhook of another process may go unnoticed. */
const lookEveryMs = 400
const graceMs = 2_000

interface Work {
  /** Before anything else, e.g. the schema. */
  prepare(): Promise<void>
  /** Claims up to `free` webhooks and posts them; returns what is under way. */
  deliverDue(free: number, giveUp: AbortSignal): Promise<Promise<void>[]>
  /** What else goes on until it is stopped. */
  beside?(stop: AbortSignal): Promise<void>
}

/** What a simulator does by itself, from its start to its stop: it delivers webhooks. */
export function running({ prepare, deliverDue, beside }: Work) {
  let ring = () => {}
  let stopping: AbortController | null = null
  let loops: Promise<unknown> = Promise.resolve()

  /** Resolves when something may be waiting: when told, at the latest after a while, since another process may have queued it. */
  const heard = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, lookEveryMs).unref()
    ring = () => {
      clearTimeout(timer)
      resolve()
    }
    return promise
  }

  async function deliver(stop: AbortSignal): Promise<void> {
    const underWay = new Set<Promise<void>>()
    const giveUp = new AbortController()
    while (!stop.aborted) {
      const next = heard()
      // Without the database there is nothing to deliver and nobody to tell: look again at the next beat.
      const started = await deliverDue(deliveriesAtOnce - underWay.size, giveUp.signal).catch(() => [])
      for (const delivery of started) {
        const settled: Promise<void> = delivery
          .catch(() => {}) // its lease runs out, and it is delivered again
          .finally(() => {
            underWay.delete(settled)
            ring()
          })
        underWay.add(settled)
      }
      if (started.length === 0) await next
    }
    const grace = setTimeout(() => giveUp.abort(), graceMs)
    await Promise.all(underWay)
    clearTimeout(grace)
  }

  return {
    /** Tells that a webhook may be waiting. */
    wake: () => ring(),

    /** Creates the schema and begins to deliver webhooks. */
    async start(): Promise<void> {
      if (stopping) return
      await prepare()
      stopping = new AbortController()
      loops = Promise.all([deliver(stopping.signal), beside?.(stopping.signal)])
    },

    /** Stops delivering. A webhook under way has two seconds to be answered, else it is sent again after the next start. */
    async stop(): Promise<void> {
      stopping?.abort()
      ring()
      await loops
      stopping = null
    },
  }
}
