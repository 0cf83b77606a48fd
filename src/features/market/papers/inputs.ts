import { z } from 'zod'
import { calendarDay, neededLine } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** What a stallholder hands in: who lives in Westminster, who is insured, and who may sell food. */
export const paperKinds = ['residence', 'insurance', 'food'] as const
export type PaperKind = (typeof paperKinds)[number]

export const paperWords: Record<PaperKind, string> = {
  residence: 'Proof of residence',
  insurance: 'Public liability insurance',
  food: 'Food hygiene certificate',
}

/** To be looked at; good; not good, with a reason; another one was handed in since. */
export const paperStatuses = ['waiting', 'accepted', 'refused', 'replaced'] as const
export type PaperStatus = (typeof paperStatuses)[number]

export const paperWordsOf: Record<PaperStatus, string> = {
  waiting: 'Being looked at',
  accepted: 'Accepted',
  refused: 'Refused',
  replaced: 'Replaced',
}

export const paperMaxBytes = 10 * 1_048_576
/** The purpose under which they are uploaded. */
export const paperPurpose = 'stall-document'
/** So long before it runs out its owner is reminded, in days. */
export const reminderDays = 30
/** So many days after a document ran out, or was handed in and never decided on, its file is deleted. */
export const keptAfterDays = 90

export const messages = {
  uploadFailed: 'Upload failed',
  expiry: 'Until when is it good?',
  expired: 'This document has run out already',
  load: 'Failed to load documents',
  decideFailed: 'The document was not decided on',
  reason: 'Say why: the person reads it',
  notFound: 'There is no such document.',
  atOnce: 'Another document was handed in at this moment. Please look again.',
  neverDecided: 'We did not look at it in time, and you have no stall to come.',
  decided: 'This document was decided on already.',
}

/** A document that is handed in. Residence has no end of its own: accepted, it is good for some months. */
export const newPaper = z
  .strictObject({
    kind: z.enum(paperKinds),
    fileId: z.uuid({ error: 'Choose a file' }),
    expiresOn: z.union([z.literal(''), calendarDay(messages.expiry)]).default(''),
  })
  .refine(({ kind, expiresOn }) => kind === 'residence' || expiresOn !== '', {
    error: messages.expiry,
    path: ['expiresOn'],
  })

export const paperDecision = z
  .strictObject({
    id: z.uuid(),
    verdict: z.enum(['accepted', 'refused']),
    reason: z.union([z.literal(''), neededLine(messages.reason, 300)]).default(''),
  })
  .refine(({ verdict, reason }) => verdict === 'accepted' || reason !== '', {
    error: messages.reason,
    path: ['reason'],
  })

export const paperList = listInput(['createdAt', 'expiresOn'], '-createdAt', {
  status: z.enum(paperStatuses),
  kind: z.enum(paperKinds),
  /** Those that are no longer good on the day of a stall that is booked. */
  runsOut: z.enum(['beforeStall']),
})
