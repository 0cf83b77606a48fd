import type { Problem } from '#platform/problem.ts'
import { mostWaitedFor, noticeMinutes, offerEndsBeforeMinutes } from './inputs.ts'

const minuteMs = 60_000

/** What may not be done with waiting lists, and why. */
export const whyNot = {
  /** Waiting for one more thing, when somebody waits for so many. */
  waitForMore: (live: number): Problem | null =>
    live < mostWaitedFor
      ? null
      : {
          code: 'TOO_MANY_WAITED_FOR',
          message: `You wait for ${mostWaitedFor} times already. Leave one of the lists first.`,
        },

  /** Waiting for what begins so soon that nobody is offered it any more. */
  waitFor: (startsAt: Date, now: Date): Problem | null =>
    startsAt >= earliestOffered(now)
      ? null
      : { code: 'TOO_LATE_TO_WAIT', message: 'This begins too soon to wait for it.' },
}

/** What begins before this is offered to nobody any more. */
export const earliestOffered = (now: Date) => new Date(now.getTime() + noticeMinutes * minuteMs)

/** Until when something that begins at `startsAt` is held for whoever is offered it at `now`. */
export const heldUntil = (now: Date, startsAt: Date, offerMinutes: number) =>
  new Date(Math.min(now.getTime() + offerMinutes * minuteMs, startsAt.getTime() - offerEndsBeforeMinutes * minuteMs))
