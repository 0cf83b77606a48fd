import type { ReactNode } from 'react'
import { stayingBar } from '#ui/staying-bar.ts'
import classes from './composer.module.css'

/**
 * Choosing a time of something and paying for it, on one screen: on the left what is chosen (a `DayStrip`, a `StartPicker`,
 * a `Stepper`, what else the form asks), beside it what it costs, always in view. The foot with what was chosen and the
 * buttons is a bar at the edge of a phone, in the place of the shortcuts: both together would cover a third of what is chosen from.
 */
export function Composer(props: {
  choices: ReactNode
  /** the parts of the price, the ways to pay, what cancelling gives back */
  price: ReactNode
  /** what was chosen so far, in a line: `Tue 24 Nov, 10:00–12:00` */
  chosen: ReactNode
  /** the sum: `15 tokens` */
  sum: ReactNode
  /** what cancelling gives back, in a few words: on a phone, where the bill is out of sight */
  back?: ReactNode
  /** what is agreed to by the press of the button, right above it */
  consent?: ReactNode
  actions: ReactNode
  /** what may be set besides and is seldom touched: after the buttons, which are in sight first */
  besides?: ReactNode
  /** Nothing is left to choose, or it is not what the page is for: on a phone the foot stands in its place instead of staying at the edge. */
  isDone?: boolean
  /** what changed without the page saying so to those who do not see it: times that came, a sum that is another */
  said: string
}) {
  return (
    <div className={classes.composer}>
      <div className={classes.choices}>{props.choices}</div>
      <div className={classes.side}>
        {props.price}
        <div ref={props.isDone ? undefined : stayingBar} className={classes.foot} data-deed={!props.isDone}>
          {props.chosen || props.sum ? (
            <p className={classes.chosen}>
              <span>{props.chosen}</span> <strong>{props.sum}</strong>
            </p>
          ) : null}
          {props.back ? <p className={classes.back}>{props.back}</p> : null}
          {props.consent}
          <div className={classes.actions}>{props.actions}</div>
        </div>
        {props.besides}
      </div>
      <p className="visually-hidden" role="status">
        {props.said}
      </p>
    </div>
  )
}
