/** Pictures of the rooms: each kind of space has one motif that is known again at any size. Drawn on 1200 × 800. */
import {
  circle,
  clipped,
  group,
  inks,
  line,
  overprint,
  type Press,
  path,
  pointAt,
  polygon,
  r,
  rect,
  ring,
  type Scheme,
  schemes,
  sector,
  times,
} from './press.ts'

export type Scene = (press: Press) => string

const W = 1200
const H = 800

/** Pendant lamps over one long table. */
export const coworking: Scene = press => {
  const s: Scheme = press.pick([schemes.paper, schemes.sky, schemes.paperCool, schemes.green, schemes.vermilion])
  const isDark = s.ground === inks.green || s.ground === inks.vermilion
  const count = press.whole(3, 4)
  const step = W / count
  const top = 560
  const shades = press.shuffled([s.first, s.second, s.third, s.first])
  const lamps = Array.from({ length: count }, (_, index) => {
    const x = step * (index + 0.5) + press.between(-30, 30)
    const y = press.between(150, 290)
    const size = press.between(78, 112)
    return { x, y, size, shade: shades[index]! }
  })
  const cones = lamps.map(({ x, y, size }) => {
    const spread = size + (top - y) * 0.24
    return polygon(
      [
        [x - size, y],
        [x + size, y],
        [x + spread, top],
        [x - spread, top],
      ],
      isDark ? s.second : inks.ochre,
    )
  })
  const hung = lamps.map(
    ({ x, y, size, shade }) =>
      rect(x - 3, 0, 6, y - size, isDark ? s.light : s.dark) +
      sector(x, y, 0, size, 180, 360, shade === s.ground ? s.light : shade) +
      sector(x, y, 0, size * 0.32, 0, 180, s.light),
  )
  const things = lamps.map(({ x }) => deskThing(press, s, x + press.between(-70, 70), top))
  return [
    rect(0, 0, W, H, s.ground),
    rect(0, 690, W, 110, isDark ? s.dark : s.second),
    isDark ? group(cones, 'opacity=".92"') : overprint(cones),
    ...hung,
    ...things,
    rect(70, top, W - 140, 34, s.dark),
    ...[150, 590, W - 170].map(x => rect(x, top, 22, 190, s.dark)),
    ...[330, 760].map(x => stool(x + press.between(-40, 40), s.first)),
  ].join('')
}

/** Arches of a stage, beams, and the heads of the audience. */
export const eventSpace: Scene = press => {
  const s: Scheme = press.pick([schemes.ink, schemes.vermilion, schemes.ochre, schemes.green])
  const colours = press.shuffled([...new Set([s.first, s.second, s.third, s.light])])
  const crowd = colours.at(-1)!
  const arches = press.whole(3, 4)
  const width = press.between(46, 62)
  const outer = 520
  const floor = 640
  const arch = (radius: number, fill: string) =>
    path(
      `M${r(600 - radius)} ${floor}V${floor - 60}A${r(radius)} ${r(radius)} 0 0 1 ${r(600 + radius)} ${floor - 60}V${floor}Z`,
      fill,
    )
  const inner = outer - arches * width
  const lean = press.between(90, 210)
  return [
    rect(0, 0, W, H, s.ground),
    times(arches, index => arch(outer - index * width, index % 2 === 0 ? colours[0]! : colours[1]!)),
    arch(inner, s.dark),
    clipped(press, arch(inner, '#000'), [
      beam(-lean, colours[2]!),
      beam(lean, inks.ochre),
      clipped(press, beam(-lean, '#000'), beam(lean, s.light)),
      performer(s.dark === inks.green ? inks.ink : s.dark),
    ]),
    rect(0, floor, W, H - floor, s.ground === s.dark ? s.first : s.dark),
    heads(press, 672, 42, crowd === s.first ? s.second : crowd),
    heads(press, 738, 60, s.ground === inks.ink ? inks.green : inks.ink),
  ].join('')
}

