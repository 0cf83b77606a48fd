/** A picture of the house in the sizes that browsers choose from; as `PictureFiles` of ui/plain/picture.tsx. */
interface Files {
  src: string
  sources: { mime: string; srcSet: string }[]
}

interface Shown {
  imageUrl: string
  imageAlt: string
  imageFocus: readonly [number, number]
}

/** A picture as its content says it: in all its sizes, described and cut there. Null where it shows none, or it is gone. */
export function pictureAt<Of extends Files>(pictures: Record<string, Of>, shown: Shown) {
  const { imageUrl, imageAlt, imageFocus } = shown
  const found = imageUrl === '' ? undefined : Object.values(pictures).find(files => isAt(files, imageUrl))
  return found ? { ...found, alt: imageAlt, focus: imageFocus } : null
}

/** Those of the pictures that these addresses name. */
export const picturesAt = <Of extends Files>(pictures: Record<string, Of>, addresses: readonly string[]) =>
  Object.fromEntries(
    Object.entries(pictures).filter(([, files]) => addresses.some(address => isAt(files, address))),
  ) as Record<string, Of>

/** Whether an address is that of one of its sizes. */
const isAt = ({ src, sources }: Files, address: string) =>
  src === address || sources.some(({ srcSet }) => srcSet.includes(`${address} `))
