import { Menu } from '@mantine/core'
import { IconBuildingStore, IconCalendarEvent, IconChevronDown, IconListCheck, IconTicket } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useShownKind } from '#features/door/scans/parts/shown-kind.ts'
import { eventPass } from '#features/events/tickets/rules.ts'
import { guestPass } from '#features/guests/passes/rules.ts'
import { marketPass } from '#features/market/tickets/rules.ts'
import { useBuilt } from '#web/built.ts'
import { type Me, useSignOut } from '#web/session/session.tsx'
import { shownName } from './account-button.tsx'
import classes from './door.module.css'
import { doorMenu } from './menus.ts'
import { Notices } from './notices.tsx'
import { ThemeItems } from './theme-items.tsx'

/** The bare frame for people at the door: what they scan and who came, one bar, one thumb, nothing else. */
export function DoorLayout({ me, children }: { me: Me; children: ReactNode }) {
  const signOut = useSignOut()
  const menu = useBuilt(doorMenu)
  const shown = useShownKind()
  return (
    <>
      <Notices />
      <header className={classes.header}>
        <OwnMenu me={me} />
        <button type="button" onClick={signOut}>
          Sign Out
        </button>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <nav aria-label="Door" data-door-bar className={classes.menu}>
        {menu.map(({ label, to, search, icon }) => (
          <Link
            key={label}
            to={to}
            {...(search && { search })}
            {...(shown !== null && kinds[icon] === shown && { 'aria-current': 'page' })}
          >
            <Icon of={icon} />
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}

/** Of which kind of pass an entry is the scanner, as that may have opened without being chosen. */
const kinds = { market: marketPass.name, events: eventPass.name, guests: guestPass.name, came: null }
const icons = { market: IconBuildingStore, events: IconCalendarEvent, guests: IconTicket, came: IconListCheck }

function Icon({ of }: { of: keyof typeof icons }) {
  const Drawn = icons[of]
  return <Drawn size={22} stroke={1.6} aria-hidden />
}

/** Who is at this door, whole, and behind it what is chosen once: the door is often dark. */
function OwnMenu({ me }: { me: Me }) {
  return (
    <Menu position="bottom-start" width={220} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.own}>
          <span className={classes.name}>{shownName(me)}</span>
          <IconChevronDown size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}
