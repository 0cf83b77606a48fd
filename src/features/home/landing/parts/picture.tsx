import type { Picture as PictureOf } from '../model.ts'

/**
 * A picture of a public page in the best format and size that the browser takes. Width and height reserve its place.
 * `urgent` is for what is seen first. Without a picture the place is printed paper in one of the house's inks.
 */
export function Picture(props: {
  of: PictureOf | null
  /** empty for decoration */
  alt: string
  sizes: string
  urgent?: boolean
  className?: string
}) {
  const { of, alt, sizes, urgent = false } = props
  if (!of) return <div className={`site-picture ${props.className ?? ''}`} data-bare aria-hidden="true" />
  const { src, width, height, sources } = of
  return (
    <picture className={`site-picture ${props.className ?? ''}`}>
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
      />
    </picture>
  )
}
