import { Poster } from './poster.tsx'

/** A picture as a browser takes it: the best format first, each in several widths. */
export interface PictureFiles {
  src: string
  width: number
  height: number
  sources: { mime: string; srcSet: string }[]
  /** what is to be seen, where whoever put it there said so */
  alt?: string
  /** the part that must not be cut off; as `focus` of `Picture` */
  focus?: readonly [left: number, top: number]
}

/**
 * The picture of a room, an event or a plan, wherever one is shown: in the best format and size that the browser takes,
 * cut to the ratio of its place, which is reserved before it is loaded. What has no picture gets a poster in the house's
 * inks, always the same one for the same seed. People have a `Face`.
 *
 * Its class names are plain and their styles stand in picture.css, because the server draws it as well.
 */
export function Picture(props: {
  of: PictureFiles | null
  /** what the poster is drawn by: something that never changes of the thing, such as its slug or id */
  seed: string
  /** what is to be seen; empty where the thing is named beside it */
  alt: string
  /** as of `img`: how wide it is drawn */
  sizes: string
  /** fill takes the box it stands in; card unless told */
  ratio?: 'card' | 'wide' | 'square' | 'fill'
  /** the part that must not be cut off, in percent from the left and the top; the middle unless told */
  focus?: readonly [left: number, top: number]
  /** for what is seen first */
  urgent?: boolean
  className?: string
}) {
  const { of, alt, sizes, focus = of?.focus, urgent = false } = props
  const place = { className: `picture ${props.className ?? ''}`.trim(), 'data-ratio': props.ratio ?? 'card' }
  if (!of)
    return (
      <div {...place} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
        <Poster seed={props.seed} />
      </div>
    )
  const { src, width, height, sources } = of
  return (
    <picture {...place}>
      {sources.slice(0, -1).map(({ mime, srcSet }) => (
        <source key={mime} type={mime} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={src}
        srcSet={sources.at(-1)?.srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        decoding={urgent ? 'sync' : 'async'}
        loading={urgent ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : 'auto'}
        {...(focus && { style: { objectPosition: `${focus[0]}% ${focus[1]}%` } })}
      />
    </picture>
  )
}
