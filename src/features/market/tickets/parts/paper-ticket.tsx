import type { ReactNode } from 'react'
import { Picture } from '#ui/plain/picture.tsx'
import classes from './paper-ticket.module.css'

/**
 * A ticket of the market as one of paper: the code, which is what one needs at the door, or the poster as long as there is none;
 * and the part that is read: what it is, when, whose.
 */
export function PaperTicket(props: {
  kicker: string
  day: string
  who: ReactNode
  code?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={classes.sheet}>
      <div className={classes.paper}>
        {props.code ? (
          <div className={classes.code}>{props.code}</div>
        ) : (
          <Picture of={null} seed="market" alt="" sizes="16rem" ratio="fill" className={classes.art} />
        )}
        <div className={classes.stub}>
          <p className="kicker">{props.kicker}</p>
          <p className={classes.date}>{props.day}</p>
          <p className={classes.who}>{props.who}</p>
          {props.children}
        </div>
      </div>
    </div>
  )
}
