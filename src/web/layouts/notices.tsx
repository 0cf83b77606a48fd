import { useSyncExternalStore } from 'react'
import { site } from '#web/site.ts'
import classes from './notices.module.css'

/** Lines above every page: simulators that are on, a connection that is gone, an application under review. */
export function Notices({ isPending = false }: { isPending?: boolean }) {
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  return (
    <aside aria-label="Notices">
      {site.hasSimulators && (
        <p className={classes.simulators}>
          Demonstration: payments and mail are simulated. <a href="/dev/mail">In-box</a>
        </p>
      )}
      <div role="status">
        {!isOnline && (
          <p className={classes.offline}>You are offline. What you see may be out of date, and nothing can be sent.</p>
        )}
      </div>
      {isPending && (
        <p className={classes.pending}>
          <strong>Your application is under review.</strong> You can look around; booking, buying and posting open once
          you are approved.
        </p>
      )}
    </aside>
  )
}

function watchConnection(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
