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

  /** Opening a room again before its time. */
  lift: ({ status, endsAt }: { status: string; endsAt: Date }, now: Date): Problem | null =>
    status === 'planned' && endsAt > now ? null : { code: 'CLOSURE_OVER', message: 'This closure is over already.' },
}
