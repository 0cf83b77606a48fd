import type { SpacePreference } from '#features/events/events/inputs.ts'
import { isCalendarDate, isWallTime, timeOfMinutes } from '#platform/dates.ts'
import type { HostDraft } from '../inputs.ts'

/** An application as its fields hold it: everything that is typed is text. */
export interface HostValues {
  id: string
  name: string
  eventType: HostDraft['eventType']
  description: string
  eventDate: string
  startTime: string
  endTime: string
  setUpMinutes: string
  clearMinutes: string
  spacePreference: SpacePreference | ''
  expectedAttendance: string
  applicationNotes: string
  pointsReward: string
}

/** A new one: an evening, which most are. */
export const newValues = (id: string): HostValues => ({
  ...{ id, name: '', eventType: 'workshop', description: '', eventDate: '', startTime: '18:00', endTime: '20:00' },
  ...{ setUpMinutes: '30', clearMinutes: '30', spacePreference: '', expectedAttendance: '' },
  ...{ applicationNotes: '', pointsReward: '1' },
})

/** What was kept, as fields hold it. */
export const valuesOf = (draft: HostDraft): HostValues => ({
  ...draft,
  eventDate: draft.eventDate ?? '',
  startTime: draft.startTime ?? '',
  endTime: draft.endTime ?? '',
  setUpMinutes: String(draft.setUpMinutes),
  clearMinutes: String(draft.clearMinutes),
  spacePreference: draft.spacePreference ?? '',
  expectedAttendance: draft.expectedAttendance === null ? '' : String(draft.expectedAttendance),
  pointsReward: String(draft.pointsReward),
})

/** What of it can be kept as a draft: what is no day, time or number yet is left out. */
export function draftOf(values: HostValues): HostDraft {
  const number = (typed: string, most: number) =>
    /^[1-9]\d{0,3}$/.test(typed.trim()) && Number(typed) <= most ? Number(typed) : null
  return {
    ...values,
    eventDate: isCalendarDate(values.eventDate) ? values.eventDate : null,
    startTime: isWallTime(values.startTime) ? values.startTime : null,
    endTime: isWallTime(values.endTime) ? values.endTime : null,
    setUpMinutes: Number(values.setUpMinutes),
    clearMinutes: Number(values.clearMinutes),
    spacePreference: values.spacePreference || null,
    expectedAttendance: number(values.expectedAttendance, 1_000),
    pointsReward: number(values.pointsReward, 1_000) ?? 1,
  }
}

/** Every half hour from eight to midnight, and whatever else is chosen already. */
export function timesToChoose(...chosen: string[]): string[] {
  const times = Array.from({ length: 32 }, (_, half) => timeOfMinutes(8 * 60 + half * 30))
  return [...new Set([...times, ...chosen.filter(isWallTime)])].sort()
}
