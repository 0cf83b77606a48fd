/** The printing press of the demo artwork: six inks, repeatable chance and a few shapes. */

export const inks = {
  paper: '#F6F1E7',
  ink: '#1D1A16',
  vermilion: '#D13B1E',
  green: '#1F4A3A',
  ochre: '#D9A441',
  sky: '#A9C4CF',
} as const

export type Ink = (typeof inks)[keyof typeof inks]

/** What one picture is printed with: the sheet, three colours, and the ones for line work and light. */
export interface Scheme {
  ground: Ink
  first: Ink
  second: Ink
  third: Ink
  dark: Ink
  light: Ink
}

const { paper, ink, vermilion, green, ochre, sky } = inks

export const schemes = {
  paper: { ground: paper, first: vermilion, second: green, third: ochre, dark: ink, light: paper },
  paperCool: { ground: paper, first: green, second: vermilion, third: sky, dark: ink, light: paper },
  ochre: { ground: ochre, first: vermilion, second: green, third: paper, dark: ink, light: paper },
  sky: { ground: sky, first: vermilion, second: green, third: ochre, dark: ink, light: paper },
  vermilion: { ground: vermilion, first: ochre, second: sky, third: paper, dark: ink, light: paper },
  green: { ground: green, first: vermilion, second: ochre, third: sky, dark: ink, light: paper },
  ink: { ground: ink, first: vermilion, second: ochre, third: sky, dark: green, light: paper },
} satisfies Record<string, Scheme>

export interface Press {
  /** At least `low`, below `high`. */
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(choices: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
  /** A name for a clip path that no other one in the same picture has. */
  name(): string
}

/** Chance that falls the same way every time for the same seed. */
export function pressFor(seed: string): Press {
  let state = hash(seed)
  const prefix = `a${state.toString(36)}`
  let names = 0
  // mulberry32: small, fast and good enough for pictures
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    chance: share => next() < share,
    pick: choices => choices[whole(0, choices.length - 1)]!,
    shuffled(items) {
      const rest = [...items]
      return items.map(() => rest.splice(whole(0, rest.length - 1), 1)[0]!)
    },
    name: () => `${prefix}-${names++}`,
  }
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${r(x)}" y="${r(y)}" width="${r(width)}" height="${r(height)}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="${fill}" ${more}/>`

export const ring = (x: number, y: number, radius: number, width: number, stroke: string) =>
  circle(x, y, radius, 'none', `stroke="${stroke}" stroke-width="${r(width)}"`)

export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`

/** An open line; thick ones end square like a lino cut. */
export const line = (d: string, width: number, stroke: string, more = '') =>
  path(d, 'none', `stroke="${stroke}" stroke-width="${r(width)}" ${more}`)

export const polygon = (points: readonly (readonly [number, number])[], fill: string) =>
  `<polygon points="${points.map(([x, y]) => `${r(x)},${r(y)}`).join(' ')}" fill="${fill}"/>`

/** A sector of a ring or, with `inner` 0, of a disc. Angles in degrees, clockwise from the right. */
export function sector(x: number, y: number, inner: number, outer: number, from: number, to: number, fill: string) {
  const wide = to - from > 180 ? 1 : 0
  const [a, b] = [at(x, y, outer, from), at(x, y, outer, to)]
  const [c, d] = [at(x, y, inner, to), at(x, y, inner, from)]
  return path(`M${a}A${r(outer)} ${r(outer)} 0 ${wide} 1 ${b}L${c}A${r(inner)} ${r(inner)} 0 ${wide} 0 ${d}Z`, fill)
}

export function at(x: number, y: number, radius: number, degrees: number): string {
  const [px, py] = pointAt(x, y, radius, degrees)
  return `${r(px)} ${r(py)}`
}

export function pointAt(x: number, y: number, radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

export const group = (content: string | string[], more = '') =>
  `<g ${more}>${Array.isArray(content) ? content.join('') : content}</g>`

/** One ink over another, as on a real sheet: both show where they meet. Shapes of a list overprint each other too. */
export const overprint = (content: string | string[]): string =>
  Array.isArray(content) ? content.map(overprint).join('') : group(content, 'style="mix-blend-mode:multiply"')

export function clipped(press: Press, shape: string, content: string | string[]): string {
  const name = press.name()
  return `<clipPath id="${name}">${shape}</clipPath>${group(content, `clip-path="url(#${name})"`)}`
}

/** `count` results of `draw`. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** One decimal is finer than any print and keeps the file small. */
export const r = (value: number): number => Math.round(value * 10) / 10

/** FNV-1a, stirred at the end so that seeds differing in one letter have nothing in common. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
