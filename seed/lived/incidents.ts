import type { IncidentStatus, IncidentType, Severity } from '#features/people/incidents/inputs.ts'
import {
  incidentLinkViews,
  incidentPeople,
  incidentReports,
  incidentResponses,
  incidentSendings,
} from '#features/people/incidents/table.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'

interface Story {
  daysAgo: number
  type: IncidentType
  severity: Severity
  status: IncidentStatus
  where: string
  what: string
  done?: string
  toDo?: string
  /** What those who got the report said, each with why they were there; null: nothing yet. */
  answers?: ([why: string, said: string] | null)[]
  decision?: string
}

/** From the oldest to what happened last night. */
const stories: Story[] = [
  {
    ...{ daysAgo: 410, type: 'damage', severity: 'medium', status: 'closed', where: 'Print Room' },
    what: 'A roller of the etching press was found cracked on Monday morning.',
    done: 'The press was out of use for nine days; the roller was replaced.',
    answers: [
      ['I printed on Sunday', 'I heard a crack when I tightened it, stopped at once and left a note on the press.'],
    ],
    decision: 'An old fault in the casting. The house bears the cost, and the torque is now written on the press.',
  },
  {
    ...{ daysAgo: 268, type: 'theft', severity: 'high', status: 'closed', where: 'Bike shed' },
    what: 'Two bicycles were taken between 19:00 and 21:30; the lock of the shed was cut.',
    done: 'Reported to the police, and to the insurer.',
    decision: 'The shed has a steel door and a camera since. The insurer paid for both bicycles.',
  },
  {
    ...{ daysAgo: 121, type: 'behavioral', severity: 'medium', status: 'resolved', where: 'Podcast Studio' },
    what: 'Raised voices over a booking that ran late; a guest was told to leave in front of others.',
    answers: [
      ['I had the studio from 18:00', 'They were twenty minutes over and I lost patience. I should not have shouted.'],
      ['I was recording until 17:40', 'We did run over. I would have gone at the first word, had it been a quiet one.'],
    ],
    decision: 'Both have apologised. The studio now has ten minutes between bookings.',
  },
  {
    ...{ daysAgo: 34, type: 'emergency', severity: 'critical', status: 'resolved', where: 'Sauna' },
    what: 'A member fainted after a long session. First aid was given and an ambulance called; they are well.',
    done: 'A clock and a call button are in the sauna.',
  },
  {
    ...{ daysAgo: 6, type: 'equipment', severity: 'low', status: 'investigating', where: 'Photography Studio' },
    what: 'One of the flash heads no longer fires. It was seen to fall.',
    toDo: 'Ask the repair shop for a price.',
    answers: [
      ['I had a session before', 'It fell when I moved the stand. It fired afterwards, so I thought nothing of it.'],
      null,
    ],
  },
  {
    ...{ daysAgo: 1, type: 'safety', severity: 'high', status: 'open', where: 'Hall, back stairs' },
    what: 'The handrail came loose while people were leaving. Nobody was hurt.',
    done: 'The stairs are closed, with a sign on both doors.',
    toDo: 'Have the rail fixed before Saturday.',
    answers: [null],
  },
]

/** Incidents of thirteen months: answered, decided, one that waits for a decision and one of yesterday that is open. */
export async function insertIncidents(tx: Tx, draw: Lots, people: Resident[], officeId: string | null): Promise<void> {
  const members = people.filter(({ kind, isKnown }) => kind === 'member' && !isKnown)
  const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)
  for (const story of stories) {
    const { daysAgo, type, severity, status, where, what, done = '', toDo = '', answers = [], decision } = story
    const incidentDate = after(tx.now, -daysAgo * 1_440 - draw.between(60, 400))
    const createdAt = after(incidentDate, draw.between(30, 90))
    const sentAt = after(createdAt, 45)
    const decidedAt = after(sentAt, 40 * 60)
    const [report] = await tx
      .insert(incidentReports)
      .values({
        ...{
          incidentType: type,
          severity,
          status,
          incidentDate,
          location: where,
          description: what,
          reportedBy: officeId,
        },
        ...{ actionsTaken: done, followUpRequired: toDo !== '', followUpNotes: toDo },
        ...(decision && {
          adminFinalResponse: decision,
          ...{ adminFinalResponseAt: decidedAt, adminFinalResponseBy: officeId },
        }),
        ...{ createdAt, updatedAt: decision ? decidedAt : sentAt },
      })
      .returning({ id: incidentReports.id })
    const incidentId = report!.id
    const asked = answers.map(answer => ({ answer, who: draw.pick(members) }))
    const common = asked.map(({ who }) => ({ incidentId, userId: who.id, email: who.email }))
    await insertAll(
      tx,
      incidentPeople,
      asked.map(({ who }) => ({
        ...{ incidentId, part: 'involved' as const, email: who.email, role: 'Member' },
        name: `${who.firstName} ${who.lastName}`,
      })),
    )
    await insertAll(
      tx,
      incidentSendings,
      common.map(to => ({ ...to, sentAt })),
    )
    const told = asked.flatMap(({ who, answer }, n) =>
      answer ? [{ who, answer, openedAt: after(sentAt, 95 + 130 * n) }] : [],
    )
    await insertAll(
      tx,
      incidentLinkViews,
      told
        .filter(() => daysAgo < 365)
        .map(({ who, openedAt }) => ({
          ...{ id: crypto.randomUUID(), incidentId, userId: who.id, email: who.email, viewedAt: openedAt },
          ...{ ipAddress: '203.0.113.61', userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)' },
        })),
    )
    await insertAll(
      tx,
      incidentResponses,
      told.map(({ who, answer: [reasonForVisit, responseText], openedAt }) => ({
        ...{ incidentId, userId: who.id, linkEmail: who.email, reasonForVisit, responseText },
        ...{
          respondentName: `${who.firstName} ${who.lastName}`,
          respondentEmail: who.email,
          respondentPhone: who.phone,
        },
        submittedAt: after(openedAt, 12),
      })),
    )
  }
}
