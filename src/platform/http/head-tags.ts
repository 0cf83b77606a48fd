import type { WholeHead } from './pages.ts'

/** What stands in the head of a page's HTML. A page without a head of its own is no search result. */
export function headTags(head: WholeHead | null): string {
  if (!head) return `<meta name="${noIndex[0]}" content="${noIndex[1]}">`
  const { title, description, canonical, picture } = head
  const meta = (key: 'name' | 'property', entries: [string, string | number][]) =>
    entries.map(([name, value]) => `<meta ${key}="${name}" content="${escapeHtml(String(value))}">`)
  return [
    ...meta('name', [['description', description], ...(head.isUnlisted ? [noIndex] : [])]),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...meta('property', [
      ['og:type', 'website'],
      ['og:site_name', 'Exchange'],
      ['og:locale', 'en_GB'],
      ['og:title', title],
      ['og:description', description],
      ['og:url', canonical],
      ['og:image', picture.url],
      ['og:image:type', 'image/png'],
      ['og:image:width', picture.width],
      ['og:image:height', picture.height],
      ['og:image:alt', picture.alt],
    ]),
    ...meta('name', [['twitter:card', 'summary_large_image']]),
    structuredData(head),
  ].join('')
}

const noIndex: [string, string] = ['robots', 'noindex']

/** Data and no script: the content policy leaves it alone, and no tag can begin in it. */
function structuredData({ jsonLd = [], above, canonical, title }: WholeHead): string {
  const { origin } = new URL(canonical)
  const crumbs = above && {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { name: above.name, item: origin + above.path },
      { name: nameIn(title), item: canonical },
    ].map((crumb, at) => ({ '@type': 'ListItem', position: at + 1, ...crumb })),
  }
  const graph = [...jsonLd, ...(crumbs ? [crumbs] : [])]
  if (graph.length === 0) return ''
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">${text}</script>`
}

/** `Terms · Exchange` → `Terms`. */
export const nameIn = (title: string) => title.replace(/ · Exchange$/, '')

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char]!)
