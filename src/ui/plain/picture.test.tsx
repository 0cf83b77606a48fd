import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Face } from './face.tsx'
import { Picture } from './picture.tsx'
import { posterOf } from './poster-kinds.tsx'

const files = {
  src: '/files/b',
  width: 800,
  height: 533,
  sources: [
    { mime: 'image/avif', srcSet: '/files/a 800w' },
    { mime: 'image/webp', srcSet: '/files/b 800w' },
  ],
}
const drawn = (props: Partial<Parameters<typeof Picture>[0]> = {}) =>
  renderToStaticMarkup(<Picture of={files} seed="sauna" alt="" sizes="50vw" {...props} />)

test('a picture offers its formats and keeps its place before it is loaded', () => {
  const html = drawn({ ratio: 'wide', focus: [20, 80] })
  expect(html).toContain('data-ratio="wide"')
  expect(html).toContain('type="image/avif"')
  expect(html).toMatch(/<img[^>]*width="800" height="533" alt=""/)
  expect(html).toContain('object-position:20% 80%')
})

describe('without a picture', () => {
  test('there is a poster, the same for the same thing and not for another', () => {
    const poster = drawn({ of: null })
    expect(poster).toContain('<svg')
    expect(drawn({ of: null })).toBe(poster)
    expect(drawn({ of: null, seed: 'ice_bath' })).not.toBe(poster)
  })

  test('what is of a kind has the drawing of its kind, in inks of its own', () => {
    const shapesOf = (seed: string) =>
      [...drawn({ of: null, seed }).matchAll(/<(circle|path|rect)/g)].map(([, shape]) => shape).join(' ')
    const kinds = ['workshop', 'talk', 'social', 'meetup', 'other']
    for (const kind of kinds) {
      expect(shapesOf(posterOf({ eventType: kind, id: '1' }))).toBe(shapesOf(`${kind} 2`))
      expect(drawn({ of: null, seed: `${kind} 1` })).not.toBe(drawn({ of: null, seed: `${kind} 2` }))
    }
    expect(new Set(kinds.map(kind => shapesOf(`${kind} 1`))).size).toBe(kinds.length)
  })

  test('it is passed by where the thing is named beside it, and named where it stands alone', () => {
    expect(drawn({ of: null })).toMatch(/^<div[^>]*aria-hidden="true"/)
    expect(drawn({ of: null, alt: 'The sauna' })).toMatch(/^<div[^>]*role="img" aria-label="The sauna"/)
  })

  test('nothing is drawn of what is not there', () => {
    for (let seed = 0; seed < 200; seed++)
      expect(drawn({ of: null, seed: `room ${seed}` })).not.toMatch(/NaN|undefined|fill=""/)
  })
})

test('a face is the same for the same person, is not read aloud, and is drawn whole', () => {
  const face = (id: string) => renderToStaticMarkup(<Face id={id} />)
  expect(face('ada')).toBe(face('ada'))
  expect(new Set(Array.from({ length: 50 }, (_, id) => face(`person ${id}`))).size).toBeGreaterThan(40)
  for (let id = 0; id < 200; id++) {
    expect(face(`person ${id}`)).toContain('aria-hidden="true"')
    expect(face(`person ${id}`)).not.toMatch(/NaN|undefined/)
  }
})
