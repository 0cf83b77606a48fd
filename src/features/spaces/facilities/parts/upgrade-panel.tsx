import type { Problem } from '#platform/problem.ts'
import { ButtonLink } from '#ui/link.tsx'
import type { PagePath } from '#web/built.ts'
import { useMe } from '#web/session/session.tsx'
import classes from './upgrade-panel.module.css'

/** What a free member sees instead of booking while facilities are closed to them (BOOK-04). */
export function UpgradePanel() {
  const standing = useMe()?.standing
  // Nobody is sold what they have arranged already.
  if (standing?.kind === 'arranged')
    return (
      <section className={classes.panel} aria-labelledby="upgrade-title">
        <h2 className={classes.title} id="upgrade-title">
          {standing.title}
        </h2>
        <p>Booking opens with it. You can also start today.</p>
        <ButtonLink to={standing.next.to}>{standing.next.label}</ButtonLink>
      </section>
    )
  return (
    <section className={classes.panel} aria-labelledby="upgrade-title">
      <h2 className={classes.title} id="upgrade-title">
        Booking comes with a paid membership
      </h2>
      <p>Studios, the sauna and desks are for members on a paid plan. The market is open to you as it is.</p>
      <ButtonLink to="/membership-info">Upgrade your membership</ButtonLink>
    </section>
  )
}

type Why = Pick<Problem, 'code' | 'message' | 'title'>

/** What somebody sees instead of booking who is not a member yet, or whose membership rests; `next` is the step that their standing names. */
export function ClosedPanel({ next, why }: { next: { label: string; to: PagePath }; why: Why }) {
  const isToJoin = why.code !== 'PAUSED' && why.code !== 'PAYMENT_DUE'
  return (
    <section className={classes.panel} aria-labelledby="closed-title">
      <h2 className={classes.title} id="closed-title">
        {isToJoin ? 'Booking is for approved members' : why.title}
      </h2>
      <p>{isToJoin ? 'What it costs is on this page. You can book it once you have joined.' : why.message}</p>
      <ButtonLink to={next.to}>{next.label}</ButtonLink>
    </section>
  )
}
