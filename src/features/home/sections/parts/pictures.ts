import { createContext, use } from 'react'
import type { PictureFiles } from '#ui/plain/picture.tsx'

/** The pictures that the content in hand names, and those that were uploaded for it and not saved yet. */
export interface Pictures {
  pictures: Record<string, PictureFiles>
  add: (picture: PictureFiles) => void
}

export const PicturesInHand = createContext<Pictures | null>(null)

export function usePictures(): Pictures {
  const found = use(PicturesInHand)
  if (!found) throw new Error('a picture is chosen inside of a section editor')
  return found
}
