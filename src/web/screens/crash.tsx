import { useEffect } from 'react'
import { isNotReached, NotReached } from './not-reached.ts'
import classes from './shell-screens.module.css'
import { useTitle } from './use-title.ts'

/** What is left when a screen fails while drawing itself, or when its files could not be fetched. */
export function Crash({ error }: { error: unknown }) {
  return isNotReached(error) ? <NoConnection error={error} /> : <Broken />
}

function Broken() {
  useTitle('Something went wrong')
  return (
    <div className={classes.notice} role="alert">
      <h1>Something went wrong</h1>
      <p>This page could not be shown. Reloading usually helps; what you had already sent is safe.</p>
      <Ways action="Reload" />
    </div>
  )
}

/** Tries again by itself as soon as there is a connection. */
function NoConnection({ error }: { error: unknown }) {
  useTitle('No connection')
  useEffect(() => {
    const again = () => window.location.reload()
    // The failure may be older than the connection: files are fetched ahead of the press on a link.
    if (error instanceof NotReached && navigator.onLine) return again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [error])
  return (
    <div className={classes.notice} role="alert">
      <h1>There is no connection</h1>
      <p>This page was not opened on this device before, so it needs one. It opens by itself as soon as you’re back.</p>
      <Ways action="Try again" />
    </div>
  )
}

function Ways({ action }: { action: string }) {
  return (
    <div className={classes.actions}>
      <button type="button" className={classes.action} onClick={() => window.location.reload()}>
        {action}
      </button>
      <a href="/" className={`${classes.action} ${classes.quiet}`}>
        Go to the home page
      </a>
    </div>
  )
}
