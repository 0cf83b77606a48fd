import { expect, test } from 'vitest'
import { stylesFor } from './page-styles.ts'

const html = '<main class="page wide"><p style="color:var(--quiet)">Hello</p></main>'
const kept = (css: string, more: string[] = []) => stylesFor(html, [css, ...more])[0]

test.each([
  ['.page{color:red}', '.page{color:red}'],
  ['.other{color:red}', ''],
  ['p{color:red}', 'p{color:red}'],
  ['.other,.page p{color:red}', '.page p{color:red}'],
  ['.page .other{color:red}', ''],
  ['.page:not(.other){color:red}', '.page:not(.other){color:red}'],
  [':is(.other,.page)>p{color:red}', ':is(.other,.page)>p{color:red}'],
  [':is(.other,.third) p{color:red}', ''],
  [':where(a:not([class])){color:red}', ':where(a:not([class])){color:red}'],
  ['[class*=".other"]{color:red}', '[class*=".other"]{color:red}'],
  ['.page:has(.other){color:red}', '.page:has(.other){color:red}'],
  ['@media (width<=36em){.other{color:red}}', ''],
  ['@media print{.other{color:red}.page{color:red}}', '@media print{.page{color:red}}'],
  ['@layer a,b;p{margin:0}', '@layer a,b;p{margin:0}'],
  ['@font-face{font-family:"A";src:url("a;{b}.woff2")}', '@font-face{font-family:"A";src:url("a;{b}.woff2")}'],
  ['@keyframes go{to{opacity:0}}', '@keyframes go{to{opacity:0}}'],
  ['.page:after{content:"}"}.other{color:red}', '.page:after{content:"}"}'],
  [':root,:host{color:red}', ':root{color:red}'],
])('of %s a page needs %s', (css, expected) => {
  expect(kept(css)).toBe(expected)
})

test('custom properties stay where something needs them, whichever sheet it is in, and what their values need', () => {
  const theme = ':root{--a:var(--b);--b:1px;--c:2px;--quiet:grey;--far:3px}:root[data-dark]{--b:4px;--c:5px}'
  expect(kept(`${theme}p{margin:var(--a)}.other{margin:var(--c)}`, ['.wide{padding:calc(var(--far) + 1px)}'])).toBe(
    ':root{--a:var(--b);--b:1px;--quiet:grey;--far:3px}:root[data-dark]{--b:4px}p{margin:var(--a)}',
  )
})
