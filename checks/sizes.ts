import { type Check, type Finding, isTest } from './project.ts'

const limits = { longest: 400, p90: 240, median: 85 }
// A line of more than 80 characters counts as two, so that no limit is met by long lines.
const wide = 80
// With few files a median says nothing about the habit.
const enoughFiles = 60

/** Modules stay small: half of them within a screen, none beyond 400 lines. Tests are not counted. */
export const sizes: Check = {
  name: 'sizes',
  run: project => {
    const files = project.sources.filter(({ path }) => path.startsWith('src/') && !isTest(path))
    const findings: Finding[] = files
      .map(({ path, text }) => ({ path, lines: screenLines(text) }))
      .filter(({ lines }) => lines > limits.longest)
      .map(({ path, lines }) => ({ path, message: `${lines} lines; the limit is ${limits.longest}` }))
    const sorted = files.map(({ text }) => screenLines(text)).sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
    if (files.length >= enoughFiles) {
      if (at(0.9) > limits.p90)
        findings.push({ path: 'src', message: `p90 is ${at(0.9)} lines; the limit is ${limits.p90}` })
      if (at(0.5) > limits.median)
        findings.push({
          path: 'src',
          message: `the median is ${at(0.5)} lines; the limit is ${limits.median}`,
        })
    }
    return {
      findings,
      notice: `${files.length} files, median ${at(0.5)}, p90 ${at(0.9)}, longest ${sorted.at(-1) ?? 0} lines`,
    }
  },
}

const screenLines = (text: string) =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .reduce((sum, line) => sum + (line.length > wide ? 2 : 1), 0)
