/** `days` from today, as the venue's calendar has it. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
}

/** A wish for a place of a facility, that many days ahead. */
export const placeIn = (facility: { id: string }, days: number, startsAt: string, payWith = 'auto') => ({
  facilityId: facility.id,
  on: dayAhead(days),
  startsAt,
  payWith,
})
