/** The address that puts an event into a calendar on the web; times are instants in UTC. */
export function calendarLink(
  event: { name: string; description: string; place: string; startsAt: Date; endsAt: Date },
  page: string,
): string {
  const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.name,
    dates: `${stamp(event.startsAt)}/${stamp(event.endsAt)}`,
    details: `${event.description}\n\n${page}`,
    location: event.place,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** How many come, in words. */
export const comingWords = (people: number) =>
  people === 1 ? 'Just you' : people === 2 ? 'You and 1 more' : `You and ${people - 1} more`
