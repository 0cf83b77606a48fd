import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBuilt } from '#web/built.ts'
import { type Me, useSignOut } from '#web/session/session.tsx'
import { shownName } from './account-button.tsx'
import classes from './door.module.css'
import { doorMenu } from './menus.ts'
import { Notices } from './notices.tsx'
import { SchemeSelect } from './scheme-select.tsx'

/** The bare frame for people at the door: their three screens, one thumb, nothing else. */
export function DoorLayout({ me, children }: { me: Me; children: ReactNode }) {
  const signOut = useSignOut()
  const menu = useBuilt(doorMenu)
  return (
    <>
      <Notices />
      <header className={classes.header}>
        <span className={classes.name}>{shownName(me)}</span>
        <SchemeSelect isTouched />
        <button type="button" onClick={signOut}>
          Sign Out
        </button>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <nav aria-label="Door" className={classes.menu}>
        {menu.map(({ label, to }) => (
          <Link key={label} to={to} activeProps={{ 'aria-current': 'page' }}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}
