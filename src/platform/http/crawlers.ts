import type { Runtime } from '#platform/runtime.ts'
import type { Mount } from './gate.ts'
import { escapeHtml } from './head-tags.ts'
import type { PublicAddress } from './pages.ts'

/** What is nobody's search result: the office, calls of the application, what the simulators show. */
const closed = ['/admin', '/api/', '/auth-api/', '/dev/', '/export/', '/live', '/rpc/']

/**
 * What search engines ask for first. A demonstration, or a house that does not want to be found (SEARCH_ENGINES), sends
 * them away.
 */
export function crawlerMounts(runtime: Runtime, addresses: () => Promise<PublicAddress[]>): Mount[] {
  const { publicUrl, isSearchable } = runtime.env
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
      serve: async c =>
        c.body(siteMapOf(publicUrl, await addresses()), 200, {
          'content-type': 'application/xml; charset=utf-8',
          'cache-control': 'public, max-age=300',
        }),
    },
  ]
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
