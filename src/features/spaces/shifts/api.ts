import { settingsFact } from '#features/house/settings/model.ts'
import { freeUnit } from '#features/spaces/calendar/rules.ts'
import { moveBooking } from '#features/spaces/moves/model.ts'
import { moveClosure, once, takenBetween } from '#features/spaces/schedule/model.ts'
import { whyNot as whyNotClosure } from '#features/spaces/schedule/rules.ts'
import { moveSession } from '#features/spaces/studio/model.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf, wallTime } from '#platform/time.ts'
import { lookInput, shiftInput } from './inputs.ts'
import { shifted } from './model.ts'

/** Staff put what is in the calendar of the house to another time; mounted under `schedule` in src/api.ts. */
export const shifts = {
  /**
   * What putting a booking, a studio session or a closure to another time would come to: when it would be, what is there then
   * and in its way, how many bookings would be cancelled for it, what to know, and why it cannot be. Changes nothing. NOT_FOUND.
   */
  lookAhead: forAdmin
    .route({ method: 'GET', summary: 'What moving something in the calendar would come to' })
    .input(lookInput)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const settings = await fact(settingsFact)
      const { kind, ...asked } = input
      const { room, to, problem, notes } = await shifted[kind](asked, { db, actor, settings, now })
      if (!to)
        return {
          on: null,
          startsAt: null,
          endsAt: null,
          room: room.name,
          inTheWay: [],
          cancels: 0,
          notes,
          whyNot: problem!.message,
        }
      const until = new Date(to.endsAt.getTime() + room.turnaroundMinutes * 60_000)
      const there = (await takenBetween(db, to.startsAt, until, room.id)).filter(
        ({ kind, ref, heldUntil }) => ref !== asked.id && kind !== 'offer' && (heldUntil === null || heldUntil > now),
      )
      const held = there.map(row => ({ ...row, unit: room.leafIds.length === 1 ? row.unit : 1 }))
      const isClosure = kind === 'closure'
      const inTheWay = once(isClosure || freeUnit(room, to, held) === null ? there : [])
      const cancels = isClosure ? inTheWay.filter(row => row.kind === 'booking').length : 0
      const taken = isClosure
        ? whyNotClosure.close(inTheWay, cancels)
        : inTheWay.length > 0
          ? { message: 'It is taken then.' }
          : null
      return {
        on: calendarDate(to.startsAt),
        startsAt: wallTime(to.startsAt),
        endsAt: wallTime(to.endsAt),
        room: room.name,
        inTheWay: inTheWay.map(({ kind, ref, room, title, on, startsAt, endsAt }) => ({
          ...{ kind, ref, room, title, on },
          ...{ startsAt: wallTime(startsAt), endsAt: wallTime(endsAt) },
        })),
        cancels,
        notes,
        whyNot: (problem ?? taken)?.message ?? null,
      }
    }),

  /**
   * Puts a booking or a studio session to another time, for the price it has, or a closure to another time or room, cancelling
   * the bookings that were shown to be in its way with everything given back. Whom it concerns is told. Throws NOT_FOUND,
   * CANNOT_MOVE, SLOT_NOT_OFFERED, SLOT_TAKEN, WAITED_FOR, CLOSURE_OVER, ROOM_TAKEN, CHANGED_MEANWHILE and what else
   * `bookings.move` and `schedule.close` throw.
   */
  shift: forAdmin
    .meta({ fresh: true, spends: ['places'] })
    .route({ summary: 'Move something in the calendar' })
    .input(shiftInput)
    .handler(({ input: { kind, spaceId, cancels, ...to }, context: { actor, write } }) =>
      write(async tx => {
        if (kind === 'booking') await moveBooking(tx, actor, to)
        else if (kind === 'studio') await moveSession(tx, to, actor)
        const by = { by: actor.userId, cancels }
        const startsAt = instantOf(to.on, to.startsAt)
        const cancelled =
          kind === 'closure' ? await moveClosure(tx, { id: to.id, spaceId: spaceId || null, startsAt }, by) : 0
        return { id: to.id, cancelled }
      }),
    ),
}
