import { kindWords } from '#features/spaces/schedule/rules.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import classes from './day-grid.module.css'
import type { Entry } from './entries.ts'

/** Each thing once, with all the rooms that it has, by time. */
export function linesOf(entries: readonly Entry[]): { entry: Entry; rooms: string[] }[] {
  const lines = new Map<string, { entry: Entry; rooms: string[] }>()
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.ref}`
    const room = entry.units > 1 && entry.kind === 'booking' ? `${entry.room}, number ${entry.unit}` : entry.room
    const line = lines.get(key)
    if (!line) lines.set(key, { entry, rooms: [room] })
    else if (!line.rooms.includes(room)) line.rooms.push(room)
  }
  return [...lines.values()].toSorted(
    (a, b) => a.entry.startsAt.localeCompare(b.entry.startsAt) || a.rooms[0]!.localeCompare(b.rooms[0]!),
  )
}

/** What the desk has on paper for a day: everything by time, with room and person, and a box for who has come. Only in print. */
export function DaySheet({ day, entries }: { day: string; entries: readonly Entry[] }) {
  const lines = linesOf(entries)
  return (
    <table className={classes.sheet}>
      <caption>
        {formatDate(day, { year: true })}, {lines.length === 0 ? 'nothing booked' : `${lines.length} in all`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Here</th>
          <th scope="col">Time</th>
          <th scope="col">Room</th>
          <th scope="col">Who or what</th>
          <th scope="col">To note</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ entry, rooms }) => (
          <tr key={`${entry.kind} ${entry.ref}`}>
            <td>{entry.kind === 'booking' || entry.kind === 'studio' ? <span className={classes.box} /> : null}</td>
            <td>{formatTimeRange(entry.startsAt, entry.endsAt)}</td>
            <td>{rooms.join(', ')}</td>
            <td>{entry.title || kindWords[entry.kind]}</td>
            <td>
              {[entry.kind === 'booking' ? '' : kindWords[entry.kind], entry.isToPay ? 'To pay' : '']
                .filter(Boolean)
                .join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
