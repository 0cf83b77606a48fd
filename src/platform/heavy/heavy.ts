import { AsyncLocalStorage } from 'node:async_hooks'
import type { Piscina } from 'piscina'
import { refusal } from '#platform/rpc/errors.ts'
import { formatCount } from '#platform/words.ts'
import type * as thread from './thread.ts'

/** How much of one kind of heavy work this process does. */
interface Budget {
  /** Pieces of work under way at once. */
  places: number
  /** Pieces in line behind them. */
  line: number
  /** Pieces of one person, or of one address that has not signed in, under way and in line together. */
  share: number
  /** Seconds after which somebody who was refused may well be served. */
  seconds: number
}

/**
 * Everything that takes a processor for long. On two processors, two threads of each kind leave the event loop its turn;
 * a sign-in takes some 40 ms of a thread, a picture up to some seconds (docs/adr/0011).
 */
const budgets = {
  password: { places: 2, line: 100, share: 20, seconds: 2 },
  strength: { places: 1, line: 50, share: 5, seconds: 2 },
  picture: { places: 2, line: 20, share: 6, seconds: 5 },
  // Drawn for anybody who asks for an address: with a thread of its own, no stranger holds up what a member uploads.
  preview: { places: 1, line: 8, share: 3, seconds: 3 },
  paper: { places: 1, line: 20, share: 4, seconds: 2 },
  export: { places: 2, line: 10, share: 2, seconds: 10 },
} as const satisfies Record<string, Budget>

export type HeavyKind = keyof typeof budgets

/** The functions of thread.ts, each run in a thread. */
type Threads = {
  [Name in keyof typeof thread]: (
    input: Parameters<(typeof thread)[Name]>[0],
  ) => Promise<Awaited<ReturnType<(typeof thread)[Name]>>>
}

/**
 * Does heavy work within its budget: own threads, so many at once, a line with an end, a share for each `person` (their
 * id; an address for those who have not signed in; null is the house itself, which waits but is never refused). One
 * person's work never takes every place while another's waits. Refuses with BUSY (429) and when to come again.
 *
 * `work` gets the threads; what is heavy without needing one, as an export that mostly reads, may do without.
 */
export async function heavy<T>(
  kind: HeavyKind,
  person: string | null,
  work: (threads: Threads) => Promise<T>,
): Promise<T> {
  await enter(kind, person)
  try {
    return await work(threads)
  } finally {
    leave(kind, person)
  }
}

/** Who is asking, for what is called through a library that hands nobody on: the address of the request under way. */
const asking = new AsyncLocalStorage<string>()
export const askedBy = <T>(address: string, serve: () => T): T => asking.run(address, serve)
export const whoAsks = (): string | null => asking.getStore() ?? null

interface Waiting {
  person: string | null
  go(): void
}

interface Queue {
  /** Work under way, by person. */
  at: Map<string | null, number>
  line: Waiting[]
}

// Of this process: the threads are what is scarce, and they are its own.
const queues = new Map<HeavyKind, Queue>()

async function enter(kind: HeavyKind, person: string | null): Promise<void> {
  const { line: most, share, seconds } = budgets[kind]
  const queue = queueOf(kind)
  if (mayGo(kind, queue, person)) return begin(queue, person)
  if (person !== null) {
    const own = (queue.at.get(person) ?? 0) + queue.line.filter(waiting => waiting.person === person).length
    const wait = `Please try again in ${formatCount(seconds, 'second')}.`
    const refuse = (why: string) => refusal('BUSY', `${why} ${wait}`, { status: 429, retryAfterSeconds: seconds })
    if (own >= share) throw refuse('You have asked for several of these at once.')
    if (queue.line.length >= most) throw refuse('Many people are asking for this right now.')
  }
  await new Promise<void>(go => queue.line.push({ person, go }))
}

function leave(kind: HeavyKind, person: string | null): void {
  const queue = queueOf(kind)
  const left = (queue.at.get(person) ?? 1) - 1
  if (left > 0) queue.at.set(person, left)
  else queue.at.delete(person)
  // First come, first served, but for those who have work under way while others have none.
  const others = queue.line.findIndex(waiting => !queue.at.has(waiting.person))
  const first = others < 0 ? queue.line.findIndex(waiting => mayGo(kind, queue, waiting.person)) : others
  const [next] = first < 0 ? [] : queue.line.splice(first, 1)
  if (!next) return
  begin(queue, next.person)
  next.go()
}

/** The last place is for whoever has none yet, unless there is only one. */
function mayGo(kind: HeavyKind, queue: Queue, person: string | null): boolean {
  const { places } = budgets[kind]
  const taken = [...queue.at.values()].reduce((sum, count) => sum + count, 0)
  return taken < places && (person === null || places === 1 || taken < places - 1 || !queue.at.has(person))
}

function begin(queue: Queue, person: string | null): void {
  queue.at.set(person, (queue.at.get(person) ?? 0) + 1)
}

function queueOf(kind: HeavyKind): Queue {
  const found = queues.get(kind) ?? { at: new Map(), line: [] }
  queues.set(kind, found)
  return found
}

const idleMs = 20_000
/** The threads of each pool, and what they do. */
const pools = {
  passwords: { maxThreads: 2, does: ['hash', 'verify', 'isCommon'] },
  pictures: { maxThreads: 2, does: ['picture', 'measure', 'fitted', 'sizes', 'paper'] },
  previews: { maxThreads: 1, does: ['card'] },
} as const satisfies Record<string, { maxThreads: number; does: (keyof typeof thread)[] }>
type Pool = keyof typeof pools

// Threads share no memory: none is started before there is work, and all of them end when there is none for a while.
const opened = new Map<Pool, Promise<Piscina>>()
function openPool(name: Pool): Promise<Piscina> {
  const found =
    opened.get(name) ??
    import('piscina').then(
      ({ Piscina }) =>
        new Piscina({
          // Beside this file as it is written, and beside the built server.
          filename: new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url).href,
          minThreads: 0,
          maxThreads: pools[name].maxThreads,
          idleTimeout: idleMs,
          // Only what thread.ts needs: nothing of the program's own flags, no secret of its environment.
          execArgv: [],
          env: {},
        }),
    )
  opened.set(name, found)
  return found
}

const threads = Object.fromEntries(
  (Object.keys(pools) as Pool[]).flatMap(pool =>
    pools[pool].does.map(name => [name, async (input: unknown) => (await openPool(pool)).run(input, { name })]),
  ),
) as unknown as Threads
