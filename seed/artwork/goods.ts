/** Things that a house sells, each alone on a table. Drawn on 1200 × 1200. */
import {
  circle,
  clipped,
  group,
  line,
  overprint,
  type Press,
  path,
  pressFor,
  r,
  rect,
  ring,
  type Scheme,
  schemes,
  sector,
  times,
} from './press.ts'

const S = 1200

type Thing = (press: Press, s: Scheme) => string

/** One thing; `tee/2` in the seed is the second picture of a tee, from nearby, `tee/old/1` the first of another tee, anything else some thing by chance. */
export function goods(press: Press, seed: string): string {
  const [, name = seed, view = '1'] = /^(.+)\/(\d+)$/.exec(seed) ?? []
  // The same thing is the same in all its pictures; what it stands before is not.
  const own = pressFor(`goods/${name}`)
  const s = own.pick(grounds)
  const ground = view === '1' ? s.ground : press.pick(grounds).ground
  const drawn = (things[name.split('/')[0] ?? ''] ?? own.pick(Object.values(things)))(own, s)
  const table = press.between(820, 900)
  return [
    rect(0, 0, S, S, ground),
    overprint(rect(0, table, S, S - table, ground === s.third ? s.second : s.third, 'opacity="0.35"')),
    overprint(`<ellipse cx="600" cy="985" rx="${r(own.between(330, 400))}" ry="46" fill="${s.dark}" opacity="0.28"/>`),
    view === '1' ? drawn : group(drawn, `transform="translate(${r(press.between(-480, -380))} -560) scale(1.7)"`),
  ].join('')
}

const grounds = [schemes.paper, schemes.paperCool, schemes.ochre, schemes.sky]

/** A pattern for whatever is printed or woven: stripes, dots, half moons or a sun. */
function pattern(press: Press, s: Scheme, fill: string): string {
  const colours = press.shuffled([s.first, s.second, s.third].filter(colour => colour !== fill))
  const [one = s.first, two = s.second] = colours
  const step = press.between(64, 92)
  const kinds = [
    () => times(14, index => rect(200, 220 + index * step, 800, step * 0.42, index % 3 ? one : two)),
    () =>
      times(81, index =>
        circle(
          230 + (index % 9) * 92,
          260 + Math.floor(index / 9) * step,
          24,
          (index + Math.floor(index / 9)) % 2 ? one : two,
        ),
      ),
    () =>
      times(36, index => {
        const [x, y] = [280 + (index % 6) * 128, 290 + Math.floor(index / 6) * (step + 30)]
        return sector(x, y, 0, 56, index % 2 ? 0 : 180, index % 2 ? 180 : 360, index % 3 ? one : two)
      }),
    () =>
      times(22, index => sector(600, 900, 0, 720, 180 + index * 8.2, 184 + index * 8.2, index % 2 ? one : two)) +
      circle(600, 900, press.between(150, 210), two),
  ]
  return rect(0, 0, S, S, fill) + press.pick(kinds)()
}

/** A shape cut out of a pattern. */
const printed = (press: Press, s: Scheme, shape: string, fill: string) => clipped(press, shape, pattern(press, s, fill))

const tee: Thing = (press, s) => {
  const shape = path('M430 250Q600 350 770 250L960 350L900 520L800 480V960H400V480L300 520L240 350Z', '#000')
  const neck = line('M430 250Q600 350 770 250', 22, s.dark)
  const badge = circle(600, 560, press.between(110, 140), s.second)
  return clipped(press, shape, rect(0, 0, S, S, s.first)) + badge + motif(press, s, 600, 560) + neck
}

/** The house's mark in small: a half sun over lines. */
function motif(press: Press, s: Scheme, x: number, y: number): string {
  const size = press.between(62, 78)
  return (
    sector(x, y, 0, size, 180, 360, s.third) +
    times(3, index => rect(x - size, y + 14 + index * 24, size * 2, 12, s.light))
  )
}

const apron: Thing = (press, s) => {
  const shape = path('M470 300H730L760 520Q880 540 900 620V980H300V620Q320 540 440 520Z', '#000')
  return [
    line('M480 300Q600 90 720 300', 22, s.dark),
    line('M320 610L170 700M880 610L1030 700', 20, s.dark),
    printed(press, s, shape, s.light),
    rect(440, 690, 320, 180, s.second),
    line('M440 690H760', 16, s.dark),
  ].join('')
}

const bag: Thing = (press, s) => {
  const shape = path('M330 470H870L910 980H290Z', '#000')
  return [
    line('M440 480Q440 190 600 190Q760 190 760 480', 34, s.dark),
    printed(press, s, shape, s.light),
    line('M330 486H870', 26, s.second),
  ].join('')
}

const cup: Thing = (press, s) => {
  const shape = path('M360 430H800V860Q800 980 680 980H480Q360 980 360 860Z', '#000')
  return [
    ring(810, 660, 120, 52, s.second),
    printed(press, s, shape, s.light),
    `<ellipse cx="580" cy="430" rx="220" ry="54" fill="${s.dark}"/>`,
    times(3, index => {
      const x = 480 + index * 100
      return line(`M${x} 370q-34 -50 0 -96t0 -96`, 14, s.second, 'stroke-linecap="round" opacity="0.6"')
    }),
  ].join('')
}

