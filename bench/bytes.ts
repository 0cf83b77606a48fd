import type { Browser } from '@playwright/test'
import { freePort } from '#platform/postgres/port.ts'
import { measuredPages, type Person, peopleOf, withBrowser } from './browser.ts'

export interface PageBytes {
  title: string
  scripts: number
  styles: number
}

/** Compressed bytes of scripts and styles that a browser with an empty cache really fetches for a page. */
export const measureBytes = async (): Promise<PageBytes[]> =>
  withBrowser(await freePort(), async (venue, browser, dataDir) => {
    const people = await peopleOf(dataDir)
    const figures: PageBytes[] = []
    for (const { title, path, role } of measuredPages) {
      const person = people.find(each => each.role === role) ?? null
      figures.push({ title, ...(await bytesOf(browser, venue.url, path, person)) })
    }
    return figures
  })

async function bytesOf(
  browser: Browser,
  baseURL: string,
  path: string,
  person: Person | null,
): Promise<{ scripts: number; styles: number }> {
  // The service worker would fetch the whole application ahead.
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  if (person) {
    const { email, password } = person
    const answer = await context.request.post('/auth-api/sign-in/email', {
      headers: { origin: baseURL },
      data: { email, password },
    })
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  }
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  const types = new Map<string, string>()
  const bytes: Record<string, number> = { Script: 0, Stylesheet: 0 }
  let lastAt = performance.now()
  await devTools.send('Network.enable')
  devTools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  // Bodies as they came over the wire, without headers.
  devTools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? ''
    if (!(type in bytes)) return
    bytes[type] = bytes[type]! + encodedDataLength
    lastAt = performance.now()
  })
  await page.goto(path, { waitUntil: 'load' })
  // The live stream stays open, so the network is never idle: done when no file came for two seconds.
  while (performance.now() - lastAt < 2_000) await page.waitForTimeout(200)
  await context.close()
  return { scripts: bytes.Script!, styles: bytes.Stylesheet! }
}
