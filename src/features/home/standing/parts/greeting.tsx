import { Link } from '@tanstack/react-router'
import type { Me } from '#web/session/session.tsx'
import classes from './greeting.module.css'

/** Greets a known person with where they stand and their next step (decision 53). Plain elements: the first page has no others. */
export function Greeting({ me: { firstName, standing } }: { me: Pick<Me, 'firstName' | 'standing'> }) {
  const { title, words, next } = standing
  return (
    <section aria-label="Where you stand" className={classes.greeting} data-notice={standing.isNotice || undefined}>
      <div>
        <p className="kicker">{firstName ? `Welcome back, ${firstName}` : 'Welcome back'}</p>
        <p className={classes.title}>{title}</p>
        <p>{words}</p>
      </div>
      <Link to={next.to} className={classes.next}>
        {next.label}
      </Link>
    </section>
  )
}
