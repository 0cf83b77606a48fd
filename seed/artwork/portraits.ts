/** Portraits of people who do not exist. Drawn on 800 × 800. */
import {
  at,
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
  schemes,
  sector,
  times,
} from './press.ts'
import type { Scene } from './rooms.ts'

/** An abstract portrait: nobody in particular, in colours no skin has. */
export const person: Scene = press => {
  const s = press.pick([schemes.paper, schemes.paperCool, schemes.ochre, schemes.sky, schemes.vermilion, schemes.green])
  const face = press.pick([inks.paper, inks.ochre, inks.sky, inks.vermilion].filter(colour => colour !== s.ground))
  const hair = press.pick(
    [inks.ink, inks.green, inks.vermilion, inks.ochre, inks.ink].filter(
      colour => colour !== face && colour !== s.ground,
    ),
  )
  const coat = press.pick(
    [inks.green, inks.vermilion, inks.ink, inks.ochre, inks.sky].filter(
      colour => colour !== s.ground && colour !== hair && colour !== face,
    ),
  )
  const width = press.between(122, 142)
  const head = `<path d="M${r(400 - width)} 300a${r(width)} ${r(width)} 0 0 1 ${r(width * 2)} 0v90a${r(width)} ${r(width * 1.1)} 0 0 1 ${r(-width * 2)} 0Z" fill="${face}"/>`
  const hairstyle = press.pick([bob, curls, bun, crop, longHair, beanie])
  const [behind, front] = hairstyle(press, width, hair, coat)
  const taken = [s.ground, hair, coat, face] as string[]
  const halo = press.pick([
    ...Object.values(inks).filter(colour => !taken.includes(colour) && colour !== inks.ink),
    s.ground,
  ])
  return [
    rect(0, 0, 800, 800, s.ground),
    press.chance(0.7) ? circle(400, 380, 320, halo) : rect(press.pick([0, 400]), 0, 400, 800, halo),
    behind,
    clothing(press, coat, face === inks.paper ? inks.ochre : inks.paper),
    rect(400 - 56, 440, 112, 150, face),
    overprint(rect(400 - 56, 470, 112, 70, inks.sky)),
    circle(400, 590, 56, face),
    head,
    clipped(press, head, overprint(rect(400, 100, 300, 500, face === inks.sky ? inks.ochre : inks.sky))),
    features(press, width, face === inks.vermilion ? inks.paper : inks.vermilion),
    front,
  ].join('')
}

type Hair = (press: Press, width: number, fill: string, other: string) => [behind: string, front: string]

const top = (width: number, more: number) => sector(400, 300, 0, width + more, 180, 360, 'currentColor')

const bob: Hair = (press, width, fill) => [
  path(`M${r(400 - width - 46)} 560V290a${r(width + 46)} ${r(width + 46)} 0 0 1 ${r(width * 2 + 92)} 0V560Z`, fill),
  press.chance(0.5)
    ? path(`M${r(400 - width - 4)} 290a${r(width + 4)} ${r(width + 4)} 0 0 1 ${r(width * 2 + 8)} 0Z`, fill)
    : path(
        `M${r(400 - width - 4)} 330V290a${r(width + 4)} ${r(width + 4)} 0 0 1 ${r(width * 2 + 8)} 0v40a${r(width * 1.4)} ${r(width)} 0 0 1 ${r(-width * 1.3)} -120a${r(width)} ${r(width)} 0 0 1 ${r(-width * 0.7 - 8)} 120Z`,
        fill,
      ),
]

const curls: Hair = (press, width, fill) => [
  times(13, index => {
    const [x, y] = pointAt(400, 300, width + 34, 150 + index * 20)
    return circle(x, y, press.between(52, 66), fill)
  }),
  times(6, index => {
    const [x, y] = pointAt(400, 310, width - 4, 205 + index * 26)
    return circle(x, y, 44, fill)
  }),
]

const bun: Hair = (_press, width, fill, other) => [
  circle(400, 300 - width - 50, 66, fill) +
    rect(352, 300 - width - 12, 96, 20, other) +
    group(top(width, 22), `color="${fill}"`),
  path(
    `M${r(400 - width - 6)} 330V296a${r(width + 6)} ${r(width + 6)} 0 0 1 ${r(width * 2 + 12)} 0v34a${r(width + 6)} 120 0 0 0 ${r(-width * 2 - 12)} 0Z`,
    fill,
  ),
]

