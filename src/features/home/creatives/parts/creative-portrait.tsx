import { FeatureIcon } from '#features/home/landing/parts/feature-icon.tsx'
import { Face } from '#ui/plain/face.tsx'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'

/** Whom it is about: their picture, else the icon that the house gave them, else a face that is nobody's. The name stands beside it; drawn by the server as well. */
export function CreativePortrait(props: {
  of: { id: string; icon: string | null; picture: PictureFiles | null }
  size?: 'large'
}) {
  const { id, icon, picture } = props.of
  if (picture)
    return (
      <Picture
        of={picture}
        seed={id}
        alt=""
        ratio="square"
        urgent={props.size === 'large'}
        sizes={props.size ? '20rem' : '(min-width: 48em) 14rem, 45vw'}
      />
    )
  return (
    <div className="creative-blank" aria-hidden="true">
      {icon ? <FeatureIcon name={icon} /> : <Face id={id} size="large" />}
    </div>
  )
}
