import { type Hosted, whyNot as ofHost } from '#features/events/hosting/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { messages } from './inputs.ts'

type Reviewer = Pick<Actor, 'userId' | 'roles'>

/** Which text of an application this is. */
export const versionOf = ({ changedAt }: { changedAt: Date }) => changedAt.toISOString()

/** Why something may not be done with an application now; null: it may. */
export const whyNot = {
  /** Deciding at all: staff, on what waits or is written, never on one's own (EVA-07, EVA-08, EVA-12). */
  decide(actor: Reviewer, event: Hosted): Problem | null {
    if (event.hostUserId === actor.userId) return { code: 'OWN_EVENT', message: messages.own, status: 403 }
    const isOpen = event.applicationStatus === 'pending' || event.applicationStatus === 'draft'
    return isOpen ? null : { code: 'DECIDED', message: 'This application has been decided already.' }
  },

  /** The decision is on the text that was read; until then the host may have changed it. */
  judge: (event: { changedAt: Date }, version: string): Problem | null =>
    versionOf(event) === version ? null : { code: 'APPLICATION_CHANGED', message: messages.changed },

  /** A yes: to what is whole, and still ahead. `pointsAtMost` is a setting (EVT-36). */
  approve(
    actor: Reviewer,
    event: Hosted,
    given: { isWhole: boolean; startsAt: Date | null; pointsReward: number; pointsAtMost: number; now: Date },
  ): Problem | null {
    const problem = whyNot.decide(actor, event)
    if (problem) return problem
    // A draft may be unfinished (EVA-03).
    if (!given.isWhole)
      return { code: 'NOT_WHOLE', message: 'This draft is not finished. Ask its host to complete it.' }
    if (!given.startsAt || given.startsAt <= given.now)
      return { code: 'DATE_PAST', message: 'The day of this event is over. Ask its host for another one.' }
    if (given.pointsReward > given.pointsAtMost)
      return { code: 'TOO_MANY_POINTS', message: `At most ${given.pointsAtMost} points`, field: 'pointsReward' }
    return null
  },

  /** Writing to the host, about a draft as well; nobody of the house talks to themselves. */
  write(actor: Reviewer, event: Hosted, now: Date): Problem | null {
    if (event.hostUserId === actor.userId) return { code: 'OWN_EVENT', message: messages.own, status: 403 }
    return event.applicationStatus === 'draft' && event.hostUserId !== null ? null : ofHost.write(event, now)
  },

  /** A no says why (EVA-09). */
  reject(actor: Reviewer, event: Hosted, reason: string): Problem | null {
    const problem = whyNot.decide(actor, event)
    if (problem) return problem
    return reason.trim() === ''
      ? { code: 'REASON_REQUIRED', title: messages.reasonTitle, message: messages.reason, field: 'reason', status: 400 }
      : null
  },
}
