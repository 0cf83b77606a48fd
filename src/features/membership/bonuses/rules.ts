import type { Problem } from '#platform/problem.ts'
import { messages } from './inputs.ts'

/** Whose tokens the office gives and takes: members' whose account is open (MBR-31). */
export function whyNotGive(person: { accountStatus: string; hasMembership: boolean }): Problem | null {
  if (person.accountStatus !== 'active') return { code: 'ON_HOLD', message: messages.onHold }
  return person.hasMembership ? null : { code: 'NO_MEMBERSHIP', message: messages.noMembership }
}

/** What a bonus is called in the books, which outlive an erasure. */
export const bonusWords = 'Bonus tokens'

/** What tokens for something arranged are called in the books. */
export const chargeWords = 'Arranged with the house'
