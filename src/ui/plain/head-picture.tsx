import type { ReactNode } from 'react'
import { Picture, type PictureFiles } from './picture.tsx'

/**
 * The picture in the head of a page about one thing, beside its title; `children` stand below it. Absent: not known yet.
 * Styles: head-picture.css, as the server draws it too.
 */
export function HeadPicture({
  of,
  children,
}: {
  of: { picture: PictureFiles | null; seed: string } | undefined
  children?: ReactNode
}) {
  return (
    <div className="head-side">
      <div className="head-picture">
        {of ? (
          <Picture
            of={of.picture}
            seed={of.seed}
            alt={of.picture?.alt ?? ''}
            sizes="(min-width: 62em) 26rem, 100vw"
            ratio="fill"
            urgent
          />
        ) : null}
      </div>
      {children}
    </div>
  )
}
