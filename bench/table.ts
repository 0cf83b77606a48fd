import type { PageBytes } from './bytes.ts'
import type { PageQuality } from './lighthouse.ts'
import type { StartFigures } from './start-up.ts'
import type { CallFigures } from './throughput.ts'

export interface Figures {
  calls?: CallFigures[]
  start?: StartFigures
  bytes?: PageBytes[]
  lighthouse?: PageQuality
}

/** Everything that was measured as one table for a terminal or a Markdown page. */
export function tableOf({ calls = [], start, bytes = [], lighthouse }: Figures): string {
  const rows = [['', 'req/s', 'p50 ms', 'p99 ms', 'floor req/s', 'floor p50', 'floor p99', 'ratio']]
  for (const { title, statements, product, floor } of calls)
    rows.push([
      `${title} (${statements} statements)`,
      ...[product, floor].flatMap(one => [one.perSecond.toFixed(0), one.p50Ms.toFixed(1), one.p99Ms.toFixed(1)]),
      (product.perSecond / floor.perSecond).toFixed(2),
    ])
  const add = (title: string, ...values: string[]) => rows.push([title, ...values])
  if (start) add('Start until ready', `first ${seconds(start.firstMs)}`, `later ${seconds(start.laterMs)}`)
  for (const { title, scripts, styles } of bytes)
    add(`${title}, compressed`, `JS ${kilobytes(scripts)}`, `CSS ${kilobytes(styles)}`)
  if (lighthouse) {
    const { performance, accessibility, bestPractices, seo, lcpMs, cls, tbtMs } = lighthouse
    add(
      'Lighthouse, mobile, landing',
      `perf ${performance}`,
      `a11y ${accessibility}`,
      `best ${bestPractices}`,
      `SEO ${seo}`,
    )
    add('Landing, slow 4G', `LCP ${seconds(lcpMs)}`, `CLS ${cls.toFixed(3)}`, `TBT ${tbtMs.toFixed(0)} ms`)
  }
  return laidOut(rows)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

function laidOut(rows: string[][]): string {
  const columns = Math.max(...rows.map(row => row.length))
  const widths = Array.from({ length: columns }, (_, i) => Math.max(...rows.map(row => row[i]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${widths.map((width, i) => (i === 0 ? (row[i] ?? '').padEnd(width) : (row[i] ?? '').padStart(width))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [head = [], ...rest] = rows
  return [line(head), rule, ...rest.map(line)].join('\n')
}
