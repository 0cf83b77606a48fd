import type { Problem } from '#platform/problem.ts'
import type { EnquiryStatus } from './inputs.ts'

interface Enquiry {
  status: EnquiryStatus
  /** Nothing of it is left: its sender was erased. */
  isErased: boolean
}

/** Why something may not be done with an enquiry now; null: it may. */
export const whyNot = {
  /** One answer each, so that two people at two desks do not both write. */
  answer: ({ status, isErased }: Enquiry): Problem | null => {
    if (isErased) return { code: 'SENDER_ERASED', message: 'Whoever wrote this was erased. There is nobody to answer.' }
    return status === 'open' ? null : { code: 'ALREADY_ANSWERED', message: 'Somebody answered this already.' }
  },

  reopen: ({ status }: Pick<Enquiry, 'status'>): Problem | null =>
    status === 'answered' ? null : { code: 'NOT_ANSWERED', message: 'This waits for an answer already.' },
}
