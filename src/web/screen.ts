import { createRoute, lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'
import { NotFound } from './screens/not-found.tsx'
import { anything, type RawSearch } from './search.ts'

/**
 * One page: its path, the export that draws it, and where that is. `search` reads what the address carries after `?`
 * (see search.ts); without it the screen gets every parameter as text.
 */
export function screen<const Path extends string, Name extends string, Search extends object = RawSearch>(
  path: Path,
  name: Name,
  load: () => Promise<{ [Key in Name]: unknown }>,
  search?: (raw: RawSearch) => Search,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (raw: Record<string, unknown>): Search => (search ?? anything)(raw as RawSearch) as Search,
    component: component(path, name, load),
  })
}

/** A path that moved: whoever opens it is led to `to`, and Back does not return here. */
export function moved<const Path extends string>(path: Path, to: string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })
}

/**
 * Every other address. Without this line an address below a page (`/bookings/1`) would count as that page, and visitors
 * would be sent to sign in for something that is not there.
 */
export function elsewhere() {
  return createRoute({ getParentRoute: () => rootRoute, path: '$', component: NotFound })
}

/** The first page is drawn without the component library; every other one waits for it and its styles. */
function component(path: string, name: string, load: () => Promise<object>): RouteComponent {
  const loadAll = async () => {
    const [module] = await Promise.all([load(), path === '/' ? undefined : import('./interactive.tsx')])
    return module as Record<string, RouteComponent>
  }
  return lazyRouteComponent(loadAll, name) as RouteComponent
}
