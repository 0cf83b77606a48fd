import { rootRoute } from './root.tsx'
import { moved, screen } from './screen.ts'

/**
 * The site map: one line per page that is built, made by `screen` (screen.ts) of the path, the name of the export, the
 * import of its file, and `params` (search.ts) when its address carries more. Who may open a page is in access.ts, by
 * the same path; menus show what stands here. The build reads these lines for the server, so keep the texts in them.
 *
 * Visitors see `/` without the component library around it (interactive.tsx): plain elements only on that page.
 */
const pages = [
  screen('/', 'Landing', () => import('#features/content/screens/landing.tsx')),
  screen('/home', 'Home', () => import('#features/content/screens/home.tsx')),
  screen('/portal', 'Home', () => import('#features/content/screens/home.tsx')),
  screen('/contact', 'Contact', () => import('#features/content/screens/contact.tsx')),
  screen('/terms', 'Terms', () => import('#features/content/screens/terms.tsx')),
  screen('/admin/settings', 'VenueSettings', () => import('#features/venue/screens/venue-settings.tsx')),
  screen('/admin/security', 'Security', () => import('#features/privacy/screens/security.tsx')),
  moved('/membership-plans', '/membership-info'),
] as const

export const routeTree = rootRoute.addChildren(pages)
