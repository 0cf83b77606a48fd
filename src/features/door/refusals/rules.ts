import type { Problem } from '#platform/problem.ts'

/**
 * Why a door does not let somebody in, whatever is shown there. Server, lists, queues and screens decide by these; the words
 * are for people only, and may be the same for several.
 */
export const refusalCodes = [
  // Of the code that was shown: none of ours or changed, of another kind, typed and nobody's, out of time, withdrawn or used.
  ...(['BAD_FORMAT', 'BAD_KIND', 'UNKNOWN_TYPED', 'EXPIRED', 'STALE'] as const),
  // Of the pass behind it: there is none, let in too short a time ago, or as often as it is good for; anything else.
  ...(['UNKNOWN', 'TOO_SOON', 'USED_UP', 'FAILED'] as const),
  // Of what it is for.
  ...(['CANCELLED', 'PAID_BACK', 'EVENT_CANCELLED', 'OTHER_DAY', 'TOO_EARLY', 'TOO_LATE', 'CLOSED'] as const),
  // Of whoever holds it, or brought them.
  ...(['ARCHIVED', 'ACCOUNT_BLOCKED', 'NOT_APPROVED', 'HOST_HELD', 'GUEST_HELD'] as const),
  // Of a device that is alone and cannot tell: nothing speaks against the code but what is not known there.
  ...(['STALE_LIST', 'NOT_LISTED', 'NOT_KNOWN_HERE', 'TYPED_OFFLINE', 'DEVICE_FULL'] as const),
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** A refusal with what is said of it. */
export interface Refusal extends Problem {
  code: RefusalCode
}

/** What the words of some refusals tell of the case. Days are calendar days, `validUntil` is in milliseconds. */
interface Facts {
  EXPIRED: { validUntil: number }
  /** `ago`: `12 minutes ago` */
  TOO_SOON: { ago: string; waitMinutes: number }
  /** On which day it is, and what, where there are several. */
  OTHER_DAY: { on: string; name?: string }
  TOO_EARLY: { name: string; startsAt: Date }
  TOO_LATE: { name: string; endsAt: Date }
  ACCOUNT_BLOCKED: { accountStatus: 'blocked' | 'suspended' }
}

/** What is said of a refusal, and what the person at the door does next; no `next`: the words say it. */
interface Words<Code extends RefusalCode> {
  says: Code extends keyof Facts ? string | ((facts: Facts[Code]) => string) : string
  next?: string
}
type WordsOf<Codes extends RefusalCode> = { readonly [Code in Codes]: Words<Code> }

/** The words of whatever any door may say; a kind of pass replaces those that it says in its own way. */
export const houseRefusals = {
  ARCHIVED: { says: 'This membership was ended and archived.' },
  ACCOUNT_BLOCKED: {
    says: ({ accountStatus }) => `This member’s account is ${accountStatus}. Please ask them to contact us.`,
  },
  NOT_APPROVED: { says: 'This person is not an approved member.' },
  STALE_LIST: { says: 'This device’s list is from another day.', next: 'Connect it to get today’s.' },
  NOT_LISTED: { says: 'This device does not know them yet.', next: 'Scan the QR code, or connect this device.' },
  NOT_KNOWN_HERE: { says: 'This device cannot tell.', next: 'Ask the desk, or connect this device.' },
  TYPED_OFFLINE: {
    says: 'This device cannot tell.',
    next: 'Find them by name, or scan the QR code.',
  },
  DEVICE_FULL: { says: 'This device holds as many unsent scans as it can. Connect it first.' },
} satisfies Partial<WordsOf<RefusalCode>>

type AlwaysSaid =
  | keyof typeof houseRefusals
  | ('BAD_FORMAT' | 'BAD_KIND' | 'UNKNOWN_TYPED' | 'EXPIRED' | 'STALE')
  | ('UNKNOWN' | 'TOO_SOON' | 'USED_UP' | 'FAILED')

/** All that the door says of a kind of pass, with what to do next; what only some kinds know may be left out. */
export type Refusals = WordsOf<AlwaysSaid> & Partial<WordsOf<RefusalCode>>

/** A refusal in these words. */
export function refuse<Said extends Partial<WordsOf<RefusalCode>>, Code extends RefusalCode & keyof Said>(
  said: Said,
  code: Code,
  ...[facts]: Code extends keyof Facts ? [facts: Facts[Code]] : []
): Refusal {
  const { says } = said[code] as { says: string | ((facts: unknown) => string) }
  return { code, message: typeof says === 'function' ? says(facts) : says }
}

/** The same in a device's list, which devices of before there were codes read as well. */
export const asListed = (refusal: Refusal | null) => ({
  problem: refusal?.message ?? null,
  code: refusal?.code ?? null,
})

const doubtful: readonly RefusalCode[] = ['STALE_LIST', 'NOT_LISTED', 'NOT_KNOWN_HERE', 'TYPED_OFFLINE', 'DEVICE_FULL']
/** True of what a device says that cannot tell: the pass may be good. */
export const isDoubtful = (code: RefusalCode) => doubtful.includes(code)

const suspicions: { [Code in RefusalCode]?: string } = {
  BAD_FORMAT: 'not made by this house',
  UNKNOWN: 'not made by this house',
  UNKNOWN_TYPED: 'typed, and unknown or out of date',
  BAD_KIND: 'of another kind',
  EXPIRED: 'out of date or used',
  STALE: 'out of date or used',
}
/** What a refused code may have been, where it is more than a pass that does not let in today; null where it is not. */
export const suspicion = (code: RefusalCode | null) => (code && suspicions[code]) ?? null

/** Who holds a pass, as far as the door cares. */
export interface Holder {
  accountStatus: 'active' | 'blocked' | 'suspended'
  isApproved: boolean
  isArchived: boolean
}

export const whyNot = {
  /** Why this person is not let in, whatever they show (MKA-08). */
  letIn({ accountStatus, isApproved, isArchived }: Holder): Refusal | null {
    if (isArchived) return refuse(houseRefusals, 'ARCHIVED')
    if (accountStatus !== 'active') return refuse(houseRefusals, 'ACCOUNT_BLOCKED', { accountStatus })
    return isApproved ? null : refuse(houseRefusals, 'NOT_APPROVED')
  },
}
