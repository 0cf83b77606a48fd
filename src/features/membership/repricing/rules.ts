const dayMs = 86_400_000

/** So long ahead members are told of another price at least, in days. */
export const noticeDays = 14

/**
 * The first charge at a new price: the next one, if it is far enough ahead for the notice, else the one after it. Only the next
 * one is known as a day; null says that it is the one after.
 */
export const firstChargeAt = (periodEnd: Date, now: Date): Date | null =>
  periodEnd.getTime() - now.getTime() >= noticeDays * dayMs ? periodEnd : null
