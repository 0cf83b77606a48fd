import type { ReactNode } from 'react'
import { Picture, type PictureFiles } from './picture.tsx'

/** A thing that is looked at before it is opened, as the server draws it. */
export interface PlainCard {
  key: string
  picture: PictureFiles | null
  /** what the poster is drawn by, where there is no picture */
  seed: string
  to: string
  title: string
  /** above the title, such as when it is */
  above?: ReactNode
  /** below it: the facts in one line, then what it is */
  facts: string
  about?: string
}

/** Things with a picture each, side by side where there is room; the first ones are in sight, so that they come first. */
export const PlainCards = ({ of }: { of: readonly PlainCard[] }) => (
  <ul className="plain-cards">
    {of.map(({ key, picture, seed, to, title, above, facts, about }, at) => (
      <li key={key}>
        <Picture
          of={picture}
          seed={seed}
          alt=""
          sizes="(min-width: 62em) 24rem, (min-width: 36em) 45vw, 9rem"
          urgent={at === 0}
        />
        {above ? <p className="plain-card-above">{above}</p> : null}
        <h3>
          <a href={to}>{title}</a>
        </h3>
        <p>{facts}</p>
        {about ? <p className="plain-card-about">{about}</p> : null}
      </li>
    ))}
  </ul>
)
