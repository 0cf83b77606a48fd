import type { Problem } from '#platform/problem.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import { mostCancelled } from './inputs.ts'

/** Whatever has a room at a time, as the calendar says it. */
export interface Taken {
  kind: string
  ref: string
  /** The room or part of a room. */
  room: string
  title: string
  startsAt: Date
  on: string
}

/** What takes rooms, in words. */
export const kindWords: Record<string, string> = {
  booking: 'Booking',
  studio: 'Studio session',
  rental: 'Rental',
  market: 'Market',
  event: 'Event',
  closure: 'Closed',
  offer: 'Offered',
}

export const whyNot = {
  /** Closing a room: bookings in the way are cancelled if just these were shown; nothing else gives way to a closure. */
  close(inTheWay: readonly Taken[], cancels: number): Problem | null {
    const others = inTheWay.filter(({ kind }) => kind !== 'booking')
    if (others.length > 0) {
      const named = others.slice(0, 3).map(({ kind, on, room }) => `${kindWords[kind]} on ${formatDate(on)} (${room})`)
      return { code: 'ROOM_TAKEN', message: `In the way: ${named.join('; ')}. Move or cancel it first.` }
    }
    if (inTheWay.length > mostCancelled)
      return {
        code: 'TOO_MANY_BOOKINGS',
        message: `There are ${inTheWay.length} bookings then. Close the room in shorter parts.`,
      }
    if (inTheWay.length === cancels) return null
    const message = `There are ${formatCount(inTheWay.length, 'booking')} then, not ${cancels}. Please look again.`
    return { code: 'CHANGED_MEANWHILE', message }
  },

  /** Putting a closure that has not begun to another time that is still to come, or to another room. */
  move(
    { status, startsAt, spaceId }: { status: string; startsAt: Date; spaceId: string },
    to: { startsAt: Date; spaceId: string },
    now: Date,
  ): Problem | null {
    if (status !== 'planned' || startsAt <= now)
      return { code: 'CLOSURE_OVER', message: 'Only a closure that has not begun can be moved.' }
    if (to.startsAt <= now) return { code: 'DATE_PAST', message: 'Choose a time that is still to come.', field: 'on' }
    if (to.startsAt.getTime() !== startsAt.getTime() || to.spaceId !== spaceId) return null
    return { code: 'SLOT_NOT_OFFERED', message: 'It is there already. Choose another time.', field: 'startsAt' }
  },

  /** Opening a room again before its time. */
  lift: ({ status, endsAt }: { status: string; endsAt: Date }, now: Date): Problem | null =>
    status === 'planned' && endsAt > now ? null : { code: 'CLOSURE_OVER', message: 'This closure is over already.' },
}
