import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSiteMap } from './site-map.ts'

test('reads every line of the site map, whatever its layout', () => {
  const text = `const pages = [
  screen('/', 'Landing', () => import('#features/home/landing/screens/landing.tsx')),
  screen(
    '/event/$id', 'Event', () => import('#features/events/events/screens/event.tsx'), params({ tab: text }),
  ),
  moved('/old', '/'),
  elsewhere(),
] as const
`
  const { pages, moved } = readSiteMap(text)
  expect(pages.map(({ path, file }) => [path, file])).toEqual([
    ['/', 'src/features/home/landing/screens/landing.tsx'],
    ['/event/$id', 'src/features/events/events/screens/event.tsx'],
  ])
  expect(moved).toEqual([{ from: '/old', to: '/' }])
})

test('the site map of the project is readable', () => {
  const { pages } = readSiteMap(readFileSync(new URL('../src/web/routes.ts', import.meta.url), 'utf8'))
  expect(pages.length).toBeGreaterThan(40)
})

test.each([
  "screen(home, 'Home', () => import('#a.tsx'))",
  "screen('/', 'Home', load)",
  "screen('/', 'Home', () => import(file))",
  "moved('/old', target)",
  'page',
])('%s stops the build rather than being left out', line => {
  expect(() => readSiteMap(`const pages = [${line}]\n`)).toThrow(line)
})

test('a path that moved leads to a page', () => {
  expect(() => readSiteMap("const pages = [moved('/old', '/gone')]\n")).toThrow('/gone, which is no page')
})

test('a list that is put together or renamed stops the build too', () => {
  expect(() => readSiteMap('const pages = [...others]\n')).toThrow('spread')
  expect(() => readSiteMap('const routes = []\n')).toThrow('pages')
})
