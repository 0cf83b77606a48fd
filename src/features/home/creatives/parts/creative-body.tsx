import { Email } from '#ui/plain/email.tsx'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import { Status } from '#ui/plain/status.tsx'
import { CreativePortrait } from './creative-portrait.tsx'
import classes from './creatives.module.css'

/** What is shown of a creative. */
export interface ShownCreative {
  id: string
  name: string
  role: string
  specialty: string
  icon: string | null
  bio: string
  links: readonly string[]
  email: string | null
  isOpen: boolean
  picture: PictureFiles | null
  works: readonly { id: string; title: string; picture: PictureFiles | null }[]
}

/** A creative as others see them: on their page, and beside the form in which it is written. */
export function CreativeBody({ creative, heading }: { creative: ShownCreative; heading?: 'h2' }) {
  const { name, role, specialty, bio, links, email, isOpen, works } = creative
  const what = [role, specialty].filter(text => text !== '').join(' · ')
  return (
    <div className={classes.body}>
      <div className={classes.side}>
        <CreativePortrait of={creative} size="large" />
      </div>
      <div className={classes.words}>
        {heading ? <h2 className={classes.title}>{name || 'Your name'}</h2> : null}
        {heading && what ? <p className={classes.what}>{what}</p> : null}
        {isOpen ? (
          <p>
            <Status tone="good">Open to collaborate</Status>
          </p>
        ) : null}
        {bio ? <p className={classes.bio}>{bio}</p> : null}
        {links.length > 0 || email ? (
          <ul className={classes.links}>
            {links.map(link => (
              <li key={link}>
                <a href={link} rel="noopener noreferrer nofollow" target="_blank">
                  {linkWords(link)}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
            {email ? (
              <li>
                <Email of={email} />
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
      {works.length > 0 ? (
        <ul className={classes.works} aria-label="Works">
          {works.map(work => (
            <li key={work.id}>
              <Picture of={work.picture} seed={work.id} alt={work.title} sizes="(min-width: 62em) 22rem, 100vw" />
              <p aria-hidden="true">{work.title}</p>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** `https://www.anna.example/work/` → `anna.example/work` */
const linkWords = (link: string) => link.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
