import { randomUUID } from 'node:crypto'
import { eventMessages } from '#features/events/conversation/table.ts'
import type { EventType, SpacePreference } from '#features/events/events/inputs.ts'
import { preferredRooms } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import { timesOf } from '#features/events/hosting/rules.ts'
import { roomOf } from '#features/spaces/rooms/model.ts'
import { addDays, type CalendarDate } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'

interface Wish {
  name: string
  eventType: EventType
  description: string
  applicationNotes: string
  spacePreference: SpacePreference
  /** From today, and when. */
  daysAhead: number
  startTime: string
  endTime: string
  expectedAttendance: number
  hoursAgo: number
  status: 'draft' | 'pending' | 'rejected' | 'withdrawn'
  rejectionReason?: string
  /** Hours after it came: from the house, or from the host. */
  messages?: { after: number; from: 'house' | 'host'; body: string }[]
}

/** What hosts would like to do: in each state, one close to the end of the promise, one that talks with the committee. */
const wishes: Wish[] = [
  {
    ...{ name: 'Linocut in an evening', eventType: 'workshop', spacePreference: 'Studio A', expectedAttendance: 14 },
    description:
      'A small block each, from the first sketch to two prints that you take home. No experience needed; everything is there.',
    applicationNotes:
      'I have taught this at two schools for six years. I bring presses, ink, blocks and aprons, and need two long tables.',
    ...{ daysAhead: 45, startTime: '18:30', endTime: '21:00', hoursAgo: 6, status: 'pending' },
  },
  {
    ...{ name: 'What a podcast costs', eventType: 'talk', spacePreference: 'Lounge', expectedAttendance: 30 },
    description: 'Three people who make one for a living put their numbers on the table, and answer everything.',
    applicationNotes:
      'All three have said yes. We would like the small speakers and somebody who shows us how the projector works.',
    ...{ daysAhead: 52, startTime: '19:00', endTime: '20:30', hoursAgo: 40, status: 'pending' },
    messages: [
      { after: 9, from: 'house', body: 'A good idea. Will it be recorded, and if so, who may hear it afterwards?' },
      {
        after: 20,
        from: 'host',
        body: 'Only the talk, not the questions. Members can have the recording for a month.',
      },
    ],
  },
  {
    ...{
      name: 'Outdoor drawing, with tea',
      eventType: 'social',
      spacePreference: 'Outdoor Area',
      expectedAttendance: 20,
    },
    description:
      'We draw what is in the yard for two hours, compare, and drink tea. Bring a pad and something to sit on.',
    applicationNotes:
      'Nothing is needed but the yard and hot water. If it rains we would rather move it than go inside.',
    ...{ daysAhead: 61, startTime: '10:30', endTime: '12:30', hoursAgo: 51, status: 'pending' },
  },
  {
    ...{ name: 'Scores for small rooms', eventType: 'meetup', spacePreference: 'Studio B', expectedAttendance: 12 },
    description: 'A monthly evening for people who write music for theatre and have nobody to play it to.',
    applicationNotes: '',
    ...{ daysAhead: 48, startTime: '19:00', endTime: '22:00', hoursAgo: 30, status: 'draft' },
  },
  {
    ...{
      name: 'Silver rings, cast in sand',
      eventType: 'workshop',
      spacePreference: 'Studio A',
      expectedAttendance: 8,
    },
    description: 'Each makes one ring, from a model to the polished piece, in an afternoon.',
    applicationNotes: 'I bring a gas torch and fireproof mats. The silver is paid by whoever comes.',
    ...{ daysAhead: 40, startTime: '14:00', endTime: '18:00', hoursAgo: 300, status: 'rejected' },
    rejectionReason: 'We cannot have open flames in the studios. A version with cold casting would be welcome.',
  },
  {
    ...{ name: 'Open rehearsal', eventType: 'other', spacePreference: 'Main Hall', expectedAttendance: 60 },
    description: 'Half an hour of a new piece for four dancers, and a conversation about what is missing.',
    applicationNotes: 'We have to move it into the spring, as one of us has hurt her knee. We apply again then.',
    ...{ daysAhead: 44, startTime: '17:00', endTime: '18:00', hoursAgo: 200, status: 'withdrawn' },
  },
]

/** Applications of members to host, for the committee to decide on and the demonstration to show. */
export async function insertHosting(tx: Tx, draw: Lots, residents: Resident[], officeId: string | null): Promise<void> {
  const today = calendarDate(tx.now)
  const hosts = residents.filter(({ kind, role }) => kind === 'member' && role === null)
  const at = (hoursAgo: number) => new Date(tx.now.getTime() - hoursAgo * 3_600_000)
  for (const { messages = [], hoursAgo, status, daysAhead, rejectionReason, ...wish } of wishes) {
    const eventDate: CalendarDate = addDays(today, daysAhead)
    const [id, hostUserId] = [randomUUID(), draw.pick(hosts).id]
    const room = { spaceId: roomOf(preferredRooms[wish.spacePreference]), location: wish.spacePreference }
    await tx.insert(events).values({
      ...{
        ...wish,
        id,
        hostUserId,
        eventDate,
        applicationStatus: status,
        capacity: 50,
        pointsReward: draw.between(1, 3),
      },
      ...(status !== 'draft' && { ...timesOf({ ...wish, eventDate }), ...room }),
      ...{ appliedAt: at(hoursAgo), changedAt: at(hoursAgo), createdAt: at(hoursAgo + 2) },
      ...(rejectionReason && { rejectionReason, reviewedAt: at(hoursAgo - 30), reviewedBy: officeId }),
    })
    for (const { after, from, body } of messages)
      await tx.insert(eventMessages).values({
        ...{ eventId: id, addressee: from === 'house' ? 'host' : 'house', body },
        ...{ authorId: from === 'house' ? officeId : hostUserId, createdAt: at(hoursAgo - after) },
      })
  }
}
