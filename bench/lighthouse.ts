import lighthouse from 'lighthouse'
import { freePort } from '#platform/postgres/port.ts'
import { withBrowser } from './browser.ts'

export interface PageQuality {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Largest contentful paint. */
  lcpMs: number
  cls: number
  /** Total blocking time. */
  tbtMs: number
}

const runs = 3

/** Lighthouse on the landing page with its own defaults: a phone of the middle class on slow 4G. Medians of three runs. */
export async function measureQuality(): Promise<PageQuality> {
  const port = await freePort()
  return withBrowser(port, async venue => {
    const all: PageQuality[] = []
    for (let run = 0; run < runs; run++) all.push(await visit(`${venue.url}/`, port))
    const median = (key: keyof PageQuality) =>
      all.map(one => one[key]).toSorted((a, b) => a - b)[(runs - 1) >> 1] ?? Number.NaN
    return {
      performance: median('performance'),
      accessibility: median('accessibility'),
      bestPractices: median('bestPractices'),
      seo: median('seo'),
      lcpMs: median('lcpMs'),
      cls: median('cls'),
      tbtMs: median('tbtMs'),
    }
  })
}

async function visit(url: string, port: number): Promise<PageQuality> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error('Lighthouse gave no result')
  const { categories, audits, runtimeError } = result.lhr
  if (runtimeError) throw new Error(runtimeError.message)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
  }
}