const candle: Thing = (press, s) =>
  [
    rect(420, 500, 360, 480, s.light),
    rect(420, 560, 360, press.between(260, 320), s.first),
    motif(press, s, 600, 700),
    `<ellipse cx="600" cy="500" rx="180" ry="44" fill="${s.third}"/>`,
    line('M600 490V410', 14, s.dark),
    path('M600 240Q690 350 600 420Q510 350 600 240Z', s.third),
    path('M600 310Q640 365 600 410Q560 365 600 310Z', s.first),
  ].join('')

const book: Thing = (press, s) =>
  [
    rect(360, 280, 520, 700, s.dark),
    rect(340, 262, 520, 700, s.light),
    printed(press, s, rect(320, 244, 520, 700, '#000'), s.first),
    rect(320, 244, 74, 700, s.second),
    rect(460, 380, 300, 130, s.light),
    rect(490, 420, press.between(150, 240), 16, s.dark),
    rect(490, 456, press.between(90, 150), 16, s.dark),
  ].join('')

const print: Thing = (press, s) =>
  [
    rect(300, 190, 600, 790, s.dark),
    rect(326, 216, 548, 738, s.light),
    printed(press, s, rect(386, 280, 428, 560, '#000'), s.light),
    rect(386, 872, press.between(120, 200), 12, s.dark),
  ].join('')

const record: Thing = (press, s) =>
  [
    circle(720, 600, 350, s.dark),
    times(4, index => ring(720, 600, 180 + index * 44, 4, s.ground)),
    circle(720, 600, 110, s.first),
    circle(720, 600, 16, s.light),
    printed(press, s, rect(220, 260, 620, 700, '#000'), s.light),
  ].join('')

const bottle: Thing = (press, s) =>
  [
    rect(540, 200, 120, 90, s.dark),
    path('M530 290H670V380Q770 430 770 540V920Q770 980 710 980H490Q430 980 430 920V540Q430 430 530 380Z', s.second),
    printed(press, s, rect(430, 590, 340, 260, '#000'), s.light),
    rect(470, 470, 26, press.between(360, 420), s.light, 'opacity="0.35"'),
  ].join('')

const cap: Thing = (press, s) =>
  group(
    [
      path('M300 760Q300 400 600 400Q900 400 900 760Z', s.first),
      line('M600 400V760M450 440Q400 580 410 760M750 440Q800 580 790 760', 10, s.dark, 'opacity="0.5"'),
      path('M280 750H900Q1060 790 1080 880Q860 820 280 830Z', s.second),
      circle(600, 396, 26, s.dark),
      motif(press, s, 600, 610),
    ],
    'transform="translate(0 100)"',
  )

const blanket: Thing = (press, s) =>
  [
    printed(press, s, path('M280 400Q600 340 920 400V940Q600 1000 280 940Z', '#000'), s.light),
    path('M280 400Q600 340 920 400V520Q600 460 280 520Z', s.second),
    times(22, index =>
      line(`M${r(296 + index * 29)} ${r(945 + Math.sin(index / 3.5) * 22)}v${r(press.between(40, 62))}`, 9, s.dark),
    ),
  ].join('')

const soap: Thing = (press, s) =>
  [
    path('M300 640Q300 560 380 560H820Q900 560 900 640V900Q900 980 820 980H380Q300 980 300 900Z', s.second),
    printed(press, s, rect(420, 560, 360, 420, '#000'), s.first),
    circle(press.between(340, 400), 440, 70, s.light, 'opacity="0.8"'),
    circle(press.between(480, 540), 350, 46, s.light, 'opacity="0.8"'),
    circle(press.between(760, 830), 460, 56, s.light, 'opacity="0.8"'),
  ].join('')

const pot: Thing = (press, s) =>
  [
    times(7, index => {
      const turn = -66 + index * 22 + press.between(-6, 6)
      return `<ellipse cx="600" cy="400" rx="52" ry="230" fill="${index % 2 ? s.second : s.dark}" transform="rotate(${r(turn)} 600 660)"/>`
    }),
    printed(press, s, path('M380 640H820L760 980H440Z', '#000'), s.first),
    rect(350, 600, 500, 90, s.first),
  ].join('')

const pin: Thing = (press, s) =>
  times(4, index => {
    const [x, y] = [430 + (index % 2) * 340, 430 + Math.floor(index / 2) * 340]
    const size = press.between(130, 150)
    const fill = [s.first, s.second, s.third, s.dark][index]!
    return (
      circle(x, y, size, fill) +
      ring(x, y, size, 12, s.dark) +
      motif(press, { ...s, third: index === 2 ? s.first : s.third }, x, y)
    )
  })

const things: Record<string, Thing> = {
  tee,
  apron,
  bag,
  cup,
  candle,
  book,
  print,
  record,
  bottle,
  cap,
  blanket,
  soap,
  pot,
  pin,
}
