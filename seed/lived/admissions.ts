import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { applicationQuestions, membershipApplications, recusals } from '#features/admissions/applications/table.ts'
import { committeeNotes, committeeVotes } from '#features/admissions/committee/table.ts'
import { registrations } from '#features/admissions/registrations/table.ts'
import { waitingList } from '#features/admissions/waitlist/table.ts'
import { contactInquiries } from '#features/home/enquiries/table.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import type { Tier } from '#features/membership/tiers/model.ts'
import { archivedMembers } from '#features/people/archive/table.ts'
import { addDays, addMonths } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailKey } from '#platform/mail/address.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Invitation } from './referrals.ts'
import { type Invented, insertAccounts, invent, type Resident } from './residents.ts'
import { insertAll } from './rows.ts'
import { answeredToday, enquiries, type Letter, noReasons, yesReasons } from './words.ts'

type Application = typeof membershipApplications.$inferInsert

const dayMs = 86_400_000
const neededVotes = 3
const rejection = 'We have no place for this kind of work at the moment. Please try us again in the spring.'

/** How far an application has come. `ago` in days; the votes to approve and to reject. */
interface Stage {
  slug: string
  ago: number
  votes: [yes: number, no: number]
  end?: 'approved' | 'rejected' | 'declined' | 'inLine'
  question?: string
  answer?: string
  note?: string
  recused?: boolean
  /** A member sent them. */
  referred?: boolean
}

const stages: Stage[] = [
  { slug: 'creator', ago: 0.12, votes: [0, 0] },
  { slug: 'explorer', ago: 0.61, votes: [0, 0] },
  { slug: 'builder', ago: 1.13, votes: [1, 0], referred: true },
  {
    slug: 'creator',
    ago: 1.72,
    votes: [2, 0],
    note: 'I know the studio they share. Happy to answer questions on Tuesday.',
  },
  { slug: 'innovator', ago: 3.34, votes: [2, 2], note: 'Strong work, but is there room for a team of four?' },
  { slug: 'builder', ago: 4.05, votes: [0, 3], end: 'declined' },
  { slug: 'creator', ago: 1.41, votes: [1, 0], question: 'Which of the rooms would you use, and how often?' },
  {
    ...{ slug: 'builder', ago: 2.47, votes: [1, 1], question: 'Could you show us something you finished this year?' },
    answer: 'Of course: the series on my page was made between March and June.',
  },
  { slug: 'creator', ago: 3.2, votes: [3, 1], end: 'approved' },
  { slug: 'builder', ago: 16.4, votes: [0, 3], end: 'rejected' },
  { slug: 'explorer', ago: 35.2, votes: [1, 3], end: 'rejected' },
  { slug: 'creator', ago: 8.3, votes: [3, 0], end: 'inLine' },
  { slug: 'explorer', ago: 1.86, votes: [1, 0], recused: true },
]

