import { Link } from '@tanstack/react-router'
import classes from './shell-screens.module.css'
import { useTitle } from './use-title.ts'

/** Any path without a page. */
export function NotFound() {
  useTitle('Page not found')
  return (
    <div className={classes.notice}>
      <h1 className={classes.number}>404</h1>
      <p className={classes.subject}>Page not found</p>
      <p>There is nothing at this address. It may have moved, or the link may have been cut short.</p>
      <div className={classes.actions}>
        <Link to="/" className={classes.action}>
          Go to the home page
        </Link>
      </div>
    </div>
  )
}
