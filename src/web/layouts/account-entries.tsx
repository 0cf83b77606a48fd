import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useBuilt } from '#web/built.ts'
import { type HeadPerson, useSignOut } from '#web/session/session.tsx'
import { AccountButton } from './account-button.tsx'
import classes from './member.module.css'
import { accountMenu, isFor } from './menus.ts'
import { ThemeItems } from './theme-items.tsx'

/** The person's own menu, headed by where they stand and their next step (decision 54), which opens when it appears: in place of the button that was pressed for it. */
export function AccountEntries({ me, isClosed }: { me: HeadPerson; isClosed: boolean }) {
  const { standing } = me
  const signOut = useSignOut()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // From the button, as if that had opened it: the focus goes on into the menu, and back there.
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])
  const entries = useBuilt(isClosed ? [] : accountMenu).filter(isFor(me))
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={260}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <AccountButton me={me} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.email}</Menu.Label>
        <Menu.Label className={classes.stands}>{standing.title}</Menu.Label>
        <Menu.Item className={classes.nextStep} renderRoot={props => <Link to={standing.next.to} {...props} />}>
          {standing.next.label}
        </Menu.Item>
        <Menu.Divider />
        {entries.map(({ label, to, search }) => (
          <Menu.Item key={label} renderRoot={props => <Link to={to} search={search} {...props} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={signOut}>Logout</Menu.Item>
        <Menu.Divider />
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}
