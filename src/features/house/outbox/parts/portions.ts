import { mostAtOnce } from '../inputs.ts'

type Sending = { context: { idempotencyKey: string } }
interface Resent<Mail> {
  queued: number
  refused: Mail[]
}

/**
 * Sends as many as there are, in portions that the server takes, and sums what came of them. Each has a key of its own, so that a
 * repetition of what failed half-way does nothing twice.
 */
export async function inPortions<Mail>(
  ids: readonly string[],
  { context: { idempotencyKey } }: Sending,
  send: (input: { ids: string[] }, sending: Sending) => Promise<Resent<Mail>>,
): Promise<Resent<Mail>> {
  const sum: Resent<Mail> = { queued: 0, refused: [] }
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const key = `${idempotencyKey}-${at}`
    const { queued, refused } = await send(
      { ids: ids.slice(at, at + mostAtOnce) },
      { context: { idempotencyKey: key } },
    )
    sum.queued += queued
    sum.refused.push(...refused)
  }
  return sum
}
