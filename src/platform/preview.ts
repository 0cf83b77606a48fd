/** The picture that a link to a public page shows where it is shared, in words and what its poster is drawn by. */
export interface Preview {
  /** Small, above the title: what kind of page it is. */
  kicker: string
  title: string
  /** Below the title, a line each. */
  lines: string[]
  /** Where the house is, beside its name. */
  place: string
  /** What the poster is drawn by, the same every time for the same page. */
  seed: string
  /** The id of a public file that is shown instead of the poster. */
  fileId: string | null
}

/** Pixels, as the places where links are shared ask for it. */
export const previewSize = { width: 1200, height: 630 }

/** Words on a picture, one block under the other. */
export interface SetWords {
  text: string
  font: 'display' | 'regular'
  /** Letters in px; of several the first with which the block is no higher than `most`. */
  sizes: number[]
  most?: number
  color: string
  /** Between letters, in hundredths of a letter's size. */
  tracking?: number
  /** Px to the block before it. */
  after: number
}

/** A drawing with words on it: `words` stand from `top` down, `feet` end at `bottom`. */
export interface Card {
  /** SVG. */
  drawing: string
  /** A picture that covers a part of it. */
  cover: { bytes: Uint8Array; left: number; top: number; width: number; height: number } | null
  left: number
  width: number
  top: number
  words: SetWords[]
  bottom: number
  feet: SetWords[]
}
