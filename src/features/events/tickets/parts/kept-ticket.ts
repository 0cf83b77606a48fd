import type { rpc } from '#web/client.ts'
import { forgetOwn, keepOwnForDay, readOwnOfDay } from '#web/offline/own-storage.ts'

/** A ticket as this device keeps it: whose registration, for what, and until when by this device's clock. */
export interface KeptTicket {
  registrationId: string
  name: string
  ticket: Awaited<ReturnType<typeof rpc.events.ticket>>
  /** In milliseconds. */
  goodUntil: number
}

const nameOf = (eventId: string) => `event-ticket.${eventId}`

/** Keeps the last code of an event for where the server cannot be asked; gone after its day, and with the session. */
export const keepTicket = (eventId: string, kept: KeptTicket) => keepOwnForDay(nameOf(eventId), kept)
export const readTicket = (eventId: string) => readOwnOfDay<KeptTicket>(nameOf(eventId))
/** What was called off, or is over, is good for nothing. */
export const forgetTicket = (eventId: string) => forgetOwn(nameOf(eventId))
