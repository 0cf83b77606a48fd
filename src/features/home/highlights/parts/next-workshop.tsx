import { formatDate, isDay } from '#platform/words.ts'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import type { NextWorkshopContent } from '../inputs.ts'
import classes from './highlights.module.css'

/** The workshop that comes next: what, when and its picture (CNT-11). */
export function NextWorkshop({
  of: { title, date, time, picture },
}: {
  of: NextWorkshopContent & { picture: PictureFiles | null }
}) {
  return (
    <article className={classes.workshop} aria-label="Next workshop">
      <Picture of={picture} seed={`workshop ${title}`} alt={picture?.alt ?? ''} sizes="(min-width: 48em) 16rem, 40vw" />
      <div>
        <p className="kicker">Next workshop</p>
        <h3>{title || 'Title'}</h3>
        {isDay(date) ? (
          <p className={classes.when}>
            <time dateTime={`${date}T${time}`}>
              {formatDate(date)}, {time}
            </time>
          </p>
        ) : null}
      </div>
    </article>
  )
}
