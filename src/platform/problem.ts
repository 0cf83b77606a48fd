/**
 * Why something may not be done now, in the words that people read. `rules.ts` of a noun says it (`whyNot.approve(actor, row)`),
 * rows carry the answer as `can`, and the write demands it (`demand` in rpc/errors.ts): no second place decides.
 */
export interface Problem {
  /** Stable and in capitals; clients decide by it. */
  code: string
  message: string
  /** Heading of the notice, where the specification has one beside the text. */
  title?: string
  /** Name of the input that the text belongs to. */
  field?: string
  /** What stands there now, where that is why. */
  is?: unknown
  /** HTTP status; 409 unless told: the state of things forbids it. */
  status?: number
}
