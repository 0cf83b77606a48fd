import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routeAccess } from '#access.ts'

// Read as text, as the build does: importing the site map would start the browser's shell.
const siteMap = readFileSync(new URL('./routes.ts', import.meta.url), 'utf8')
const screens = [...siteMap.matchAll(/\bscreen\(\s*'([^']+)',\s*'([^']+)',\s*\(\)\s*=>\s*import\(\s*'#([^']+)'/g)]

test('every page of the site map says in the access table who may open it', () => {
  const known = routeAccess.map(({ path }) => path)
  expect(screens.map(([, path]) => path).filter(path => !known.includes(path ?? ''))).toEqual([])
})

test('every line of the site map names a file and what it exports', () => {
  const missing = screens.filter(([, , name, file]) => {
    const url = new URL(`../${file}`, import.meta.url)
    return (
      !existsSync(url) || !new RegExp(`export (async )?(function|const) ${name}\\b`).test(readFileSync(url, 'utf8'))
    )
  })
  expect(missing.map(([line]) => line)).toEqual([])
})
