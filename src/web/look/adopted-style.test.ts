import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const widthClasses = /\b(visibleFrom|hiddenFrom)=/
const responsive = /=\{\{\s*(base|xs|sm|md|lg|xl)\s*:/
// These write a style element even for one width.
const layouts = /import \{[^}]*\b(AppShell|Flex|Grid|SimpleGrid)\b[^}]*\} from '@mantine\/core'/

test('no screen uses what the component library can only do with a style element, which the policy refuses', () => {
  const offenders = globSync('src/**/*.tsx').filter(file => {
    const text = readFileSync(file, 'utf8')
    return widthClasses.test(text) || responsive.test(text) || layouts.test(text)
  })
  expect(offenders).toEqual([])
  expect('<Box visibleFrom="sm">').toMatch(widthClasses)
  expect('<Stack gap={{ base: 4 }}>').toMatch(responsive)
  expect("import { Box, SimpleGrid } from '@mantine/core'").toMatch(layouts)
})
