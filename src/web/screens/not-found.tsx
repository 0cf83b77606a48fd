import { Link } from '@tanstack/react-router'
import { placeFor } from '#access.ts'
import { useMe } from '#web/session/session.tsx'
import classes from './shell-screens.module.css'
import { useTitle } from './use-title.ts'

const scanner = '/admin/market-scanner'

/** Any path without a page. */
export function NotFound() {
  useTitle('Page not found')
  const me = useMe()
  const isAtDoor = me !== null && placeFor(me, 'denial') === scanner
  return (
    <div className={classes.notice}>
      <h1 className={classes.number}>404</h1>
      <p className={classes.subject}>Page not found</p>
      <p>There is nothing at this address. It may have moved, or the link may have been cut short.</p>
      <div className={classes.actions}>
        {/* People are standing there. */}
        {isAtDoor ? (
          <Link to={scanner} className={classes.action}>
            Go to the scanner
          </Link>
        ) : null}
        <Link to="/" className={`${classes.action} ${isAtDoor ? classes.quiet : ''}`}>
          Go to the home page
        </Link>
      </div>
    </div>
  )
}
