import classes from './shell-screens.module.css'

/** The bones of a page while its code or the person's session is on the way. */
export function PageLoading() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading">
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}
