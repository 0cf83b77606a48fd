import { formatDate, isDay } from '#platform/words.ts'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import { filmHost, type WeeklyContent } from '../inputs.ts'
import classes from './highlights.module.css'

/**
 * The member highlight of the week (HOME-18, CNT-17). A film is a link to where it is served: nobody is watched there who has not
 * pressed it.
 */
export function MemberHighlight({ of }: { of: WeeklyContent & { picture: PictureFiles | null } }) {
  const { title, description, content, videoUrl, publishedDate, picture } = of
  const host = filmHost(videoUrl)
  return (
    <article className={classes.highlight}>
      <Picture
        of={picture}
        seed={`highlight ${title}`}
        alt={picture?.alt ?? ''}
        sizes="(min-width: 62em) 36rem, 100vw"
      />
      <div>
        <h3>{title || 'Title'}</h3>
        {isDay(publishedDate) ? (
          <p className={classes.when}>
            <time dateTime={publishedDate}>{formatDate(publishedDate, { year: true })}</time>
          </p>
        ) : null}
        <p className={classes.lead}>{description}</p>
        {paragraphsOf(content).map(({ text, key }) => (
          <p key={key} className={classes.text}>
            {text}
          </p>
        ))}
        {host ? (
          <p>
            <a href={videoUrl} target="_blank" rel="noopener noreferrer">
              Watch the film on {host}
              <span className="visually-hidden"> in a new window</span>
            </a>
          </p>
        ) : null}
      </div>
    </article>
  )
}

/** Parts between blank lines; each with its number, as two may say the same. */
const paragraphsOf = (content: string) =>
  content
    .split(/\n\s*\n/)
    .filter(text => text.trim() !== '')
    .map((text, number) => ({ text, key: `${number} ${text.length}` }))
