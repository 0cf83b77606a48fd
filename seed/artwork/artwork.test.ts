import sharp from 'sharp'
import { expect, test } from 'vitest'
import { artwork, artworkImage, artworkKinds } from './artwork.ts'
import { inks } from './press.ts'

const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`)

test.each(artworkKinds)('%s: the same seed gives the same picture, other seeds others', kind => {
  const pictures = seeds.map(seed => artwork(kind, seed))
  expect(seeds.map(seed => artwork(kind, seed))).toEqual(pictures)
  expect(new Set(pictures).size).toBe(seeds.length)
})

test.each(artworkKinds)('%s: only the six inks, no text, nothing from outside, no broken number', kind => {
  const known = new Set<string>([...Object.values(inks), '#000', 'none', 'currentColor'])
  for (const seed of seeds) {
    const svg = artwork(kind, seed)
    const used = [...svg.matchAll(/(?:fill|stroke|color)="([^"]+)"/g)].map(match => match[1]!)
    expect(used.filter(colour => !known.has(colour))).toEqual([])
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|<image|<script|href/)
    const names = [...svg.matchAll(/ id="([^"]+)"/g)].map(match => match[1])
    expect(new Set(names).size).toBe(names.length)
  }
})

test.each(['avif', 'webp', 'jpeg'] as const)('%s: has the size asked for and a picture in it', async format => {
  const bytes = await artworkImage('event', 'opening night', 320, 180, format)
  const found = await sharp(bytes).metadata()
  expect(found).toMatchObject({ width: 320, height: 180, format: format === 'avif' ? 'heif' : format })
  const { channels } = await sharp(bytes).stats()
  expect(Math.max(...channels.map(channel => channel.stdev))).toBeGreaterThan(20)
})

test('a picture covers its box: it is cut, never squeezed and never left with a bare edge', async () => {
  const tall = sharp(await artworkImage('podcast-studio', 'edges', 300, 600, 'webp'))
  const square = sharp(await artworkImage('podcast-studio', 'edges', 600, 600, 'webp'))
  const middle = square.extract({ left: 150, top: 0, width: 300, height: 600 })
  const [a, b] = await Promise.all([tall.raw().toBuffer(), middle.raw().toBuffer()])
  const difference = a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length
  expect(difference).toBeLessThan(4)
})

test('an unknown kind is a poster, and sauna or ice in the seed decide what wellness shows', () => {
  expect(artwork('constructor', 'x')).toMatch(/^<svg/)
  expect(artwork('wellness', 'Sauna 1')).toContain('<ellipse')
  expect(artwork('wellness', 'Ice bath 1')).not.toContain('<ellipse')
})
