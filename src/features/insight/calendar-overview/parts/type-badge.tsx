import { IconBuildingStore, IconCalendarCheck, IconCamera, IconTicket, IconWalk } from '@tabler/icons-react'
import type { ItemType } from '../inputs.ts'
import classes from './overview.module.css'

const marks = {
  event: { words: 'Event', Icon: IconTicket },
  booking: { words: 'Booking', Icon: IconCalendarCheck },
  tour: { words: 'Tour', Icon: IconWalk },
  studio: { words: 'Studio', Icon: IconCamera },
  market: { words: 'Market', Icon: IconBuildingStore },
} as const

/** What sort of thing it is, by word, mark and colour (OCC-11): colour never says it alone. */
export function TypeBadge({ type }: { type: ItemType }) {
  const { words, Icon } = marks[type]
  return (
    <span className={classes.badge} data-type={type}>
      <Icon size={16} stroke={2} aria-hidden />
      {words}
    </span>
  )
}
