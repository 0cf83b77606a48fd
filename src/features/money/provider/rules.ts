import type { Problem } from '#platform/problem.ts'
import type { EventStatus } from './inputs.ts'

/** Whoever follows events of this type among `followers`; the others are kept as ignored. */
export const followerOf = <F extends { prefix: string }>(followers: readonly F[], type: string): F | undefined =>
  followers.find(({ prefix }) => type.startsWith(prefix))

/** What nobody handles by itself any more. */
export const stuck = ['failed', 'refused'] as const satisfies EventStatus[]

export const whyNot = {
  /** An event is handled again when it failed or was refused. */
  retry: (event: { status: EventStatus }): Problem | null =>
    stuck.some(status => status === event.status)
      ? null
      : { code: 'NOT_FAILED', message: 'This event has been handled.' },
}
