import { whyNot as ofArchive } from '#features/people/archive/rules.ts'
import type { Problem } from '#platform/problem.ts'
import { messages, type WaitingStatus } from './inputs.ts'

interface Entry {
  status: WaitingStatus
  /** This person's application, pending or approved; null for whoever only left their address. */
  applicationId: string | null
}

/** Why something may not be done with an entry of the waiting list now; null: it may. */
export const whyNot = {
  /** Nobody comes from the archive into the house (ARC-07). */
  convert: ofArchive.register,

  /**
   * Who was approved waits for a place and for nothing else: any other state would leave them approved without one. Who has
   * applied becomes a member by their application alone, which would stay open beside a membership otherwise.
   */
  setStatus(entry: Entry, status: WaitingStatus): Problem | null {
    if (isInLine(entry)) return status === 'approved' ? null : inLine
    return entry.applicationId !== null && status === 'approved' ? hasApplied : null
  },

  /** Nor can they be taken off the list. */
  remove: (entry: Entry): Problem | null => (isInLine(entry) ? inLine : null),
}

const isInLine = ({ status, applicationId }: Entry) => applicationId !== null && status === 'approved'
const hasApplied: Problem = { code: 'HAS_APPLIED', message: messages.hasApplied }
const inLine: Problem = { code: 'IN_LINE', message: messages.inLine }
