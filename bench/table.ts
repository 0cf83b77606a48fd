import type { PageBytes } from './bytes.ts'
import { type CalendarFigures, calendarSizes } from './calendar.ts'
import { type GrowthFigures, growthSizes } from './growth.ts'
import type { PageQuality } from './lighthouse.ts'
import type { MemoryFigures } from './memory.ts'
import { type SearchFigures, searchAimMs, searched } from './search.ts'
import type { StartFigures } from './start-up.ts'
import type { CallFigures } from './throughput.ts'

export interface Figures {
  calls?: CallFigures[]
  start?: StartFigures
  bytes?: PageBytes[]
  lighthouse?: PageQuality[]
  memory?: MemoryFigures
  growth?: GrowthFigures[]
  calendar?: CalendarFigures[]
  search?: SearchFigures[]
}

/** Aims: half of a call's own floor, megabytes idle and under load. */
const aims = { ofFloor: 0.5, idleMb: 200, loadedMb: 400 }

/** Everything that was measured as tables for a terminal or a Markdown page. */
export function tableOf(figures: Figures): string {
  const { calls, growth, calendar, search } = figures
  return [
    calls && callsTable(calls),
    othersTable(figures),
    growth && growthTable(growth),
    calendar && calendarTable(calendar),
    search && searchTable(search),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function callsTable(calls: CallFigures[]): string {
  const rows = [['', 'req/s', 'p50 ms', 'p99 ms', 'floor req/s', 'of floor', 'of yardstick', 'aim', 'met']]
  for (const { title, statements, aim, product, floor, yardstick } of calls) {
    const [ofFloor, share] = [product.perSecond / floor.perSecond, product.perSecond / yardstick.perSecond]
    rows.push([
      `${title} (${statements} statements)`,
      product.perSecond.toFixed(0),
      product.p50Ms.toFixed(1),
      product.p99Ms.toFixed(1),
      floor.perSecond.toFixed(0),
      ofFloor.toFixed(2),
      share.toFixed(3),
      aim ? `${aims.ofFloor.toFixed(2)} and ${aim.toFixed(3)}` : '',
      aim ? met(ofFloor >= aims.ofFloor && share >= aim) : '',
    ])
  }
  const ofAll = calls.map(({ yardstick }) => yardstick.perSecond).toSorted((a, b) => a - b)
  const middle = ofAll[(ofAll.length - 1) >> 1]!
  rows.push([`Yardstick (one row by key), ${ofAll[0]!.toFixed(0)} to ${ofAll.at(-1)!.toFixed(0)}`, middle.toFixed(0)])
  return laidOut(rows)
}

function growthTable(growth: GrowthFigures[]): string {
  const head = ['p50 ms, one at a time', ...growthSizes.map(size => size.toLocaleString('en-GB')), 'grows']
  const rows = growth.map(({ title, p50Ms }) => [
    title,
    ...p50Ms.map(ms => ms.toFixed(1)),
    `× ${(p50Ms.at(-1)! / p50Ms[0]!).toFixed(1)}`,
  ])
  return laidOut([head, ...rows])
}

function calendarTable(calendar: CalendarFigures[]): string {
  const sizes = calendarSizes.map(size => size.toLocaleString('en-GB'))
  const rows = calendar.map(({ title, p50Ms, aimMs }) => [
    title,
    ...p50Ms.map(ms => ms.toFixed(2)),
    `under ${aimMs}`,
    met(p50Ms.every(ms => ms < aimMs)),
  ])
  return laidOut([['p50 ms in the database, bookings', ...sizes, 'aim', 'met'], ...rows])
}

function searchTable(search: SearchFigures[]): string {
  const [members, posts] = [searched.members, searched.posts].map(count => count.toLocaleString('en-GB'))
  const rows = search.map(({ title, p50Ms, mostMs }) => [
    title,
    p50Ms.toFixed(2),
    mostMs.toFixed(2),
    `under ${searchAimMs}`,
    met(p50Ms < searchAimMs),
  ])
  return laidOut([[`ms in the database, ${members} members, ${posts} posts`, 'p50', 'most', 'aim', 'met'], ...rows])
}

function othersTable({ start, bytes = [], lighthouse = [], memory }: Figures): string {
  const rows = [['', '', '', '', '']]
  const add = (title: string, ...values: string[]) => rows.push([title, ...values])
  if (start) add('Start until ready', `first ${seconds(start.firstMs)}`, `later ${seconds(start.laterMs)}`)
  for (const { title, scripts, styles } of bytes)
    add(`${title}, compressed`, `JS ${kilobytes(scripts)}`, `CSS ${kilobytes(styles)}`)
  for (const { title, performance, accessibility, bestPractices, seo, fcpMs, lcpMs, cls, tbtMs } of lighthouse) {
    add(
      `Lighthouse, mobile, ${title.toLowerCase()}`,
      `perf ${performance}`,
      `a11y ${accessibility}`,
      `best ${bestPractices}`,
      `SEO ${seo}`,
    )
    add(
      `${title}, slow 4G`,
      `FCP ${seconds(fcpMs)}`,
      `LCP ${seconds(lcpMs)}`,
      `CLS ${cls.toFixed(3)}`,
      `TBT ${tbtMs.toFixed(0)} ms`,
    )
  }
  if (memory) {
    const { firstMb, idleMb, mostMb, afterLoadMb } = memory
    add(
      'Memory, idle',
      megabytes(idleMb),
      `aim ${aims.idleMb} MB`,
      met(idleMb < aims.idleMb),
      `first start ${megabytes(firstMb)}`,
    )
    add(
      'Memory, a minute of load',
      megabytes(afterLoadMb),
      `aim ${aims.loadedMb} MB`,
      met(mostMb < aims.loadedMb),
      `at most ${megabytes(mostMb)}`,
    )
  }
  return rows.length > 1 ? laidOut(rows) : ''
}

const met = (isMet: boolean) => (isMet ? 'yes' : 'no')
const megabytes = (mb: number) => `${mb.toFixed(0)} MB`
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
