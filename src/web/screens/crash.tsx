import classes from './shell-screens.module.css'
import { useTitle } from './use-title.ts'

/** What is left when a screen fails while drawing itself. */
export function Crash() {
  useTitle('Something went wrong')
  return (
    <div className={classes.notice} role="alert">
      <h1>Something went wrong</h1>
      <p>This page could not be shown. Reloading usually helps; what you had already sent is safe.</p>
      <div className={classes.actions}>
        <button type="button" className={classes.action} onClick={() => window.location.reload()}>
          Reload
        </button>
        <a href="/" className={`${classes.action} ${classes.quiet}`}>
          Go to the home page
        </a>
      </div>
    </div>
  )
}
