import { ButtonLink } from '#ui/link.tsx'
import classes from './upgrade-panel.module.css'

/** What a free member sees instead of booking while facilities are closed to them (BOOK-04). */
export function UpgradePanel() {
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
