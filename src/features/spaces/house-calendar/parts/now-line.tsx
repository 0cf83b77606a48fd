import { type CSSProperties, useEffect, useState } from 'react'
import { calendarDate, wallTime } from '#platform/time.ts'
import classes from './day-grid.module.css'
import { nowShare } from './day-plan.ts'

const lookEveryMs = 15_000

/** Where the day has got to at the house, over the hours of today; nothing on another day, or outside the hours that are shown. */
export function NowLine({ day, hours }: { day: string; hours: readonly number[] }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  const time = wallTime(now)
  const share = calendarDate(now) === day ? nowShare(time, hours) : null
  return share === null ? null : (
    <div className={classes.now} style={{ '--share': share } as CSSProperties}>
      <time dateTime={time}>
        <span className="visually-hidden">It is now </span>
        {time}
      </time>
    </div>
  )
}
