import { hueOf, KindIcon } from '#ui/plain/kind-mark.tsx'
import type { ItemType } from '../inputs.ts'
import classes from './overview.module.css'

const words: Record<ItemType, { name: string; one: string; many: string }> = {
  event: { name: 'Event', one: 'Event', many: 'Events' },
  booking: { name: 'Booking', one: 'Booking', many: 'Bookings' },
  tour: { name: 'Tour', one: 'Tour party', many: 'Tour parties' },
  studio: { name: 'Studio', one: 'Studio session', many: 'Studio sessions' },
  market: { name: 'Market', one: 'Market stall', many: 'Market stalls' },
}

/** What sort of thing it is, by word, mark and colour (OCC-11): colour never says it alone. With `count` what so many are called. */
export function TypeBadge({ type, count }: { type: ItemType; count?: number }) {
  const { name, one, many } = words[type]
  return (
    <span {...hueOf(type, classes.badge)}>
      <KindIcon kind={type} />
      {count === undefined ? name : count === 1 ? one : many}
    </span>
  )
}
