import { Link } from '@tanstack/react-router'
import type { PictureFiles } from '#ui/plain/picture.tsx'
import { Status } from '#ui/plain/status.tsx'
import { CreativePortrait } from './creative-portrait.tsx'
import classes from './creatives.module.css'

export interface ListedCreative {
  id: string
  name: string
  role: string
  specialty: string
  icon: string | null
  isOpen: boolean
  picture: PictureFiles | null
}

/** A creative in the directory; leads to their page (HOME-19). */
export const CreativeCard = ({ creative, level: Name = 'h3' }: { creative: ListedCreative; level?: 'h2' | 'h3' }) => (
  <li>
    <Link to="/creative/$id" params={{ id: creative.id }} className={classes.card}>
      <CreativePortrait of={creative} />
      <Name className={classes.name}>{creative.name}</Name>
      <p className={classes.role}>{creative.role}</p>
      {creative.specialty ? <p className={classes.specialty}>{creative.specialty}</p> : null}
      {creative.isOpen ? (
        <p className={classes.open}>
          <Status tone="good">Open to collaborate</Status>
        </p>
      ) : null}
    </Link>
  </li>
)
