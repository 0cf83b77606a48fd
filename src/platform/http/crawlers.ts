import { takeUsualPoint, usualLimit } from '#platform/rpc/limits.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { Mount } from './gate.ts'
import { escapeHtml } from './head-tags.ts'
import { networkOf } from './network.ts'
import type { PublicAddress } from './pages.ts'

/** What is nobody's search result: the office, calls of the application, what the simulators show. */
const closed = ['/admin', '/api/', '/auth-api/', '/dev/', '/export/', '/live', '/rpc/']

/** So long a site map stays as it was written, unless a fact of the house changes. */
const keptMs = 60_000

/**
 * What search engines ask for first. A demonstration, or a house that does not want to be found (SEARCH_ENGINES), sends
 * them away.
 */
export function crawlerMounts(runtime: Runtime, addresses: () => Promise<PublicAddress[]>): Mount[] {
  const { publicUrl, isSearchable } = runtime.env
  const siteMap = keepSiteMap(runtime, async () => siteMapOf(publicUrl, await addresses()))
  const line = { methods: ['GET', 'HEAD'], ways: [], cost: 'usual', isPersonal: false } as const
  return [
    {
      ...line,
      path: '/robots.txt',
      serve: c =>
        c.text(
          isSearchable
            ? `User-agent: *\n${closed.map(path => `Disallow: ${path}\n`).join('')}\nSitemap: ${publicUrl}/sitemap.xml\n`
            : 'User-agent: *\nDisallow: /\n',
          200,
          { 'cache-control': 'public, max-age=3600' },
        ),
    },
    {
      ...line,
      path: '/sitemap.xml',
      // Written from every public page: each network may ask for it as often as for what is only read (429).
      async serve(c) {
        await takeUsualPoint(runtime.db, `site map ${networkOf(c.get('ipAddress'))}`, usualLimit(runtime.env, true))
        return c.body(await siteMap(), 200, {
          'content-type': 'application/xml; charset=utf-8',
          'cache-control': 'public, max-age=300',
        })
      },
    },
  ]
}

/** One site map for all who ask meanwhile; one that could not be written is kept for nobody. */
function keepSiteMap({ facts, clock }: Runtime, write: () => Promise<string>) {
  let kept: { text: Promise<string>; version: number; until: number } | null = null
  return (): Promise<string> => {
    const [version, now] = [facts.version(), clock.now().getTime()]
    if (version === null) return write()
    if (kept?.version === version && now < kept.until) return kept.text
    const text = write()
    const mine = { text, version, until: now + keptMs }
    kept = mine
    text.catch(() => {
      if (kept === mine) kept = null
    })
    return text
  }
}

const siteMapOf = (publicUrl: string, addresses: PublicAddress[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map(({ path, changedAt }) => {
      const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
      return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${lastmod}</url>`
    }),
    '</urlset>',
    '',
  ].join('\n')
