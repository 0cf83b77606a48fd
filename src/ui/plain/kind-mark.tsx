import {
  IconBuildingStore,
  IconCalendarCheck,
  IconCamera,
  IconHourglass,
  IconKey,
  IconLock,
  IconTicket,
  IconWalk,
} from '@tabler/icons-react'
import classes from './kind-mark.module.css'

const icons: Record<string, typeof IconTicket> = {
  event: IconTicket,
  booking: IconCalendarCheck,
  tour: IconWalk,
  studio: IconCamera,
  market: IconBuildingStore,
  rental: IconKey,
  closure: IconLock,
  offer: IconHourglass,
}

/** What sort of thing is in a calendar, as a mark. Its word stands beside it, and `hueOf` gives its colour. */
export function KindIcon({ kind, size = 16 }: { kind: string; size?: number }) {
  const Icon = icons[kind]
  return Icon ? <Icon size={size} stroke={2} className={classes.icon} aria-hidden /> : null
}

/** The colour of that sort, as `--hue` on the element which has these attributes. */
export const hueOf = (kind: string, more = '') => ({ className: `${classes.hue} ${more}`, 'data-hue': kind })
