import { type MantineColorScheme, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { nameOf } from '#platform/words.ts'
import { Face } from '#ui/plain/face.tsx'
import { useBuilt } from '#web/built.ts'
import { schemes, useScheme } from '#web/look/scheme.ts'
import { type HeadPerson, useSignOut } from '#web/session/session.tsx'
import classes from './member.module.css'
import { accountMenu } from './menus.ts'

/** The person's own menu, with the ways into the back office that are theirs. */
export function AccountMenu({ me, isClosed = false }: { me: HeadPerson; isClosed?: boolean }) {
  const signOut = useSignOut()
  const [scheme, chooseScheme] = useScheme()
  const entries = useBuilt(isClosed ? [] : accountMenu).filter(({ needs }) => {
    if (needs === 'openAdminOnly') return me.can.openAdminOnly
    if (needs === 'committee') return me.can.openAdmin && !me.can.openAdminOnly
    return needs !== 'doorOnly' || (me.can.openDoor && !me.can.openAdmin)
  })
  const name = shownName(me)
  return (
    <Menu position="bottom-end" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.account} aria-label={`Account menu of ${name}`}>
          <Face id={me.userId} size="medium" />
          <span className={classes.name}>{me.firstName || name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.email}</Menu.Label>
        {entries.map(({ label, to, search }) => (
          <Menu.Item key={label} renderRoot={props => <Link to={to} search={search} {...props} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={signOut}>Logout</Menu.Item>
        <Menu.Divider />
        <Menu.RadioGroup value={scheme} onChange={value => chooseScheme(value as MantineColorScheme)}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label} theme
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The person's name, or the email address while there is none. */
export const shownName = (me: HeadPerson) => nameOf(me) || me.email
