import type { StorefrontImage } from '#features/store/storefront/inputs.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'

/** Widths in which the storefront gives a picture when it is asked. */
const widths = [200, 400, 800, 1200, 1600]

/** A picture of the storefront as `Picture` takes it. */
export function storePicture(image: StorefrontImage | null): PictureFiles | null {
  if (!image) return null
  const { url, alt } = image
  const width = image.width ?? 1200
  const height = image.height ?? width
  const inWidth = (wanted: number) => `${url}${url.includes('?') ? '&' : '?'}width=${wanted}`
  const srcSet = widths
    .filter(each => each <= width)
    .map(each => `${inWidth(each)} ${each}w`)
    .join(', ')
  return { src: url, width, height, sources: srcSet ? [{ mime: '', srcSet }] : [], ...(alt && { alt }) }
}
