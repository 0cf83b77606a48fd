import { Poster } from '#ui/plain/poster.tsx'

/** What a shared picture is drawn in: paper, ink and the one red, by day. */
export const inks = { paper: '#f6f1e7', ink: '#1d1a16', soft: '#4a443b', red: '#c63112' }

/** Where the poster, or a picture in its place, stands. */
export const posterAt = { left: 726, top: 0, width: 474, height: 630 }

/** The sheet that the words of a shared picture are set on. */
export function PreviewDrawing({ seed, hasCover }: { seed: string; hasCover: boolean }) {
  const { left, top, width, height } = posterAt
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" aria-hidden="true">
      <rect width="1200" height="630" fill={inks.paper} />
      <rect x="64" width="112" height="18" fill={inks.red} />
      <rect x="64" y="494" width="598" height="4" fill={inks.ink} />
      {hasCover ? null : (
        <svg x={left} y={top} width={width} height={height} aria-hidden="true">
          <Poster seed={seed} />
        </svg>
      )}
      <rect x={left - 6} width="6" height="630" fill={inks.ink} />
    </svg>
  )
}

/** The tokens that a poster is drawn in, for where there is no style sheet. */
export const inkOf: Record<string, string> = {
  '--ink': inks.ink,
  '--sunk': '#e6dcc8',
  '--accent-fill': inks.red,
  '--good-line': '#8a8072',
  '--warn-line': '#cdbfa6',
  '--info-line': inks.soft,
}
