import { Drawer } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type PagePath, useBuilt } from '#web/built.ts'
import { type HeadPerson, useSignOut } from '#web/session/session.tsx'
import classes from './member.module.css'
import { accountMenu, furtherMenu, isFor, memberFooter, ownMenu, topMenu } from './menus.ts'
import { SchemeSwitch } from './scheme-switch.tsx'

/** Where they stand with their next step (decision 54), and everything a member can go to, on a phone, from the side: under the same names as in the menus of a wide window. */
export function PhoneMenu({ me, isOpen, onClose }: { me: HeadPerson; isOpen: boolean; onClose: () => void }) {
  const { next } = me.standing
  // Each place once: the next step has its own line.
  const isFurther = ({ to, search }: Place) => to !== next.to || search !== undefined
  const pages = useBuilt([...topMenu, ...furtherMenu]).filter(isFurther)
  const own = [...useBuilt(accountMenu).filter(isFor(me)), ...useBuilt(ownMenu)].filter(isFurther)
  const house = useBuilt(memberFooter.filter(entry => !furtherMenu.includes(entry))).filter(isFurther)
  const signOut = useSignOut()
  // Closed when it appears: only what opens later gives the focus back to where it came from.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      title="Exchange"
      size="20rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.stands}>
        {me.standing.title}{' '}
        <Link to={next.to} onClick={onClose}>
          {next.label}
        </Link>
      </p>
      <nav aria-label="All pages" className={classes.drawer}>
        <Places of={pages} onClose={onClose} />
        <h2>Your account</h2>
        <Places of={own} onClose={onClose} />
        <h2>The house</h2>
        <Places of={house} onClose={onClose}>
          <li>
            <button type="button" onClick={() => void signOut()}>
              Logout
            </button>
          </li>
        </Places>
      </nav>
      <SchemeSwitch />
    </Drawer>
  )
}

interface Place {
  label: string
  to: PagePath
  search?: { tab: string }
}

function Places({ of, onClose, children }: { of: readonly Place[]; onClose: () => void; children?: ReactNode }) {
  return (
    <ul>
      {of.map(({ label, to, search }) => (
        <li key={label}>
          <Link
            to={to}
            search={search}
            onClick={onClose}
            activeOptions={{ exact: true, includeSearch: search !== undefined }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </Link>
        </li>
      ))}
      {children}
    </ul>
  )
}