/** The applications of everybody who was admitted, and of those who are not yet: in every state there is. */
export async function insertApplications(
  tx: Tx,
  draw: Lots,
  {
    residents,
    committee,
    tiers,
    invitations,
  }: { residents: Resident[]; committee: string[]; tiers: Tier[]; invitations: Invitation[] },
): Promise<void> {
  const rows: Application[] = []
  const votes: (typeof committeeVotes.$inferInsert)[] = []
  const vote = (applicationId: string, [yes, no]: [number, number], from: Date, until: Date, voters = committee) => {
    for (const [index, voterId] of voters.slice(0, yes + no).entries()) {
      const isYes = index < yes
      const createdAt = new Date(from.getTime() + ((until.getTime() - from.getTime()) * (index + 1)) / (yes + no + 1))
      const reason = isYes ? (draw.chance(0.4) ? draw.pick(yesReasons) : null) : draw.pick(noReasons)
      votes.push({ applicationId, voterId, vote: isYes ? 'approve' : 'reject', reason, createdAt })
    }
  }
  for (const resident of residents) {
    if (resident.role) continue
    const id = randomUUID()
    const sent = minutesAfter(instantOf(addDays(resident.joinedOn, -5), '18:50'), draw.below(180))
    const decided = minutesAfter(instantOf(addDays(resident.joinedOn, -1), '17:10'), draw.below(240))
    const noes = draw.chance(0.25) ? 1 : 0
    vote(id, [neededVotes, noes], sent, decided)
    rows.push({
      ...answersOf(draw, resident, resident.slug, sent),
      ...referredBy(invitations.find(({ friend }) => friend.id === resident.id)?.referrer),
      ...{
        id,
        status: 'approved',
        currentVotes: neededVotes,
        rejectVotes: noes,
        reviewedAt: decided,
        welcomedAt: decided,
      },
    })
  }
  const ada = residents.find(({ isKnown, role, slug }) => isKnown && !role && slug !== 'explorer')
  const people = stages.map((_, n) => invent(draw, residents.length + 40 + n))
  await insertAccounts(
    tx,
    people.map((person, n) => {
      const { ago, end } = stages[n]!
      const createdOn = addDays(calendarDate(new Date(tx.now.getTime() - ago * dayMs)), -1)
      return { ...person, createdOn, approval: end === 'approved' || end === 'rejected' ? end : 'pending' }
    }),
  )
  for (const [n, person] of people.entries()) {
    const {
      slug,
      ago,
      votes: [yes, no],
      end,
    } = stages[n]!
    const id = randomUUID()
    const sent = new Date(tx.now.getTime() - ago * dayMs)
    // Decided yesterday, or a few days after it was sent.
    const decided = new Date(end === 'approved' ? tx.now.getTime() - 0.9 * dayMs : sent.getTime() + 2.37 * dayMs)
    vote(id, [yes, no], sent, end ? decided : tx.now)
    rows.push({
      ...answersOf(draw, person, slug, sent),
      ...{ id, currentVotes: yes, rejectVotes: no },
      ...(stages[n]!.referred && referredBy(ada)),
      ...(end === 'declined' && { declinedAt: decided }),
      ...((end === 'approved' || end === 'inLine') && { status: 'approved', reviewedAt: decided, welcomedAt: decided }),
      ...(end === 'rejected' && { status: 'rejected', reviewedAt: decided, rejectionReason: rejection }),
    })
  }
  // The database takes votes on what is open only: first the applications, then the votes, then what came of them.
  const open = {
    status: 'pending',
    declinedAt: null,
    reviewedAt: null,
    welcomedAt: null,
    rejectionReason: null,
  } as const
  await insertAll(
    tx,
    membershipApplications,
    rows.map(row => ({ ...row, ...open })),
  )
  await insertAll(tx, committeeVotes, votes)
  await tx.execute(sql`update ${membershipApplications} a set status = v.status, declined_at = v."declinedAt",
    reviewed_at = v."reviewedAt", welcomed_at = v."welcomedAt", rejection_reason = v."rejectionReason"
    from jsonb_to_recordset(${JSON.stringify(rows.map(row => ({ ...row, status: row.status ?? 'pending' })))}::jsonb)
      as v(id uuid, status text, "declinedAt" timestamptz, "reviewedAt" timestamptz, "welcomedAt" timestamptz, "rejectionReason" text)
    where a.id = v.id`)
  const of = (n: number) => rows[rows.length - stages.length + n]!
  for (const [n, { question, answer, note, recused, referred, end }] of stages.entries()) {
    const { id: applicationId, userId, submittedAt } = of(n)
    const later = new Date(submittedAt.getTime() + 0.71 * dayMs)
    const answered = answer ? { answer, answeredAt: new Date(later.getTime() + 0.43 * dayMs) } : {}
    if (referred && ada)
      await tx.insert(referrals).values({
        referrerUserId: ada.id,
        referredUserId: userId!,
        referredEmail: people[n]!.email,
        createdAt: submittedAt,
      })
    if (question)
      await tx
        .insert(applicationQuestions)
        .values({ applicationId: applicationId!, askedBy: committee[0]!, question, askedAt: later, ...answered })
    if (note)
      await tx
        .insert(committeeNotes)
        .values({ applicationId: applicationId!, authorId: committee[1]!, body: note, createdAt: later })
    if (recused)
      await tx
        .insert(recusals)
        .values({ applicationId: applicationId!, userId: committee[4]!, cause: 'declared', createdAt: later })
    if (end === 'approved')
      await tx.insert(userMemberships).values({
        ...{ userId: userId!, tierId: tiers.find(({ slug }) => slug === 'explorer')!.id, paymentStatus: 'waived' },
        ...{ startedOn: addDays(calendarDate(tx.now), -1), currentPeriodStart: later, createdAt: later },
      })
  }
  const inLine = stages.findIndex(({ end }) => end === 'inLine')
  await insertWaiting(tx, draw, residents.length + 80, { person: people[inLine]!, application: of(inLine) })
}

const referredBy = (referrer: Resident | undefined) =>
  referrer && { referralCode: referrer.id.slice(0, 8).toUpperCase(), referrerUserId: referrer.id }

const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)

