import { randomUUID } from 'node:crypto'
import { referrals } from '#features/membership/referrals/table.ts'
import { addDays } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import { monthsBetween, type Resident } from './residents.ts'
import { insertAll } from './rows.ts'

/** A member who brought a friend, and when both had what was promised for it. */
export interface Invitation {
  id: string
  referrer: Resident
  friend: Resident
  /** When the friend paid a first month: 5 tokens for the referrer. */
  completedAt: Date
  /** The referrer's invoice, counted from 0, that was 10 % less for it. */
  reducedMonth: number
}

const howMany = 9

/** Friends that paying members brought along; one for each, and nobody twice. The first who brings one is Ada, who signs in. */
export function drawInvitations(draw: Lots, residents: Resident[], today: string): Invitation[] {
  const paying = residents.filter(({ slug, kind, role }) => slug !== 'explorer' && kind === 'member' && role === null)
  const made: Invitation[] = []
  const taken = new Set<string>()
  for (let tries = 0; tries < 400 && made.length < howMany; tries++) {
    const referrer = made.length === 0 ? paying[0]! : draw.pick(paying)
    const friend = draw.pick(paying)
    const isInTime =
      addDays(referrer.joinedOn, 20) < friend.joinedOn && friend.joinedOn < addDays(today, -50) && !friend.isKnown
    if (!isInTime || taken.has(referrer.id) || taken.has(friend.id)) continue
    taken.add(referrer.id).add(friend.id)
    made.push({
      ...{ id: randomUUID(), referrer, friend, completedAt: instantOf(friend.joinedOn, '12:00') },
      reducedMonth: monthsBetween(referrer.joinedOn, friend.joinedOn) + 1,
    })
  }
  return made
}

/** Their rows. What they gave is in the referrer's tokens and in both invoices. */
export async function insertReferrals(tx: Tx, invitations: Invitation[]): Promise<void> {
  await insertAll(
    tx,
    referrals,
    invitations.map(({ id, referrer, friend, completedAt }) => ({
      ...{ id, referrerUserId: referrer.id, referredUserId: friend.id, referredEmail: friend.email },
      ...{ status: 'completed' as const, rewardGiven: true, completedAt, discountUsedAt: completedAt },
      createdAt: instantOf(addDays(friend.joinedOn, -5), '18:55'),
    })),
  )
}
