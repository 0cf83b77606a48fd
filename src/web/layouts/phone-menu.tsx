import { Drawer } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useBuilt } from '#web/built.ts'
import classes from './member.module.css'
import { topMenu } from './menus.ts'
import { SchemeSwitch } from './scheme-switch.tsx'

/** The members' pages on a phone, from the side. */
export function PhoneMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const top = useBuilt(topMenu)
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
      <nav aria-label="All pages" className={classes.drawer}>
        {top.map(({ label, to }) => (
          <Link key={label} to={to} onClick={onClose} activeProps={{ 'aria-current': 'page' }}>
            {label}
          </Link>
        ))}
      </nav>
      <SchemeSwitch />
    </Drawer>
  )
}
