import { Drawer } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useBuilt } from '#web/built.ts'
import { type HeadPerson, useSignOut } from '#web/session/session.tsx'
import classes from './member.module.css'
import { accountMenu, furtherMenu, isFor, memberFooter, ownMenu, topMenu } from './menus.ts'
import { SchemeSwitch } from './scheme-switch.tsx'

/** Where they stand with their next step (decision 54), and everything a member can go to, on a phone, from the side: under the same names as in the menus of a wide window. */
export function PhoneMenu({ me, isOpen, onClose }: { me: HeadPerson; isOpen: boolean; onClose: () => void }) {
  const pages = useBuilt([...topMenu, ...furtherMenu])
  const account = useBuilt(accountMenu).filter(isFor(me))
  const more = useBuilt([...ownMenu, ...memberFooter.filter(entry => !furtherMenu.includes(entry))])
  const signOut = useSignOut()
  // Closed when it appears: only what opens later gives the focus back to where it came from.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      title="Exchange"
      size="18rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.stands}>
        {me.standing.title}{' '}
        <Link to={me.standing.next.to} onClick={onClose}>
          {me.standing.next.label}
        </Link>
      </p>
      <nav aria-label="All pages" className={classes.drawer}>
        {pages.map(({ label, to }) => (
          <Link key={label} to={to} onClick={onClose} activeProps={{ 'aria-current': 'page' }}>
            {label}
          </Link>
        ))}
        <ul className={classes.lesser}>
          {account.map(({ label, to, search }) => (
            <li key={label}>
              <Link to={to} search={search} onClick={onClose}>
                {label}
              </Link>
            </li>
          ))}
          {more.map(({ label, to }) => (
            <li key={label}>
              <Link to={to} onClick={onClose}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => void signOut()}>
              Logout
            </button>
          </li>
        </ul>
      </nav>
      <SchemeSwitch />
    </Drawer>
  )
}
