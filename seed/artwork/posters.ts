/** Posters of events. Drawn on 1200 × 800. */
import {
  circle,
  clipped,
  group,
  inks,
  overprint,
  type Press,
  polygon,
  r,
  rect,
  type Scheme,
  schemes,
  sector,
  times,
} from './press.ts'
import type { Scene } from './rooms.ts'

const W = 1200
const H = 800

/** One of seven loud compositions. */
export const eventPoster: Scene = press => {
  const s = press.pick(Object.values(schemes))
  const draw = press.pick([sunburst, rainbow, flower, steps, moons, tiles, strips])
  return rect(0, 0, W, H, s.ground) + draw(press, s)
}

function sunburst(press: Press, s: Scheme): string {
  const [x, y] = [press.between(200, 1000), press.between(500, 760)]
  const rays = press.whole(9, 13) * 2
  const turn = press.between(0, 20)
  return [
    times(rays, index => {
      const from = turn + (index * 360) / rays
      return index % 2 ? '' : sector(x, y, 0, 1500, from, from + 360 / rays, index % 4 ? s.second : s.first)
    }),
    circle(x, y, 270, s.third),
    circle(x, y, 190, s.light),
    circle(x, y, 110, s.dark),
  ].join('')
}

function rainbow(press: Press, s: Scheme): string {
  const colours = press.shuffled([s.first, s.second, s.third, s.light, s.dark])
  const width = press.between(62, 84)
  const arcs = (x: number, y: number, from: number) =>
    times(5, index =>
      sector(x, y, (4 - index) * width + 40, (5 - index) * width + 40, from, from + 180, colours[index]!),
    )
  const x = press.between(440, 560)
  const step = 5 * width + 40 + width / 2 + 20
  return arcs(x - step / 2, 430, 180) + arcs(x + step / 2 + 40 - width / 2 + 20, 430, 0)
}

function flower(press: Press, s: Scheme): string {
  const petals = press.pick([8, 10, 12])
  const bloom = (x: number, y: number, size: number, fill: string, heart: string) =>
    times(
      petals,
      index =>
        `<ellipse cx="${r(x)}" cy="${r(y - size * 0.62)}" rx="${r(size * 0.19)}" ry="${r(size * 0.42)}" fill="${fill}" transform="rotate(${r((index * 360) / petals)} ${r(x)} ${r(y)})"/>`,
    ) + circle(x, y, size * 0.2, heart)
  const big = press.between(380, 460)
  const x = press.pick([420, 760])
  return [
    bloom(x, 400, big, s.first, s.light),
    bloom(x, 400, big * 0.56, s.third, s.dark),
    bloom(1200 - x + (x < 600 ? 150 : -150), press.between(170, 260), 170, s.second, s.third),
    bloom(
      1200 - x + (x < 600 ? 60 : -60),
      press.between(580, 650),
      190,
      s.light === s.ground ? s.third : s.light,
      s.first,
    ),
  ].join('')
}

function steps(press: Press, s: Scheme): string {
  const count = press.whole(5, 7)
  const width = W / count
  const colours = press.shuffled([s.first, s.second, s.third, s.dark])
  const isRising = press.chance(0.5)
  const ball = press.between(100, 150)
  const at = press.whole(1, 2)
  const top = (index: number) => H - (index + 1) * (H / (count + 2))
  return [
    times(count, index => {
      const slot = isRising ? index : count - 1 - index
      return rect(slot * width, top(index), width + 0.5, H, colours[index % 4]!)
    }),
    times(count, index => {
      const slot = isRising ? index : count - 1 - index
      return sector(slot * width + width, top(index) + width, 0, width, 180, 270, colours[(index + 1) % 4]!)
    }),
    circle((isRising ? at + 0.5 : count - at - 0.5) * width, top(at) - ball, ball, s.light),
    circle((isRising ? at + 0.5 : count - at - 0.5) * width, top(at) - ball, ball * 0.45, s.first),
  ].join('')
}

function moons(press: Press, s: Scheme): string {
  const isLight = s.ground === inks.paper || s.ground === inks.ochre || s.ground === inks.sky
  const fills = isLight
    ? press.shuffled([inks.vermilion, s.ground === inks.ochre ? inks.sky : inks.ochre, inks.green])
    : press.shuffled([s.first, s.second, s.third])
  const discs = fills.map((fill, index) =>
    circle(330 + index * 270, 330 + press.between(-70, 190), press.between(210, 290), fill),
  )
  const x = press.between(300, 900)
  return [
    isLight ? overprint(discs) : discs.join(''),
    times(7, index => rect(0, 640 + index * 26, W, 4 + index * 2.4, s.dark === s.ground ? s.light : s.dark)),
    sector(x, 640, 0, 150, 180, 360, s.dark === s.ground ? s.light : s.dark),
  ].join('')
}

function tiles(press: Press, s: Scheme): string {
  const size = 200
  const colours = [s.first, s.second, s.third, s.dark, s.light]
  return times(24, index => {
    const [x, y] = [(index % 6) * size, Math.floor(index / 6) * size]
    const [back, front, dot] = press.shuffled(colours)
    const corner = press.whole(0, 3)
    const [cx, cy] = [x + (corner === 1 || corner === 2 ? size : 0), y + (corner >= 2 ? size : 0)]
    const tile = rect(x, y, size + 0.5, size + 0.5, back!)
    const kind = press.whole(0, 3)
    if (kind === 0) return tile + sector(cx, cy, 0, size, corner * 90, corner * 90 + 90, front!)
    if (kind === 1) return tile + circle(x + 100, y + 100, 100, front!) + circle(x + 100, y + 100, 44, dot!)
    if (kind === 2)
      return (
        tile + sector(x + 100, y + 200, 0, 100, 180, 360, front!) + sector(x + 100, y + 100, 0, 100, 180, 360, dot!)
      )
    return tile + times(4, stripe => rect(x, y + stripe * 50, size, 25, front!))
  })
}

function strips(press: Press, s: Scheme): string {
  const colours = [s.first, s.second, s.third, s.light]
  const slope = press.pick([-1, 1]) * press.between(260, 420)
  const band = (index: number) => {
    const y = -300 + index * 130
    return polygon(
      [
        [0, y + slope / 2],
        [W, y - slope / 2],
        [W, y + 66 - slope / 2],
        [0, y + 66 + slope / 2],
      ],
      colours[index % 4]!,
    )
  }
  const x = press.between(420, 780)
  const disc = circle(x, 400, 300, '#000')
  return [
    times(11, band),
    circle(x, 400, 322, s.ground),
    circle(x, 400, 300, s.dark === s.ground ? s.light : s.dark),
    clipped(
      press,
      disc,
      group(
        times(11, index => rect(0, index * 82, W, 34, colours[(index + 1) % 3]!)),
        `transform="rotate(${r(slope / 12)} ${r(x)} 400)"`,
      ),
    ),
  ].join('')
}
