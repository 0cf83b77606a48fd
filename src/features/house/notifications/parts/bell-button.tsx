import { IconBell } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './bell.module.css'

/** What opens the panel. More than a hundred is nobody's to count. */
export function BellButton({ unread, ...rest }: { unread: number } & ComponentProps<'button'>) {
  const count = unread > 99 ? '99+' : unread
  return (
    <button
      {...rest}
      type="button"
      className={classes.bell}
      aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
    >
      <IconBell aria-hidden />
      {unread > 0 ? <span className={classes.count}>{count}</span> : null}
    </button>
  )
}
