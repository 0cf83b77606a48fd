/** Pictures of the studios: record, lens and microphone. Drawn on 1200 × 800. */
import {
  circle,
  clipped,
  group,
  inks,
  line,
  type Press,
  path,
  pointAt,
  r,
  rect,
  ring,
  type Scheme,
  schemes,
  sector,
  times,
} from './press.ts'
import type { Scene } from './rooms.ts'

const W = 1200
const H = 800

/** A record, cut into strips that slipped. */
export const musicStudio: Scene = press => {
  const s: Scheme = press.pick([schemes.paper, schemes.ochre, schemes.sky, schemes.vermilion])
  const x = press.between(500, 700)
  const radius = 330
  const label = press.pick([s.first, s.second])
  const turn = press.whole(0, 3) * 45
  const disc = [
    circle(x, 400, radius, s.dark),
    times(9, index => ring(x, 400, radius - 24 - index * 20, index % 3 === 0 ? 5 : 2.5, s.ground)),
    circle(x, 400, 122, label === s.ground ? s.third : label),
    sector(x, 400, 0, 122, turn, turn + 180, s.third),
    circle(x, 400, 18, s.ground),
  ].join('')
  const strips = press.whole(3, 5)
  const height = H / strips
  const levels = times(16, index => {
    const size = 60 + Math.abs(Math.sin(index * 0.9 + x)) * press.between(120, 420)
    return rect(index * 76 + 10, 400 - size / 2, 44, size, index % 4 === 0 ? s.second : s.first)
  })
  return [
    rect(0, 0, W, H, s.ground),
    levels,
    times(strips, index => {
      const shift = index === 0 || index === strips - 1 ? 0 : (index % 2 ? 1 : -1) * press.between(18, 58)
      const strip = rect(0, index * height, W, height + 0.5, '#000')
      return clipped(press, strip, group(disc, `transform="translate(${r(shift)} 0)"`))
    }),
  ].join('')
}

/** The iris of a lens, with light behind it. */
export const photographyStudio: Scene = press => {
  const s: Scheme = press.pick([schemes.paper, schemes.sky, schemes.ink, schemes.ochre])
  const rays = 12
  const start = press.between(0, 30)
  return [
    rect(0, 0, W, H, s.ground),
    times(rays, index => {
      const from = start + (index * 360) / rays
      return sector(600, 400, 300, 900, from, from + 360 / rays / 2, s.third)
    }),
    circle(600, 400, 352, s.ground === inks.ink ? s.light : s.dark),
    circle(600, 400, 326, s.ground),
    iris(press, s, 600, 400, 316),
  ].join('')
}

/** A microphone between the arcs of its sound. */
export const podcastStudio: Scene = press => {
  const s: Scheme = press.pick([schemes.vermilion, schemes.paper, schemes.ochre, schemes.sky])
  const other = press.pick([inks.vermilion, inks.ochre, inks.sky, inks.paper].filter(colour => colour !== s.ground))
  return [
    rect(0, 0, W, H, s.ground),
    rect(600, 0, 600, H, other),
    soundArcs(press, s, other),
    microphone(press, s),
  ].join('')
}

/** Half lens, half microphone. */
export const photoPodcastStudio: Scene = press => {
  const s: Scheme = press.pick([schemes.paper, schemes.sky, schemes.ochre])
  const right = s.first
  const half = (x: number) => rect(x, 0, 600, H, '#000')
  return [
    rect(0, 0, W, H, s.ground),
    rect(600, 0, 600, H, right),
    clipped(press, half(0), [
      circle(600, 400, 352, s.dark),
      circle(600, 400, 326, s.ground),
      iris(press, s, 600, 400, 316),
    ]),
    clipped(press, half(600), [
      times(4, index => ring(600, 330, 210 + index * 92, 34, [inks.ochre, inks.paper, inks.green][index % 3]!)),
      microphone(press, { ...s, first: inks.ochre }),
    ]),
  ].join('')
}

function iris(press: Press, s: Scheme, x: number, y: number, radius: number): string {
  const blades = press.whole(6, 8)
  const hole = press.between(0.3, 0.46) * radius
  const start = press.between(0, 60)
  const corner = (index: number) => pointAt(x, y, hole, start + (index * 360) / blades)
  const rim = (index: number): [number, number] => {
    // Where the edge that ends in this corner, drawn on, meets the rim.
    const [[ax, ay], [bx, by]] = [corner(index - 1), corner(index)]
    const [dx, dy] = [(bx - ax) / Math.hypot(bx - ax, by - ay), (by - ay) / Math.hypot(bx - ax, by - ay)]
    const along = (bx - x) * dx + (by - y) * dy
    const reach = -along + Math.sqrt(along ** 2 - hole ** 2 + radius ** 2)
    return [bx + dx * reach, by + dy * reach]
  }
  const colours = [s.first, s.second, s.third]
  const at = ([px, py]: [number, number]) => `${r(px)} ${r(py)}`
  return times(blades, index => {
    const last = index === blades - 1 && blades % 3 === 1
    const fill = last ? (s.ground === s.light ? s.dark : s.light) : colours[index % 3]!
    return path(
      `M${at(corner(index))}L${at(rim(index))}A${r(radius)} ${r(radius)} 0 0 1 ${at(rim(index + 1))}L${at(corner(index + 1))}Z`,
      fill,
      `stroke="${s.ground}" stroke-width="6"`,
    )
  })
}

function soundArcs(press: Press, s: Scheme, other: string): string {
  const width = press.between(26, 40)
  return times(4, index => {
    const radius = 240 + index * 84
    const arc = (from: number, behind: string) => {
      const fill = [s.dark, s.light, s.first, s.second].filter(colour => colour !== behind)[index % 3]!
      return sector(600, 340, radius, radius + width, from, from + 100, fill)
    }
    return arc(130, s.ground) + arc(-50, other)
  })
}

function microphone(press: Press, s: Scheme): string {
  const capsule = (fill: string) => rect(470, 110, 260, 430, fill, 'rx="130"')
  const isDotted = press.chance(0.5)
  const grille = isDotted
    ? times(8, row => times(6, column => circle(484 + column * 46 + (row % 2) * 23, 150 + row * 38, 9, s.light)))
    : times(7, row => rect(470, 150 + row * 42, 260, 16, s.light))
  return [
    line('M420 330v60a180 180 0 0 0 360 0v-60', 30, s.dark),
    rect(585, 560, 30, 160, s.dark),
    rect(450, 700, 300, 34, s.dark, 'rx="17"'),
    capsule(s.dark),
    clipped(press, capsule('#000'), [grille, rect(470, 440, 260, 100, s.first === s.ground ? s.third : s.first)]),
  ].join('')
}
