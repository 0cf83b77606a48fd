import { and, asc, eq, like } from 'drizzle-orm'
import { membershipApplications } from '#features/admissions/applications/table.ts'
import { waitingList } from '#features/admissions/waitlist/table.ts'
import { contactInquiries } from '#features/home/enquiries/table.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Runtime } from '#platform/runtime.ts'
import { callerFor } from '../caller.ts'
import { answeredToday } from './words.ts'

/**
 * What the office has done today, through the procedures that it uses: so that the audit log and the in-box are those of a
 * working day. And what security had to note meanwhile.
 */
export async function seedOffice(runtime: Runtime, { adminId, memberId }: { adminId: string; memberId: string }) {
  const { db, securityEvents } = runtime
  const office = callerFor(runtime, adminId)
  const [enquiry] = await db
    .select({ id: contactInquiries.id })
    .from(contactInquiries)
    .where(and(eq(contactInquiries.status, 'open'), eq(contactInquiries.message, answeredToday.message)))
    .limit(1)
  if (enquiry) await office.contact.answer({ id: enquiry.id, isMailed: true, reply: answeredToday.reply })
  const [first] = await db
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(eq(waitingList.status, 'pending'))
    .orderBy(asc(waitingList.createdAt))
    .limit(1)
  if (first) await office.waitlist.setStatus({ id: first.id, status: 'contacted' })
  const [waiting] = await db
    .select({ userId: membershipApplications.userId })
    .from(membershipApplications)
    .where(eq(membershipApplications.status, 'pending'))
    .orderBy(asc(membershipApplications.submittedAt))
    .limit(1)
  // Somebody helped at the fair: two months from the house.
  const tiers = await office.memberships.tiers()
  const [helper] = await db
    .select({ userId: userMemberships.userId })
    .from(userMemberships)
    .innerJoin(user, eq(user.id, userMemberships.userId))
    .where(
      and(
        isActiveMembership,
        eq(userMemberships.tierId, tiers.find(({ isFree }) => isFree)!.id),
        like(user.email, '%@members.example'),
      ),
    )
    .orderBy(asc(userMemberships.startedOn), asc(userMemberships.userId))
    .limit(1)
  const builder = tiers.find(({ isFree }) => !isFree)
  if (helper && builder)
    await office.memberships.give({
      ...{ userId: helper.userId, tierId: builder.id, giftMonths: 2, notes: 'Built the stage for the autumn fair' },
      ...{ isComplimentary: false, complimentaryUntil: '', customPence: null, seenUntil: null },
    })
  // Documentation addresses (RFC 5737): nobody's.
  const request = { requestId: null, ipAddress: '203.0.113.24' }
  securityEvents.note({ ...request, kind: 'sign-in-failed', personId: memberId })
  securityEvents.note({ ...request, kind: 'sign-in-failed', ipAddress: '198.51.100.7' })
  securityEvents.note({ ...request, kind: 'link-refused', detail: 'magic link', personId: waiting?.userId ?? null })
  await securityEvents.flush()
}