const crop: Hair = (press, width, fill) => {
  const isLeft = press.chance(0.5)
  const quiff = sector(
    400 + (isLeft ? -width - 10 : width + 10),
    300 - width + 76,
    0,
    width * 2 + 10,
    isLeft ? -90 : 180,
    isLeft ? 0 : 270,
    fill,
  )
  return [
    '',
    clipped(press, rect(400 - width - 10, 100, width * 2 + 20, 200 - width + 76, '#000'), quiff) +
      rect(400 - width - 10, 276, 30, 80, fill) +
      rect(400 + width - 20, 276, 30, 80, fill),
  ]
}

const longHair: Hair = (press, width, fill) => [
  path(`M${r(400 - width - 40)} 760V300a${r(width + 40)} ${r(width + 40)} 0 0 1 ${r(width * 2 + 80)} 0V760Z`, fill),
  clipped(
    press,
    circle(400, 300, width + 40, '#000'),
    press.chance(0.5)
      ? sector(400 - width, 300 - width, 0, width * 1.3, 0, 90, fill)
      : sector(400 + width, 300 - width, 0, width * 1.3, 90, 180, fill),
  ),
]

const beanie: Hair = (_press, width, fill, other) => [
  group(top(width, 26), `color="${fill}"`),
  path(`M${r(400 - width - 14)} 270a${r(width + 14)} ${r(width + 14)} 0 0 1 ${r(width * 2 + 28)} 0Z`, fill) +
    rect(400 - width - 26, 236, width * 2 + 52, 58, other, 'rx="14"') +
    circle(400, 270 - width - 30, 30, other),
]

function clothing(press: Press, coat: string, trim: string): string {
  const body = path('M110 800V720a190 150 0 0 1 190-150h200a190 150 0 0 1 190 150V800Z', coat)
  const kind = press.whole(0, 3)
  const pattern = [
    times(6, index => rect(100, 600 + index * 40, 600, 16, trim)),
    times(24, index =>
      circle(150 + (index % 8) * 72 + (Math.floor(index / 8) % 2) * 36, 640 + Math.floor(index / 8) * 60, 13, trim),
    ),
    polygon(
      [
        [290, 560],
        [400, 720],
        [340, 800],
        [240, 800],
      ],
      trim,
    ) +
      polygon(
        [
          [510, 560],
          [400, 720],
          [460, 800],
          [560, 800],
        ],
        trim,
      ),
    rect(384, 600, 32, 200, trim),
  ][kind]!
  return body + clipped(press, body, pattern)
}

function features(press: Press, width: number, mouth: string): string {
  const eye = width * 0.46
  const eyes = press.pick([
    () => circle(400 - eye, 350, 13, inks.ink) + circle(400 + eye, 350, 13, inks.ink),
    () => sector(400 - eye, 346, 0, 24, 0, 180, inks.ink) + sector(400 + eye, 346, 0, 24, 0, 180, inks.ink),
    () =>
      ring(400 - eye, 352, 40, 9, inks.ink) +
      ring(400 + eye, 352, 40, 9, inks.ink) +
      rect(400 - eye + 38, 346, eye * 2 - 76, 9, inks.ink) +
      circle(400 - eye, 352, 11, inks.ink) +
      circle(400 + eye, 352, 11, inks.ink),
    () =>
      line(
        `M${at(400 - eye, 350, 26, 180)}a26 22 0 0 0 52 0M${at(400 + eye, 350, 26, 180)}a26 22 0 0 0 52 0`,
        9,
        inks.ink,
      ),
  ])()
  const nose = line(`M400 340v62h${press.pick([-26, 26])}`, 9, inks.ink)
  const lips = press.pick([
    () => sector(400, 436, 0, 42, 0, 180, mouth),
    () => rect(362, 440, 76, 18, mouth, 'rx="9"'),
    () => path('M352 446a48 26 0 0 1 48-12a48 26 0 0 1 48 12a52 34 0 0 1-96 0Z', mouth),
  ])()
  const rings = press.chance(0.35)
    ? circle(400 - width - 4, 420, 18, inks.vermilion) + circle(400 + width + 4, 420, 18, inks.vermilion)
    : ''
  return eyes + nose + lips + rings
}
