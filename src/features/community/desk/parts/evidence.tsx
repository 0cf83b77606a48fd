import { When } from '#ui/plain/dates.tsx'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import classes from './desk.module.css'

/** What was reported or decided about, as it was then, and what became of it since. */
export function Evidence({
  of: { id, title, words, picture, imageAlt, keptAt, commentId, status, now },
}: {
  of: {
    id: string
    title: string
    words: string
    picture: PictureFiles | null
    imageAlt: string
    keptAt: Date | null
    commentId: string | null
    status: 'published' | 'hidden' | 'gone'
    now: string | null
  }
}) {
  return (
    <div className={classes.evidence}>
      {keptAt ? (
        <p className={classes.when}>
          As it was <When at={keptAt} />
        </p>
      ) : null}
      <blockquote className={classes.quote}>
        {commentId ? null : <strong>{title}</strong>}
        {words}
      </blockquote>
      {picture ? <Picture of={picture} seed={id} alt={imageAlt} sizes="24rem" /> : null}
      {status === 'gone' ? <p>It is deleted, and nobody else sees it any more.</p> : null}
      {now === null ? null : (
        <>
          <p>It was changed since, and says now:</p>
          <blockquote className={classes.quote}>{now}</blockquote>
        </>
      )}
    </div>
  )
}
