import lighthouse from 'lighthouse'
import { freePort } from '#platform/postgres/port.ts'
import { measuredPages, type Person, peopleOf, withBrowser } from './browser.ts'

export interface PageQuality {
  title: string
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** First contentful paint: the shell with what is known already. */
  fcpMs: number
  /** Largest contentful paint. */
  lcpMs: number
  cls: number
  /** Total blocking time. */
  tbtMs: number
}

const runs = 3

/**
 * Lighthouse on every public page and on what members open first, with its own defaults: a phone of the middle class on slow
 * 4G. Medians of three runs.
 */
export async function measureQuality(): Promise<PageQuality[]> {
  const port = await freePort()
  return withBrowser(port, async (venue, _, dataDir) => {
    const people = await peopleOf(dataDir)
    const admin = people.find(({ role }) => role === 'admin')!
    const figures: PageQuality[] = []
    for (const { title, path, role } of [...measuredPages, ...(await openedPages(venue.url, admin))]) {
      const person = people.find(each => each.role === role)
      const cookie = person ? await cookieOf(venue.url, person) : null
      const all: Figures[] = []
      for (let run = 0; run < runs; run++) all.push(await visit(`${venue.url}${path}`, port, cookie))
      figures.push({ title, ...medians(all) })
    }
    return figures
  })
}

/** What a house may open to visitors, opened, and of the pages about one thing the first that the site map names. */
async function openedPages(url: string, admin: Person) {
  const answer = await fetch(`${url}/rpc/venue/changeSettings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie: await cookieOf(url, admin) },
    body: JSON.stringify({ json: { pagesOpenToVisitors: ['/events', '/bookings'] } }),
  })
  if (!answer.ok) throw new Error(`The pages could not be opened: ${await answer.text()}`)
  const listed = [...(await (await fetch(`${url}/sitemap.xml`)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)]
  const paths = listed.map(([, address]) => new URL(address!).pathname)
  const pages = [
    ['Events', '/events'],
    ['An event', paths.find(path => path.startsWith('/event/'))],
    ['Spaces', '/bookings'],
    ['A creative', paths.find(path => path.startsWith('/creative/'))],
  ] as const
  return pages.map(([title, path]) => {
    if (!path) throw new Error(`${title}: nothing of the demonstration is open to visitors`)
    return { title, path, role: null }
  })
}

type Figures = Omit<PageQuality, 'title'>

function medians(all: Figures[]): Figures {
  const median = (key: keyof Figures) =>
    all.map(one => one[key]).toSorted((a, b) => a - b)[(runs - 1) >> 1] ?? Number.NaN
  return {
    performance: median('performance'),
    accessibility: median('accessibility'),
    bestPractices: median('bestPractices'),
    seo: median('seo'),
    fcpMs: median('fcpMs'),
    lcpMs: median('lcpMs'),
    cls: median('cls'),
    tbtMs: median('tbtMs'),
  }
}

/** The session of somebody who has just signed in, as a browser sends it. */
async function cookieOf(url: string, { email, password }: Person): Promise<string> {
  const answer = await fetch(`${url}/auth-api/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

async function visit(url: string, port: number, cookie: string | null): Promise<Figures> {
  const own = cookie ? { extraHeaders: { Cookie: cookie } } : {}
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', ...own })
  if (!result) throw new Error('Lighthouse gave no result')
  const { categories, audits, runtimeError, finalDisplayedUrl } = result.lhr
  if (runtimeError) throw new Error(runtimeError.message)
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
  }
}
