import type { ApplicationStatus } from '#features/events/events/inputs.ts'
import { type Actor, isAdmin } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { messages } from './inputs.ts'

interface Pictured {
  hostUserId: string | null
  applicationStatus: ApplicationStatus
  cancelledAt: Date | null
  endsAt: Date | null
  image: string | null
}

export const whyNot = {
  /** Taking its picture away: its host and the office at any time, as it may show what somebody no longer agrees to. */
  remove: (actor: Actor, { hostUserId }: Pictured): Problem | null =>
    hostUserId === actor.userId || isAdmin(actor)
      ? null
      : { code: 'NOT_FOUND', message: messages.notFound, status: 404 },

  /** Giving an event a picture, or another: its host, also with the application, and the office, until it is over. */
  change(actor: Actor, event: Pictured, now: Date): Problem | null {
    const { applicationStatus, cancelledAt, endsAt } = event
    const notTheirs = whyNot.remove(actor, event)
    if (notTheirs) return notTheirs
    const isOpen = ['draft', 'pending', 'approved'].includes(applicationStatus) && cancelledAt === null
    const isAhead = applicationStatus === 'draft' || (endsAt !== null && endsAt > now)
    return isOpen && isAhead
      ? null
      : { code: 'CLOSED', message: 'This event is closed, and its picture stays as it is.' }
  },

  /** Words for a picture need one. */
  describe: ({ image }: Pictured, fileId: string): Problem | null =>
    fileId !== '' || image !== null ? null : { code: 'NO_PICTURE', message: messages.chooseFile, field: 'fileId' },
}
