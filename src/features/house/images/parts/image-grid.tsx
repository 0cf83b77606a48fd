import { formatCount } from '#platform/words.ts'
import { Picture } from '#ui/plain/picture.tsx'
import { bucketWords } from '../inputs.ts'
import type { ListedImage } from './image-panel.tsx'
import classes from './images.module.css'

/** Pictures to be looked at; a press opens one, or chooses it. */
export const ImageGrid = ({
  images,
  onOpen,
  does = 'Open',
}: {
  images: readonly ListedImage[]
  onOpen: (image: ListedImage) => void
  does?: string
}) => (
  <ul className={classes.grid}>
    {images.map(image => (
      <li key={image.id}>
        <button type="button" data-opens={image.id} onClick={() => onOpen(image)}>
          <Picture of={image.picture} seed={image.id} alt="" sizes="14rem" />
          <span className="visually-hidden">{does} </span>
          <span className={classes.alt}>{image.alt}</span>
          <span className={classes.use}>
            {bucketWords[image.bucket]} ·{' '}
            {image.usedOn.length > 0 ? `used on ${formatCount(image.usedOn.length, 'page')}` : 'not used'}
          </span>
        </button>
      </li>
    ))}
  </ul>
)
