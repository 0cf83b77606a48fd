import { rootRoute } from './root.tsx'
import { moved } from './screen.ts'

/**
 * The site map: one line per page that is built. Who may open a page is in access.ts, by the same path; menus show
 * what stands here. The build copies this list for the server, so keep path and import in each line.
 */
const pages = [moved('/membership-plans', '/membership-info')] as const

export const routeTree = rootRoute.addChildren(pages)
