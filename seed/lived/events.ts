import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { admittedWords } from '#features/door/scans/rules.ts'
import { scans } from '#features/door/scans/table.ts'
import { preferredRooms } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import { tokenRef } from '#features/events/registrations/model.ts'
import { eventRegistrations } from '#features/events/registrations/table.ts'
import { eventPass } from '#features/events/tickets/rules.ts'
import { pointTransactions, userPoints } from '#features/membership/points/table.ts'
import { leftByPerson, spendTokens } from '#features/membership/tokens/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { addDays, weekdayOf } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { evenings } from './event-words.ts'
import { type Lots, lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'

type Event = typeof events.$inferInsert & { id: string; name: string; eventDate: string; startsAt: Date; endsAt: Date }
type Registration = typeof eventRegistrations.$inferInsert & { id: string }

const times = { tuesday: ['18:30', '20:30'], thursday: ['19:00', '21:00'], saturday: ['14:00', '17:00'] } as const
const weeksBack = 14
/** So long the door has scanned tickets of events; before, hosts checked people in by hand. */
const scannedDays = 42
const daysAhead = 30

/** Three events a week: those of the last months with who was there, those of the next, and one that is full with a line. */
export async function insertEvents(tx: Tx, people: Resident[]): Promise<void> {
  const draw = lots(48_231)
  const rooms = new Map(
    (await tx.select({ slug: spaces.slug, id: spaces.id }).from(spaces)).map(room => [room.slug, room.id]),
  )
  const guests = people.filter(({ kind, role }) => kind === 'member' && !role)
  const today = calendarDate(tx.now)
  const rows: Event[] = []
  const registrations: Registration[] = []
  let full: Event | undefined
  for (let day = -weeksBack * 7; day <= daysAhead; day++) {
    const on = addDays(today, day)
    const [startTime, endTime] = times[weekdayOf(on) as keyof typeof times] ?? []
    if (!startTime || !endTime) continue
    const evening = evenings[rows.length % evenings.length]!
    const [startsAt, endsAt] = [instantOf(on, startTime), instantOf(on, endTime)]
    const isOver = endsAt <= tx.now
    const appliedAt = instantOf(addDays(today, Math.min(day - 44, -6)), '11:20')
    // What costs tokens is to come: nothing of the past is charged after the fact.
    const tokensCost = isOver ? 0 : evening.tokens
    const isFull = full === undefined && startsAt > tx.now && day > 2 && tokensCost === 0
    const row: Event = {
      ...{ id: randomUUID(), name: evening.name, description: evening.about, eventType: evening.type },
      ...{ eventDate: on, startTime, endTime, startsAt, endsAt, tokensCost, pointsReward: evening.points },
      ...{ spacePreference: evening.room, spaceId: rooms.get(preferredRooms[evening.room])! },
      ...{ capacity: isFull ? 12 : evening.capacity, plusOnesAllowed: isFull ? 0 : evening.plusOnes },
      ...{ expectedAttendance: evening.capacity, applicationNotes: evening.notes },
      hostUserId: evening.isOfTheHouse ? null : draw.pick(guests).id,
      ...{ applicationStatus: 'approved', appliedAt, createdAt: appliedAt, registeredCount: 0 },
      reviewedAt: new Date(appliedAt.getTime() + 26 * 3_600_000),
    }
    rows.push(row)
    if (isFull) full = row
    if (tokensCost === 0)
      registrations.push(...whoCame(draw, row, { guests, isOver, isFull, now: tx.now, ahead: Math.max(0, day) }))
  }
  for (const row of rows)
    row.registeredCount = sum(registrations.filter(({ eventId }) => eventId === row.id).map(r => 1 + (r.plusOnes ?? 0)))
  await insertAll(tx, events, rows)
  await insertAll(tx, eventRegistrations, registrations)
  await insertPoints(tx, rows, registrations)
  await insertScans(tx, people, registrations)
  await sellPlaces(
    tx,
    draw,
    rows.filter(({ tokensCost = 0 }) => tokensCost > 0),
  )
  if (full) await insertLine(tx, draw, full, guests, registrations)
}

function whoCame(
  draw: Lots,
  event: Event,
  {
    guests,
    isOver,
    isFull,
    now,
    ahead,
  }: { guests: Resident[]; isOver: boolean; isFull: boolean; now: Date; ahead: number },
): Registration[] {
  const there = guests.filter(({ joinedOn }) => joinedOn < event.eventDate)
  // The next weeks fill from the front.
  const share = isFull
    ? 1
    : isOver
      ? draw.between(45, 95) / 100
      : Math.max(0.1, draw.between(50, 85) / 100 - ahead / 45)
  const wanted = Math.min(Math.round(event.capacity * share), there.length)
  const came: Registration[] = []
  const taken = new Set<string>()
  let people = 0
  while (people < wanted) {
    const { id: userId } = draw.pick(there)
    if (taken.has(userId)) continue
    taken.add(userId)
    const plusOnes = !isFull && (event.plusOnesAllowed ?? 0) > 0 && people + 1 < wanted && draw.chance(0.2) ? 1 : 0
    people += 1 + plusOnes
    const before = draw.between(6, 400) * 3_600_000
    const registeredAt = new Date(
      Math.max(Math.min(event.startsAt.getTime(), now.getTime()) - before, event.reviewedAt!.getTime()),
    )
    const wasThere = isOver && draw.chance(0.86)
    came.push({
      ...{ id: randomUUID(), eventId: event.id, userId, plusOnes, isShown: draw.chance(0.6) },
      ...{ registeredAt, createdAt: registeredAt },
      ...(wasThere && {
        status: 'attended' as const,
        attendedAt: new Date(event.startsAt.getTime() + draw.between(1, 40) * 60_000),
        isAttendedByScan: event.eventDate > addDays(calendarDate(now), -scannedDays),
      }),
    })
  }
  return came
}

/** Whoever came since the door scans tickets was let in by theirs. */
async function insertScans(tx: Tx, people: Resident[], registrations: Registration[]): Promise<void> {
  const scannedBy = people.find(({ role }) => role === 'door')!.id
  await insertAll(
    tx,
    scans,
    registrations
      .filter(({ isAttendedByScan }) => isAttendedByScan)
      .sort((a, b) => a.attendedAt!.getTime() - b.attendedAt!.getTime())
      .map(({ id: passId, userId: personId, attendedAt }) => ({
        ...{ id: randomUUID(), kind: eventPass.name, deviceId: 'Door phone', passId, personId, scannedBy },
        codeHash: createHash('sha256').update(passId).digest('hex'),
        ...{ scannedAt: attendedAt!, receivedAt: attendedAt!, isFirstEntry: true },
        ...{ outcome: 'admitted' as const, message: admittedWords(true) },
      })),
  )
}

/** Who was there has the points of the event. */
async function insertPoints(tx: Tx, rows: Event[], registrations: Registration[]): Promise<void> {
  const byId = new Map(rows.map(row => [row.id, row]))
  const total = new Map<string, number>()
  const moves = registrations
    .filter(({ attendedAt }) => attendedAt)
    .sort((a, b) => a.attendedAt!.getTime() - b.attendedAt!.getTime())
    .map(({ id, eventId, userId, attendedAt }) => {
      const { name, eventDate, pointsReward = 1 } = byId.get(eventId)!
      const totalAfter = (total.get(userId) ?? 0) + pointsReward
      total.set(userId, totalAfter)
      const description = `${name}, ${formatDate(eventDate)}`
      return {
        ...{ userId, type: 'earned' as const, amount: pointsReward, totalAfter, description },
        ...{ ref: `attended:${id}`, createdAt: attendedAt! },
      }
    })
  await insertAll(
    tx,
    userPoints,
    [...total].map(([userId, points]) => ({ userId, totalPoints: points, lifetimePoints: points, createdAt: tx.now })),
  )
  await insertAll(tx, pointTransactions, moves)
}

/** Places at what costs tokens, taken by some who have them. */
async function sellPlaces(tx: Tx, draw: Lots, rows: Event[]): Promise<void> {
  const left = leftByPerson(tx)
  const owners = (await tx.select({ userId: left.userId, balance: left.balance }).from(left)).sort((a, b) =>
    a.userId < b.userId ? -1 : 1,
  )
  for (const { id: eventId, name, eventDate, tokensCost = 0 } of rows) {
    const able = owners.filter(({ balance }) => balance >= tokensCost)
    const chosen = [...new Set(Array.from({ length: draw.between(2, 6) }, () => draw.pick(able)))]
    for (const owner of chosen) {
      owner.balance -= tokensCost
      const id = randomUUID()
      await tx.insert(eventRegistrations).values({
        ...{ id, eventId, userId: owner.userId, tokensUsed: tokensCost, isShown: draw.chance(0.6) },
        ...{ registeredAt: tx.now, createdAt: tx.now },
      })
      const description = `${name}, ${formatDate(eventDate)}`
      await spendTokens(tx, owner.userId, [{ amount: tokensCost, description, ref: tokenRef(id) }])
    }
    await tx.update(events).set({ registeredCount: chosen.length }).where(eq(events.id, eventId))
  }
}

async function insertLine(
  tx: Tx,
  draw: Lots,
  event: Event,
  guests: Resident[],
  registrations: Registration[],
): Promise<void> {
  const going = new Set(registrations.filter(({ eventId }) => eventId === event.id).map(({ userId }) => userId))
  const line = [...new Set(Array.from({ length: 5 }, () => draw.pick(guests).id))].filter(id => !going.has(id))
  const { startsAt, endsAt } = event
  await insertAll(
    tx,
    waitingEntries,
    line.map((userId, place) => ({
      ...{ kind: 'event' as const, subject: event.id, userId, people: 1, startsAt, endsAt },
      createdAt: new Date(tx.now.getTime() - (line.length - place) * 5 * 3_600_000),
    })),
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
