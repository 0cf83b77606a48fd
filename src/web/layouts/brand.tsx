import { Link } from '@tanstack/react-router'
import type { PagePath } from '#web/built.ts'
import classes from './brand.module.css'

/** The name of the house with its mark: two sheets of paper changing places. */
export function Brand({ to = '/' }: { to?: PagePath }) {
  return (
    <Link to={to} className={classes.brand} aria-label="Exchange, home page">
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
        <path className={classes.first} d="M2 5h20v9H2z" />
        <path className={classes.second} d="M10 18h20v9H10z" />
        <path className={classes.overprint} d="M10 11h12v10H10z" />
      </svg>
      <span>Exchange</span>
    </Link>
  )
}
