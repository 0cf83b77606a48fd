import type { OpenablePage } from '#access.ts'

/** What the server says about this installation, written into the page so that no call is needed before the first paint. */
export interface SiteFacts {
  /** Simulators stand in for payments, mail or the storefront. */
  hasSimulators: boolean
  /** The setting "pages open to visitors". */
  pagesOpenToVisitors: OpenablePage[]
}

export const site: SiteFacts = {
  hasSimulators: false,
  pagesOpenToVisitors: [],
  ...parse(document.querySelector('meta[name="exchange-site"]')?.getAttribute('content')),
}

function parse(content: string | null | undefined): Partial<SiteFacts> {
  return content?.startsWith('{') ? JSON.parse(content) : {}
}
