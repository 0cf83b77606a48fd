import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chartInks, type SchemeTokens, theme, tokens } from './theme.ts'

describe.each(Object.entries(tokens))('contrast, %s', (scheme, t) => {
  const grounds = { paper: t.paper, sheet: t.sheet, sunk: t.sunk }

  test.each(Object.entries(grounds))('body text on %s reaches AAA (7:1)', (_, ground) => {
    expect(contrast(t.ink, ground)).toBeGreaterThanOrEqual(7)
    expect(contrast(t.inkSoft, ground)).toBeGreaterThanOrEqual(7)
  })

  test.each(Object.entries(grounds))(
    'hints and links on %s reach AA (4.5:1), control edges and focus 3:1',
    (name, ground) => {
      expect(contrast(t.inkFaint, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(t.accent, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(t.focus, ground)).toBeGreaterThanOrEqual(3)
      if (name !== 'sunk') expect(contrast(t.control, ground)).toBeGreaterThanOrEqual(3)
    },
  )

  test('labels on filled controls reach AA, also while hovered, and so does every filled colour', () => {
    expect(contrast(t.onFill, t.accentFill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(t.onFill, t.accentFillHover)).toBeGreaterThanOrEqual(4.5)
    const shade = scheme === 'light' ? 6 : 4
    expect(contrast(t.onFill, t.ink)).toBeGreaterThanOrEqual(4.5)
    for (const [name, tuple] of Object.entries(theme.colors ?? {})) {
      if (name === 'dark') continue // filled with the ink itself
      expect(contrast(t.onFill, tuple?.[shade] ?? '')).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(Object.entries(t.tones))(
    'tone %s: text AAA on its tint, edge 3:1 on paper, text AA on paper',
    (_, tone) => {
      expect(contrast(tone.fg, tone.bg)).toBeGreaterThanOrEqual(7)
      expect(contrast(tone.line, t.paper)).toBeGreaterThanOrEqual(3)
      expect(contrast(tone.fg, t.paper)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tone.fg, t.sheet)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('chart inks stand out from paper and sheet (3:1)', () => {
    const inks = chartInks[scheme as keyof typeof chartInks]
    for (const ink of inks) {
      expect(contrast(ink, t.paper)).toBeGreaterThanOrEqual(3)
      expect(contrast(ink, t.sheet)).toBeGreaterThanOrEqual(3)
    }
  })
})

test('the first paint in theme.css has the colours of the tokens', () => {
  const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
  const painted = (t: SchemeTokens) => `background: ${t.paper};\n  color: ${t.ink};`
  expect(css).toContain(painted(tokens.light))
  expect(css).toContain(painted(tokens.dark))
})

/** Contrast ratio of two #rrggbb colours as WCAG 2 defines it, 1 to 21. */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
