/** The large poster of the landing page: the house cut open, every room at work. Drawn on 2400 × 1350. */
import { marketStall, wellness } from './outdoors.ts'
import { circle, clipped, group, inks, overprint, type Press, path, polygon, r, rect, sector, times } from './press.ts'
import { coworking, eventSpace, meetingRoom, type Scene } from './rooms.ts'
import { musicStudio, photographyStudio, podcastStudio } from './studios.ts'

const ground = 1190
const left = 800
const wide = 1400
const wall = 18
const eaves = 340

/** House at the right of the middle, sun and trees at the left: a headline has room there. */
export function house(press: Press): string {
  const { paper, ink, vermilion, green, ochre, sky } = inks
  return [
    rect(0, 0, 2400, 1350, sky),
    circle(470, 520, 330, ochre),
    overprint(circle(690, 640, 250, vermilion)),
    times(5, index => rect(0, 900 + index * 62, 2400, 10 + index * 9, paper)),
    overprint(path(`M0 ${ground}V980q300-170 640 0t640-40t640 30t480-60V${ground}Z`, green)),
    roof(press),
    rect(left - wall, eaves, wide + wall * 2, ground - eaves, ink),
    rooms(press),
    rect(0, ground, 2400, 160, ink),
    times(20, index => rect(index * 124 - 20, ground + 74, 76, 12, ochre)),
    tree(180, 150, green, vermilion),
    tree(420, 104, vermilion, ink),
    tree(610, 128, green, ink),
    tree(2310, 124, green, ink),
    people(press),
  ].join('')
}

/** A saw-tooth roof: the house was a works once, and its north light is why people make things in it. */
function roof(press: Press): string {
  const teeth = 5
  const width = wide / teeth
  const colours = press.shuffled([inks.vermilion, inks.paper, inks.vermilion, inks.ochre, inks.vermilion])
  const saw = times(teeth, index => {
    const x = left + index * width
    const slope = (across: number): [number, number] => [x + across, eaves - 180 + (across / width) * 180]
    const foot = (across: number): [number, number] => [x + across, eaves]
    const glass = (from: number, to: number) => polygon([foot(from), slope(from), slope(to), foot(to)], inks.paper)
    return (
      polygon([foot(0), slope(0), foot(width)], colours[index] === inks.paper ? inks.green : colours[index]!) +
      polygon([foot(0), slope(0), slope(106), foot(106)], inks.ink) +
      clipped(press, rect(x, eaves - 152, 106, 142, '#000'), glass(10, 48) + glass(58, 96))
    )
  })
  const chimney = left + wide - 150
  return rect(chimney, eaves - 250, 70, 250, inks.ink) + rect(chimney - 14, eaves - 262, 98, 26, inks.ink) + saw
}

function rooms(press: Press): string {
  const heat: Scene = inner => wellness(inner, 'sauna')
  const cold: Scene = inner => wellness(inner, 'ice bath')
  const floors: [Scene, number][][] = [
    [
      [coworking, 0.36],
      [photographyStudio, 0.26],
      [musicStudio, 0.38],
    ],
    [
      [podcastStudio, 0.24],
      [eventSpace, 0.48],
      [cold, 0.28],
    ],
    [
      [marketStall, 0.46],
      [meetingRoom, 0.3],
      [heat, 0.24],
    ],
  ]
  const height = (ground - eaves - wall) / floors.length
  return floors
    .map((floor, level) => {
      let x = left
      return floor
        .map(([scene, share]) => {
          const width = wide * share
          const cell = window(scene(press), x + wall / 2, eaves + wall + level * height, width - wall, height - wall)
          x += width
          return cell
        })
        .join('')
    })
    .join('')
}

function window(scene: string, x: number, y: number, width: number, height: number): string {
  return `<svg x="${r(x)}" y="${r(y)}" width="${r(width)}" height="${r(height)}" viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice">${scene}</svg>`
}

function tree(x: number, size: number, crown: string, trunk: string): string {
  const y = ground - size * 2.1
  return (
    rect(x - 9, y, 18, ground - y, trunk === crown ? inks.ink : trunk) +
    circle(x, y, size, crown) +
    sector(x, y, 0, size, -60, 120, crown === inks.green ? inks.ink : inks.ochre)
  )
}

function people(press: Press): string {
  const coats = press.shuffled([inks.vermilion, inks.ochre, inks.paper, inks.sky, inks.vermilion])
  return [300, 520, 715, 742, 2245]
    .map((x, index) => {
      const height = press.between(92, 116)
      const y = ground - height
      const coat = coats[index]!
      const body = path(`M${x - 26} ${ground}v-${r(height - 40)}a26 30 0 0 1 52 0v${r(height - 40)}Z`, coat)
      return group(body + circle(x, y, 19, inks.ink))
    })
    .join('')
}
