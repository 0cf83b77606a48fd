/** Papers with which somebody who does not exist shows who they are. Drawn on 1000 × 630; no letter is set, none is needed. */

import { person } from './portraits.ts'
import { circle, group, inks, type Press, rect, ring, times } from './press.ts'

/** An identity card: a portrait, lines where a name would be, and a seal. `seed` is the person's id. */
export function identityPaper(press: Press): string {
  const tint = press.pick([inks.sky, inks.ochre, inks.green, inks.vermilion])
  const line = (y: number, width: number, height = 18) => rect(420, y, width, height, inks.ink, 'rx="9" opacity="0.55"')
  return [
    rect(0, 0, 1000, 630, inks.ink),
    rect(30, 30, 940, 570, inks.paper, 'rx="28"'),
    rect(30, 30, 940, 96, tint, 'rx="28"'),
    rect(30, 90, 940, 36, tint),
    times(4, index => circle(96 + index * 54, 78, 16, inks.paper)),
    group(person(press), 'transform="translate(84 176) scale(0.36)"'),
    times(
      3,
      index =>
        line(196 + index * 92, press.between(120, 190), 10) + line(222 + index * 92, press.between(260, 460), 26),
    ),
    times(2, index => rect(84, 510 + index * 40, 830, 20, inks.ink, 'opacity="0.35" stroke-dasharray="2"')),
    ring(850, 420, 64, 8, tint),
    ring(850, 420, 42, 4, tint),
  ].join('')
}
