import { Picture, type PictureFiles } from './picture.tsx'

/**
 * The picture in the head of a page about one thing, beside its title. Absent: not known yet. `isSmall`: all of it is to
 * be seen, three to two, and where a page is narrow it is no more than a stamp beside the title, as one comes to do something.
 * `isLow`: beside few words it makes the head no taller than they do.
 * Styles: head-picture.css, as the server draws it too.
 */
export function HeadPicture({
  of,
  isSmall = false,
  isLow = false,
}: {
  of: { picture: PictureFiles | null; seed: string } | undefined
  isSmall?: boolean
  isLow?: boolean
}) {
  return (
    <div className="head-side" data-small={isSmall || undefined} data-low={isLow || undefined}>
      <div className="head-picture">
        {of ? (
          <Picture
            of={of.picture}
            seed={of.seed}
            alt={of.picture?.alt ?? ''}
            sizes={isSmall ? `(min-width: 62em) ${isLow ? 11.25 : 19.5}rem, 9rem` : '(min-width: 62em) 26rem, 100vw'}
            ratio="fill"
            urgent
          />
        ) : null}
      </div>
    </div>
  )
}
