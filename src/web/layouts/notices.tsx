import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOnline } from '#web/offline/use-online.ts'
import type { HeadPerson } from '#web/session/session.tsx'
import { site } from '#web/site.ts'
import classes from './notices.module.css'

/** Pages that say themselves where the person stands. */
const sayItThemselves = ['/', '/home', '/portal', '/join']

/** Pages that go on without a connection, and say so themselves. */
const goOnOffline = ['/admin/market-scanner', '/admin/guest-pass-scanner']

/**
 * Lines above every page: simulators that are on (unless `isDemoElsewhere`), a connection that is gone, where the person
 * stands if that waits for them.
 */
export function Notices(props: {
  standing?: HeadPerson['standing']
  isDemoElsewhere?: boolean
  /** what else the frame has to tell */
  children?: ReactNode
}) {
  const { standing, isDemoElsewhere = false } = props
  const pathname = useLocation({ select: location => location.pathname })
  const isOnline = useOnline()
  return (
    <aside aria-label="Notices">
      {site.hasSimulators && !isDemoElsewhere && (
        <p className={classes.simulators}>
          Demonstration: no real money or emails. <a href="/dev/mail">In-box</a>
        </p>
      )}
      <div role="status">
        {!isOnline && !goOnOffline.includes(pathname) && (
          <p className={classes.offline}>You are offline. What you see may be out of date, and nothing can be sent.</p>
        )}
      </div>
      {standing?.isNotice && !sayItThemselves.includes(pathname) && (
        <p className={classes.standing}>
          <strong>{standing.title}</strong> {standing.words} <Link to={standing.next.to}>{standing.next.label}</Link>
        </p>
      )}
      {props.children}
    </aside>
  )
}