/** A table and its chairs from above. */
export const meetingRoom: Scene = press => {
  const s: Scheme = press.pick([schemes.paperCool, schemes.green, schemes.sky, schemes.ochre])
  const isRound = press.chance(0.5)
  const [rx, ry] = isRound ? [230, 230] : [370, 170]
  const seats = isRound ? press.whole(6, 8) : 10
  const [rug, odd, even = s.light] = press.shuffled(
    [...new Set([s.first, s.second, s.third, s.light])].filter(colour => colour !== s.ground),
  )
  const chairs = times(seats, index => {
    const [x, y, turn] = seatAt(index, seats, isRound, rx, ry)
    const seat =
      rect(-48, -44, 96, 88, index % 2 ? odd! : even!, 'rx="26"') + rect(-56, -62, 112, 26, s.dark, 'rx="13"')
    return group(seat, `transform="translate(${r(600 + x)} ${r(400 + y)}) rotate(${r(turn)})"`)
  })
  const papers = times(seats, index => {
    const [x, y, turn] = seatAt(index, seats, isRound, rx - 165, ry - 165)
    const item = press.chance(0.65)
      ? rect(-24, -32, 48, 64, s.light)
      : circle(0, 0, 20, s.light) + circle(0, 0, 12, s.first)
    return group(item, `transform="translate(${r(600 + x)} ${r(400 + y)}) rotate(${r(turn + press.between(-9, 9))})"`)
  })
  const table = (fill: string, shift: number) =>
    rect(600 - rx + shift, 400 - ry + shift, rx * 2, ry * 2, fill, `rx="${isRound ? rx : 60}"`)
  return [
    rect(0, 0, W, H, s.ground),
    times(7, index => rect(0, index * 116 + 50, W, 3, s.dark, 'opacity=".35"')),
    isRound ? circle(600, 400, 385, rug!) : rect(90, 60, 1020, 680, rug!),
    chairs,
    overprint(table(inks.sky, 26)),
    table(s.dark, 0),
    papers,
  ].join('')
}

/** Light from a lamp `lean` right of the middle, falling on whoever stands there. */
function beam(lean: number, fill: string): string {
  const foot = 600 - lean * 0.1
  return polygon(
    [
      [600 + lean - 22, 40],
      [600 + lean + 22, 40],
      [foot + 130, 642],
      [foot - 130, 642],
    ],
    fill,
  )
}

function performer(fill: string): string {
  return (
    circle(600, 478, 30, fill) +
    path('M560 640V566a40 48 0 0 1 80 0V640Z', fill) +
    line('M662 640V540L634 520', 7, fill)
  )
}

function deskThing(press: Press, s: Scheme, x: number, y: number): string {
  const kind = press.whole(0, 3)
  if (kind === 0) {
    return (
      polygon(
        [
          [x - 80, y - 100],
          [x + 50, y - 100],
          [x + 74, y],
          [x - 56, y],
        ],
        s.dark,
      ) + circle(x - 3, y - 52, 12, s.light)
    )
  }
  if (kind === 1) {
    const leaf = (turn: number) =>
      group(
        `<ellipse cx="0" cy="-72" rx="21" ry="66" fill="${inks.green}"/>`,
        `transform="translate(${r(x)} ${y - 56}) rotate(${turn})"`,
      )
    return (
      leaf(-42) +
      leaf(0) +
      leaf(42) +
      polygon(
        [
          [x - 44, y - 70],
          [x + 44, y - 70],
          [x + 32, y],
          [x - 32, y],
        ],
        s.light,
      )
    )
  }
  if (kind === 2) {
    const books = [s.first, s.light, s.third]
    return times(3, index => rect(x - 70 + index * 8, y - 26 * (index + 1), 130 - index * 18, 26, books[index]!))
  }
  return ring(x + 38, y - 34, 20, 9, s.light) + path(`M${r(x - 40)} ${y - 68}h80v38a40 30 0 0 1-80 0Z`, s.light)
}

function stool(x: number, fill: string): string {
  return rect(x - 56, 640, 112, 22, fill, 'rx="11"') + rect(x - 9, 660, 18, 100, fill) + rect(x - 46, 752, 92, 12, fill)
}

function heads(press: Press, y: number, size: number, fill: string): string {
  const gap = size * 2.5
  const start = press.between(-gap, 0)
  return times(Math.ceil(W / gap) + 2, index => {
    const x = start + index * gap
    return (
      circle(x, y, size, fill) +
      path(
        `M${r(x - size * 1.15)} ${H}V${r(y + size * 1.9)}a${r(size * 1.15)} ${r(size)} 0 0 1 ${r(size * 2.3)} 0V${H}Z`,
        fill,
      )
    )
  })
}

/** Where a chair stands relative to the middle of the table, and how it is turned. */
function seatAt(index: number, seats: number, isRound: boolean, rx: number, ry: number): [number, number, number] {
  if (isRound) {
    const degrees = (index * 360) / seats - 90
    const [x, y] = pointAt(0, 0, Math.max(rx + 66, 130), degrees)
    return [x, y, degrees + 90]
  }
  if (index === 8) return [-(rx + 70), 0, -90]
  if (index === 9) return [rx + 70, 0, 90]
  const x = ((index % 4) - 1.5) * 172
  return index < 4 ? [x, -(ry + 66), 0] : [x, ry + 66, 180]
}
