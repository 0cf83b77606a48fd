import { eq, sql } from 'drizzle-orm'
import type { Settings } from '#features/house/settings/inputs.ts'
import { whyNot as whyNotBooking } from '#features/spaces/bookings/rules.ts'
import { messages as placeMessages } from '#features/spaces/calendar/inputs.ts'
import { placeOf, type RoomUnits, type Stretch } from '#features/spaces/calendar/rules.ts'
import { slotsOf } from '#features/spaces/facilities/rules.ts'
import { fairUseFrom } from '#features/spaces/fair-use/model.ts'
import { whyNotFair } from '#features/spaces/fair-use/rules.ts'
import { lengthsIn, seenBy } from '#features/spaces/moves/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { messages as scheduleMessages } from '#features/spaces/schedule/inputs.ts'
import { whyNot as whyNotClosure } from '#features/spaces/schedule/rules.ts'
import { closures } from '#features/spaces/schedule/table.ts'
import { messages as studioMessages } from '#features/spaces/studio/inputs.ts'
import { movedTo } from '#features/spaces/studio/model.ts'
import { openHours, whyNot as whyNotSession } from '#features/spaces/studio/rules.ts'
import { studioBookings } from '#features/spaces/studio/table.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Problem } from '#platform/problem.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { instantOf } from '#platform/time.ts'
import type { MovableKind } from './inputs.ts'

/** Something as it would be at another time, but for what else is there then. */
export interface Shifted {
  room: RoomUnits & { id: string; name: string; leafIds: string[] }
  /** Null: there is no such time on that day. */
  to: Stretch | null
  problem: Problem | null
  /** What staff should know, though it keeps nobody from it. */
  notes: string[]
}

interface Asked {
  id: string
  on: string
  startsAt: string
  spaceId: string
}

interface Looking {
  db: Reader
  actor: Actor
  settings: Settings
  now: Date
}

/** What would become of each kind; NOT_FOUND. */
export const shifted: Record<MovableKind, (asked: Asked, looking: Looking) => Promise<Shifted>> = {
  async booking({ id, on, startsAt }, { db, actor, settings, now }) {
    const { booking, facility, fairUse, membership } = await seenBy(actor, db, id, now)
    const slots = slotsOf(facility, on, settings, now, lengthsIn(booking, facility))
    const slot = slots.find(each => each.startsAtTime === startsAt) ?? null
    const isThere = slot?.startsAt.getTime() === booking.startsAt.getTime()
    const use = fairUseFrom(fairUse)
    const others = { ...use, booked: use.booked.filter(other => other.id !== id) }
    const unfair = slot && whyNotFair(placeOf(facility, on, slot), others, { membership }, now)
    return {
      room: { ...facility, id: facility.spaceId, name: facility.name },
      to: slot,
      problem:
        whyNotBooking.move(booking, { now, cancellationHours: 0, isStaff: true }) ??
        whyNotBooking.moveTo(booking.paidWith, facility.tokenAvailableDays, on) ??
        (slot && !isThere ? null : { code: 'SLOT_NOT_OFFERED', message: placeMessages.slotNotOffered }),
      notes: [
        'The price stays as it was paid, and the person gets an email.',
        ...(unfair ? [`Not as the rules of fair use have it: ${unfair.message}`] : []),
      ],
    }
  },

  async studio({ id, on, startsAt: startTime }, { db, settings, now }) {
    const [row] = await db
      .select({ session: studioBookings, room: roomColumns })
      .from(studioBookings)
      .innerJoin(spaces, eq(spaces.id, studioBookings.spaceId))
      .where(eq(studioBookings.id, id))
    if (!row) throw notFound(studioMessages.notFound)
    const to = movedTo(row.session, { on, startTime })
    return {
      room: row.room,
      to,
      problem:
        whyNotSession.move(row.session, now) ??
        whyNotSession.moveTo(row.session, to, { settings: openHours(settings, row.room), now }),
      notes: ['The price stays as it is, and the member gets an email.'],
    }
  },

  async closure({ id, on, startsAt: startTime, spaceId }, { db, now }) {
    const isRoom = spaceId ? eq(spaces.id, spaceId) : eq(spaces.id, closures.spaceId)
    const [row] = await db
      .select({ closure: closures, room: roomColumns })
      .from(closures)
      .innerJoin(spaces, isRoom)
      .where(eq(closures.id, id))
    if (!row) throw notFound(scheduleMessages.notFound)
    const startsAt = instantOf(on, startTime)
    const lasts = row.closure.endsAt.getTime() - row.closure.startsAt.getTime()
    return {
      room: { ...row.room, turnaroundMinutes: 0 },
      to: { startsAt, endsAt: new Date(startsAt.getTime() + lasts) },
      problem: whyNotClosure.move(row.closure, { startsAt, spaceId: row.room.id }, now),
      notes: [],
    }
  },
}

const roomColumns = {
  id: spaces.id,
  name: spaces.name,
  leafIds: spaces.leafIds,
  /** Of a room with parts there is one. */
  units: sql<number>`case when cardinality(spaces.leaf_ids) = 1 then spaces.units else 1 end`,
  turnaroundMinutes: spaces.turnaroundMinutes,
  opensAt: spaces.opensAt,
  closesAt: spaces.closesAt,
}
