import { describeProblem } from '#ui/plain/problem.ts'
import type { PassRules, Picked } from '../../passes/rules.ts'
import { houseRefusals, type Refusal, refuse } from '../../refusals/rules.ts'
import type { Answer } from '../rules.ts'
import type { Scanned } from './use-scanner.ts'

/** A server that does not answer in time is as good as none: people are waiting. */
const patienceMs = 4_000

/** What the server says of a code; `unreachable` when it said nothing. Any other failure is one of the pass (MKA-18). */
export async function ask(
  { refusals }: PassRules,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | 'unreachable'> {
  try {
    return await reach(call)
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    const told: Refusal = code === 'CLOSED' && message ? { code, message } : refuse(refusals, 'FAILED')
    return { ...nobody, scanId: crypto.randomUUID(), outcome: 'refused', code: told.code, message: told.message }
  }
}

/** What an entry counts by; unknown where the pass is made only now. */
export const keyOf = (pass: PassRules, { passId, personId }: Picked) =>
  pass.isPerPerson && personId !== null ? personId : (passId ?? undefined)

/** An answer in time; `unreachable` when there was none, whatever the browser believes of its network. Rejects with a refusal. */
export async function reach<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T | 'unreachable'> {
  if (!navigator.onLine) return 'unreachable'
  try {
    return await call(AbortSignal.timeout(patienceMs))
  } catch (error) {
    const { name, status } = error as { name?: string; status?: number }
    if (name === 'TimeoutError' || name === 'AbortError' || describeProblem(error).isUnreachable) return 'unreachable'
    if (status === 502 || status === 504) return 'unreachable'
    throw error
  }
}

export const nobody: Omit<Answer, 'scanId' | 'outcome' | 'code' | 'message'> = {
  personId: null,
  name: null,
  ticketType: null,
  ticketCode: null,
  pricePence: 0,
  checkInCount: 0,
  lastEntryAt: null,
  isDouble: false,
  usesLeft: null,
  note: null,
  people: 1,
  elsewhere: null,
}

export const full = (scanId: string, at: number): Scanned => ({
  ...shown({ ...nobody, scanId, outcome: 'refused', ...refuse(houseRefusals, 'DEVICE_FULL') }, at, true),
  isUnchecked: true,
})

export function shown(answer: Answer, at: number, isOffline: boolean): Scanned {
  const { ticketCode: _, checkInCount: __, ...scanned } = answer
  return { ...scanned, at, isOffline }
}

/** A scan as the server has it. It had decided before its answer was lost, or knows what this device could not: that stands. */
export function settled(scan: Scanned, answer: Answer): Scanned {
  const { outcome, code, message, name, personId, ticketType, note, isDouble, elsewhere } = answer
  if (outcome === scan.outcome && !scan.isUnchecked) return isDouble ? { ...scan, isDouble } : scan
  const wasGood = outcome === 'refused' && code === 'NOT_KNOWN_HERE'
  const said = { outcome, code, message, name, personId, ticketType, note, isDouble, elsewhere }
  return { ...scan, ...said, isUnchecked: false, wasGood }
}
