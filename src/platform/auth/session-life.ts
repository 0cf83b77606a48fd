import type { Role } from './actor.ts'

/** How long sessions last; settings of the house. */
export interface SessionLimits {
  /** Of anybody with a role, from their sign-in. */
  staffSessionHours: number
  /** Of committee and admins, from their last use. */
  staffIdleMinutes: number
  /** Of everybody else, from their sign-in. */
  memberSessionDays: number
}

/** A member's session ends after so long without use, as it always did. */
const memberIdleDays = 30
/** How exactly the last use is known: it is written no more often. */
export const usedEveryMs = 5 * 60_000

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface Life {
  roles: readonly Role[]
  signedInAt: Date
  usedAt: Date
}

/**
 * When a session ends. Who works at the door and nowhere else is signed out by the day alone: their device scans for
 * hours without a network, when the server sees no use of it, and what it has scanned must arrive (decision 36).
 */
export function sessionEnd({ roles, signedInAt, usedAt }: Life, limits: SessionLimits): Date {
  const isStaff = roles.length > 0
  const longest = isStaff ? limits.staffSessionHours * hour : limits.memberSessionDays * day
  const isDoorOnly = isStaff && roles.every(role => role === 'door')
  const idle = isDoorOnly ? longest : isStaff ? limits.staffIdleMinutes * minute : memberIdleDays * day
  return new Date(Math.min(signedInAt.getTime() + longest, usedAt.getTime() + idle))
}
