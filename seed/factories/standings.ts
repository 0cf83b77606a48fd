import { eq } from 'drizzle-orm'
import { applicationQuestions, membershipApplications } from '#features/admissions/applications/table.ts'
import { waitingList } from '#features/admissions/waitlist/table.ts'
import type { StandingKind } from '#features/home/standing/rules.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { beginsAt } from '#features/membership/sales/rules.ts'
import { addDays } from '#platform/dates.ts'
import { emailKey } from '#platform/mail/address.ts'
import { calendarDate } from '#platform/time.ts'
import { membership, tier } from './memberships.ts'
import { type Person, type PersonOptions, person } from './people.ts'
import type { Target } from './target.ts'

interface ApplicationRow {
  status?: 'pending' | 'approved' | 'rejected'
  slug?: string
  /** Days before now. */
  sentAgo?: number
  question?: string
  /** A day after it was sent the committee voted against it; an admin has not decided. */
  isDeclined?: boolean
}

const dayMs = 86_400_000

/** The application of a person, or of somebody without an account, as it lies in the table, without its documents; decided a day after it was sent. Returns its id. */
export async function application(
  target: Target,
  { id: userId, email, firstName, lastName }: Omit<Person, 'id'> & { id: string | null },
  { status = 'pending', slug = 'creator', sentAgo = 2, question, isDeclined = false }: ApplicationRow = {},
): Promise<string> {
  await tier(target, slug)
  const sent = new Date(target.clock.now().getTime() - sentAgo * dayMs)
  const isDecided = status !== 'pending'
  const [row] = await target.db
    .insert(membershipApplications)
    .values({
      userId,
      fullName: `${firstName} ${lastName}`,
      email,
      emailKey: emailKey(email),
      phoneNumber: '+447700900123',
      tierSlug: slug,
      status,
      termsAccepted: true,
      termsAcceptedAt: sent,
      requiredVotes: 2,
      committeeSize: 3,
      currentVotes: status === 'approved' ? 2 : 0,
      rejectVotes: status === 'rejected' || isDeclined ? 2 : 0,
      declinedAt: isDeclined ? new Date(sent.getTime() + dayMs) : null,
      rejectionReason: status === 'rejected' ? 'We have no place for this kind of work at the moment.' : null,
      reviewedAt: isDecided ? new Date(sent.getTime() + dayMs) : null,
      welcomedAt: status === 'approved' ? new Date(sent.getTime() + dayMs) : null,
      submittedAt: sent,
      createdAt: sent,
    })
    .returning({ id: membershipApplications.id })
  if (question) await target.db.insert(applicationQuestions).values({ applicationId: row!.id, question, askedAt: sent })
  return row!.id
}

/** Somebody who stands like this with the house (decision 54). */
export async function inStanding(target: Target, kind: StandingKind, options: PersonOptions = {}): Promise<Person> {
  const { db, clock } = target
  const make = (more: PersonOptions = {}) => person(target, { ...more, ...options })
  const setMembership = (userId: string, state: Partial<typeof userMemberships.$inferInsert>) =>
    db.update(userMemberships).set(state).where(eq(userMemberships.userId, userId))
  /** A member of some months, who came by an application as everybody does. */
  const makeMember = async (tier: string, more: PersonOptions = {}) => {
    const someone = await make({ tier, ...more })
    await application(target, someone, { status: 'approved', slug: tier, sentAgo: 90 })
    return someone
  }
  switch (kind) {
    case 'account':
      return make()
    case 'applying':
    case 'asked': {
      const someone = await make()
      await application(target, someone, kind === 'asked' ? { question: 'Which kiln do you need?' } : {})
      return someone
    }
    case 'inLine': {
      const someone = await make()
      const applicationId = await application(target, someone, { status: 'approved' })
      const { id: userId, firstName, lastName, email } = someone
      await db.insert(waitingList).values({
        ...{ firstName, lastName, email, emailKey: emailKey(email), userId, applicationId },
        status: 'approved',
        approvedAt: clock.now(),
        createdAt: clock.now(),
      })
      return someone
    }
    case 'unpaid': {
      const someone = await make({ tier: 'explorer' })
      await application(target, someone, { status: 'approved' })
      return someone
    }
    case 'arranged': {
      const someone = await makeMember('explorer')
      await setMembership(someone.id, {
        stripeSubscriptionId: `sub_of_${someone.id}`,
        nextTierId: (await tier(target, 'creator')).id,
        currentPeriodEnd: beginsAt(addDays(calendarDate(clock.now()), 14)),
      })
      return someone
    }
    case 'free':
      return makeMember('explorer')
    case 'paid':
      return makeMember('creator')
    case 'paused':
    case 'overdue': {
      const someone = await makeMember('creator')
      await setMembership(someone.id, {
        paymentStatus: kind === 'paused' ? 'waived' : 'overdue',
        stripeSubscriptionId: `sub_of_${someone.id}`,
      })
      return someone
    }
    case 'ended': {
      const someone = await makeMember('creator')
      await setMembership(someone.id, {
        status: 'cancelled',
        endedAt: clock.now(),
        startedOn: calendarDate(clock.now()),
      })
      await membership(target, { userId: someone.id, slug: 'explorer' })
      return someone
    }
    case 'rejected': {
      const someone = await make({ approval: 'rejected' })
      await application(target, someone, { status: 'rejected' })
      return someone
    }
    case 'blocked':
    case 'suspended':
      return makeMember('creator', { status: kind })
  }
}
