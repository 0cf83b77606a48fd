import { whyNot as ofArchive } from '#features/people/archive/rules.ts'
import type { Problem } from '#platform/problem.ts'
import { messages, type WaitingStatus } from './inputs.ts'

interface Entry {
  status: WaitingStatus
  /** The approved application that put this person in line; null for whoever left their address. */
  applicationId: string | null
}

/** Why something may not be done with an entry of the waiting list now; null: it may. */
export const whyNot = {
  /** Nobody comes from the archive into the house (ARC-07). */
  convert: ofArchive.register,

  /** Who was approved waits for a place and for nothing else: any other state would leave them approved without one. */
  setStatus: (entry: Entry, status: WaitingStatus): Problem | null =>
    entry.applicationId !== null && status !== 'approved' ? inLine : null,

  /** Nor can they be taken off the list. */
  remove: (entry: Entry): Problem | null => (entry.applicationId === null ? null : inLine),
}

const inLine: Problem = { code: 'IN_LINE', message: messages.inLine }
