import { Email } from '#ui/plain/email.tsx'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import { Status } from '#ui/plain/status.tsx'
import { CreativePortrait } from './creative-portrait.tsx'

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

/** A creative as others see them; drawn by the server as well. Styles: creatives.module.css, by plain names. */
export function CreativeDrawing({ creative, heading }: { creative: ShownCreative; heading?: 'h2' }) {
  const { name, bio, links, email, isOpen, works } = creative
  const what = whatOf(creative)
  return (
    <div className="creative-body">
      <div className="creative-side">
        <CreativePortrait of={creative} size="large" />
      </div>
      <div className="creative-words">
        {heading ? <h2 className="creative-title">{name || 'Your name'}</h2> : null}
        {heading && what ? <p className="creative-what">{what}</p> : null}
        {isOpen ? (
          <p>
            <Status tone="good">Open to collaborate</Status>
          </p>
        ) : null}
        {bio ? <p className="creative-bio">{bio}</p> : null}
        {links.length > 0 || email ? (
          <ul className="creative-links">
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
        <ul className="creative-works" aria-label="Works">
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

/** What somebody does, in one line. */
export const whatOf = ({ role, specialty }: { role: string; specialty: string }) =>
  [role, specialty].filter(text => text !== '').join(' · ')

/** Nobody can be written to where they say no way: the house passes it on. */
export const isReached = ({ links, email }: Pick<ShownCreative, 'links' | 'email'>) =>
  links.length > 0 || email !== null

/** `https://www.anna.example/work/` → `anna.example/work` */
const linkWords = (link: string) => link.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
