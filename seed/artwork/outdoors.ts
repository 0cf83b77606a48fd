/** Pictures of the market and of water and heat. Drawn on 1200 × 800. */
import {
  circle,
  group,
  inks,
  line,
  overprint,
  type Press,
  path,
  polygon,
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

/** A striped awning over a full counter. */
export const marketStall: Scene = press => {
  const s: Scheme = press.pick([schemes.sky, schemes.ochre, schemes.paper, schemes.paperCool])
  const stripes = press.pick([9, 11])
  const width = 1080 / stripes
  const stripe = press.pick([s.first, s.second])
  const back = press.pick([s.second, s.first, s.third].filter(colour => colour !== stripe && colour !== s.ground))!
  const awning = times(stripes, index => {
    const x = 60 + index * width
    const fill = index % 2 === 0 ? stripe : inks.paper
    const slant = (at: number) => 600 + (at - 600) * 0.86
    return (
      polygon(
        [
          [slant(x), 70],
          [slant(x + width), 70],
          [x + width + 0.5, 280],
          [x, 280],
        ],
        fill,
      ) + sector(x + width / 2, 280, 0, width / 2, 0, 180, fill)
    )
  })
  const goods = press.shuffled([0, 1, 2, 3])
  const crates = times(4, index => crate(press, goods[index]!, back, 140 + index * 236, 560))
  return [
    rect(0, 0, W, H, s.ground),
    circle(press.between(200, 1000), 250, 240, s.third === s.ground ? s.first : s.third),
    rect(110, 260, 980, 400, back),
    rect(84, 240, 24, 560, s.dark),
    rect(1092, 240, 24, 560, s.dark),
    overprint(rect(108, 280, 984, 90, inks.sky)),
    awning,
    crates,
    rect(60, 556, 1080, 36, s.dark),
    times(10, index => rect(84 + index * 103.2, 592, 103.7, 208, index % 2 ? inks.paper : stripe)),
    overprint(rect(84, 592, 1032, 34, inks.sky)),
  ].join('')
}

/** Ice or steam: `ice` or `sauna` in the seed decides, otherwise chance. */
export function wellness(press: Press, seed: string): string {
  const wantsHeat = /sauna|steam|heat/i.test(seed)
  const wantsCold = /ice|cold|plunge|bath/i.test(seed)
  return wantsHeat || (!wantsCold && press.chance(0.5)) ? heat(press) : cold(press)
}

function cold(press: Press): string {
  const sun = press.between(340, 860)
  const staves = 9
  const [odd, even, hoop] = press.pick([
    [inks.ochre, inks.paper, inks.ink],
    [inks.green, inks.ink, inks.ochre],
    [inks.ink, inks.green, inks.vermilion],
  ])
  const slant = (x: number) => 600 + (x - 600) * 0.8
  return [
    rect(0, 0, W, H, inks.paper),
    circle(sun, 250, 220, inks.vermilion),
    times(3, index => rect(sun - 220, 270 + index * 44, 440, 10 + index * 7, inks.paper)),
    times(3, index =>
      waves(press, 430 + index * 76, 24 + index * 4, 150 + index * 26, [inks.sky, inks.green, inks.sky][index]!),
    ),
    rect(0, 690, W, 110, inks.ink),
    overprint(times(6, index => cube(press, 350 + index * 100, 400 + Math.abs(index - 2.5) * 18, inks.sky))),
    times(5, index => cube(press, 390 + index * 104, 440, index % 2 ? inks.sky : inks.paper)),
    times(staves, index => {
      const [from, to] = [280 + (index * 640) / staves, 280 + ((index + 1) * 640) / staves]
      return polygon(
        [
          [from, 460],
          [to + 0.5, 460],
          [slant(to) + 0.5, 740],
          [slant(from), 740],
        ],
        index % 2 ? even : odd,
      )
    }),
    polygon(
      [
        [272, 500],
        [928, 500],
        [920, 530],
        [280, 530],
      ],
      hoop,
    ),
    polygon(
      [
        [306, 640],
        [894, 640],
        [886, 670],
        [314, 670],
      ],
      hoop,
    ),
    rect(256, 446, 688, 26, inks.ink, 'rx="13"'),
  ].join('')
}

function heat(press: Press): string {
  const s: Scheme = press.pick([schemes.vermilion, schemes.ochre])
  const isRed = s.ground === inks.vermilion
  const [steam, back] = isRed ? [inks.paper, inks.ochre] : [inks.paper, inks.vermilion]
  const stones = [
    ...Array.from({ length: 5 }, (_, index) => [300 + index * 150, 600] as const),
    ...Array.from({ length: 4 }, (_, index) => [375 + index * 150, 520] as const),
    ...Array.from({ length: 3 }, (_, index) => [450 + index * 150, 444] as const),
  ]
  const colours = [inks.ink, inks.green, inks.ink, inks.green, inks.sky]
  return [
    rect(0, 0, W, H, s.ground),
    circle(600, 420, 350, back),
    overprint(circle(600, 420, 250, inks.ochre)),
    times(5, index => steamLine(press, 400 + index * 100, 360, steam)),
    stones
      .map(
        ([x, y]) =>
          `<ellipse cx="${r(x + press.between(-10, 10))}" cy="${y}" rx="${r(press.between(76, 90))}" ry="${r(press.between(44, 54))}" fill="${press.pick(colours)}" stroke="${back}" stroke-width="5"/>`,
      )
      .join(''),
    rect(0, 640, W, 160, inks.ink),
    times(7, index => rect(index * 180 - 20, 668, 164, 104, index % 2 ? inks.green : s.ground)),
  ].join('')
}

function crate(press: Press, kind: number, back: string, x: number, y: number): string {
  const fruit = press.pick([inks.vermilion, inks.ochre, inks.green].filter(colour => colour !== back))
  const [one, two, three] = [inks.vermilion, inks.ochre, inks.paper, inks.sky].filter(colour => colour !== back)
  if (kind === 0) {
    return times(3, row =>
      times(
        4 - row,
        index =>
          circle(x + 34 + index * 52 + row * 26, y - 26 - row * 44, 27, fruit) +
          circle(x + 26 + index * 52 + row * 26, y - 34 - row * 44, 6, inks.paper),
      ),
    )
  }
  if (kind === 1) {
    return times(4, index => {
      const left = x + index * 54
      const fill = [inks.green, fruit, inks.ink, inks.paper][index]!
      return (
        rect(left, y - 110, 44, 110, fill, 'rx="10"') +
        rect(left + 13, y - 152, 18, 50, fill) +
        rect(left, y - 72, 44, 34, inks.ochre)
      )
    })
  }
  if (kind === 2) {
    return times(3, index => {
      const middle = x + 36 + index * 70
      const head = y - press.between(130, 170)
      return (
        line(`M${r(middle)} ${y - 40}V${r(head)}`, 7, inks.ink) +
        times(
          6,
          petal =>
            `<ellipse cx="${r(middle)}" cy="${r(head - 24)}" rx="13" ry="24" fill="${index % 2 ? two : one}" transform="rotate(${petal * 60} ${r(middle)} ${r(head)})"/>`,
        ) +
        circle(middle, head, 12, three!) +
        polygon(
          [
            [middle - 34, y - 60],
            [middle + 34, y - 60],
            [middle + 25, y],
            [middle - 25, y],
          ],
          inks.ink,
        )
      )
    })
  }
  return times(3, index => {
    const width = 200 - index * 50
    const fill = [inks.ink, two, one][index]!
    return (
      path(`M${x + 4 + index * 25} ${y - index * 48}v-48h${width}v48Z`, fill) +
      ring(x + 104, y - 24 - index * 48, 9, 5, inks.paper)
    )
  })
}

function cube(press: Press, x: number, y: number, fill: string): string {
  const size = press.between(80, 116)
  const turn = press.between(-40, 40)
  const edge = fill === inks.paper ? inks.sky : inks.paper
  const face = rect(-size / 2, -size / 2, size, size, fill, `rx="12" stroke="${edge}" stroke-width="6"`)
  return group(
    face + line(`M${r(-size * 0.28)} ${r(size * 0.12)}V${r(-size * 0.28)}H${r(size * 0.12)}`, 7, edge),
    `transform="translate(${r(x)} ${r(y)}) rotate(${r(turn)})"`,
  )
}

function waves(press: Press, y: number, height: number, length: number, fill: string): string {
  const start = -press.between(0, length)
  const count = Math.ceil((W - start) / length) + 1
  const crests = times(count, () => `q${r(length / 4)} ${r(-height * 2)} ${r(length / 2)} 0t${r(length / 2)} 0`)
  const d = `M${r(start)} ${y}${crests}`
  return path(`${d}V${H}H${r(start)}Z`, fill) + line(d, 8, inks.paper)
}

function steamLine(press: Press, x: number, bottom: number, stroke: string): string {
  const top = press.between(30, 110)
  const step = (bottom - top) / 3
  const sway = press.between(40, 56)
  return line(
    `M${x} ${bottom}${times(3, index => `q${index % 2 ? -sway : sway} ${r(-step / 2)} 0 ${r(-step)}`)}`,
    22,
    stroke,
    'stroke-linecap="round"',
  )
}