/** What somebody wrote who applied. */
function answersOf(draw: Lots, person: Invented, slug: string, sent: Date): Application & { submittedAt: Date } {
  const isPaid = slug !== 'explorer'
  return {
    ...{ userId: person.id, fullName: `${person.firstName} ${person.lastName}`, email: person.email },
    ...{ emailKey: emailKey(person.email), phoneNumber: person.phone, tierSlug: slug },
    ...{ termsAccepted: true, termsAcceptedAt: sent, submittedAt: sent, createdAt: sent },
    ...{ requiredVotes: neededVotes, committeeSize: 5 },
    ...(isPaid && {
      ...{ address: person.address, city: person.town, postcode: person.postcode },
      ...{ creativeDiscipline: person.discipline, whyJoin: person.whyJoin },
      isWestminsterResident: person.postcode.startsWith('W1') || person.postcode.startsWith('NW8'),
      emergencyContactName: `${draw.pick(['Robin', 'Sam', 'Alex', 'Jo'])} ${person.lastName}`,
      emergencyContactPhone: '+447700900456',
      emergencyContactRelationship: draw.pick(['Partner', 'Sister', 'Friend', 'Parent']),
      ...{ insuranceWaiverAccepted: true, insuranceWaiverAcceptedAt: sent, backgroundCheckConsent: true },
      startOn: addDays(calendarDate(sent), 7),
      documentsDeletedAt: sent.getTime() < Date.now() - 100 * dayMs ? new Date(sent.getTime() + 95 * dayMs) : null,
    }),
  }
}

async function insertWaiting(
  tx: Tx,
  draw: Lots,
  number: number,
  inLine: { person: Invented; application: Application },
): Promise<void> {
  const statuses = [
    'pending',
    'pending',
    'pending',
    'pending',
    'contacted',
    'contacted',
    'pending',
    'pending',
    'rejected',
  ] as const
  await insertAll(tx, waitingList, [
    ...statuses.map((status, n) => {
      const { firstName, lastName, email, phone } = invent(draw, number + n)
      const createdAt = new Date(tx.now.getTime() - (n * 9 + 2 + draw.next()) * dayMs)
      return { firstName, lastName, email, emailKey: emailKey(email), phoneNumber: phone, status, createdAt }
    }),
    {
      ...{ firstName: inLine.person.firstName, lastName: inLine.person.lastName, email: inLine.person.email },
      ...{ emailKey: emailKey(inLine.person.email), phoneNumber: inLine.person.phone, userId: inLine.person.id },
      ...{ applicationId: inLine.application.id!, status: 'approved' as const },
      ...{ approvedAt: inLine.application.reviewedAt!, createdAt: inLine.application.reviewedAt! },
    },
  ])
}

/** Launch registrations, enquiries and former members: people who have no account. */
export async function insertOthers(
  tx: Tx,
  draw: Lots,
  { number, officeId }: { number: number; officeId: string | null },
): Promise<void> {
  const opened = addMonths(calendarDate(tx.now), -30)
  await insertAll(
    tx,
    registrations,
    Array.from({ length: 18 }, (_, n) => {
      const { firstName, lastName, email, phone, town } = invent(draw, number + n)
      const isOpen = n >= 15
      const createdAt = isOpen
        ? new Date(tx.now.getTime() - (n - 14.3 + draw.next()) * dayMs)
        : minutesAfter(instantOf(addDays(opened, n - 20), '12:10'), draw.below(560))
      return {
        ...{ firstName, lastName, email, emailKey: emailKey(email), city: town, phoneNumber: phone, createdAt },
        status: isOpen ? ('pending' as const) : n % 7 === 6 ? ('rejected' as const) : ('approved' as const),
        decidedAt: isOpen ? null : new Date(createdAt.getTime() + (1 + draw.next()) * dayMs),
      }
    }),
  )
  await insertAll(
    tx,
    contactInquiries,
    [...enquiries, answeredToday].map((letter: Letter, n) => {
      const { firstName, lastName, email, phone } = invent(draw, number + 30 + n)
      const createdAt = new Date(tx.now.getTime() - letter.daysAgo * dayMs)
      const isAnswered = letter.reply !== undefined && letter !== answeredToday
      return {
        ...{ name: `${firstName} ${lastName}`, email, phone: draw.chance(0.6) ? phone : '' },
        ...{ inquiryType: letter.about, message: letter.message, createdAt },
        status: isAnswered ? ('answered' as const) : ('open' as const),
        reply: isAnswered ? letter.reply! : '',
        answeredAt: isAnswered ? new Date(createdAt.getTime() + (0.4 + draw.next()) * dayMs) : null,
        answeredBy: isAnswered ? officeId : null,
      }
    }),
  )
  const reasons = [
    'Moved to Lisbon and asked us to close the membership.',
    'Asked us to.',
    'Repeated complaints; decided by the committee.',
  ]
  await insertAll(
    tx,
    archivedMembers,
    reasons.map((archivedReason, n) => {
      const { firstName, lastName, email, phone } = invent(draw, number + 50 + n)
      const archivedAt = new Date(tx.now.getTime() - (60 + n * 110 + draw.next()) * dayMs)
      return {
        fullName: `${firstName} ${lastName}`,
        email,
        emailKey: emailKey(email),
        phoneNumber: phone,
        archivedReason,
        archivedAt,
      }
    }),
  )
}
