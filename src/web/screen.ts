import {
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import type { SpecifiedPath } from '#access.ts'
import { rootRoute } from './root.tsx'
import { NotFound } from './screens/not-found.tsx'
import { NotReached } from './screens/not-reached.ts'
import { anything, type RawSearch } from './search.ts'

/**
 * One page: its path, the export that draws it, and where that is. `search` reads what the address carries after `?`
 * (see search.ts); without it the screen gets every parameter as text.
 */
export function screen<const Path extends SpecifiedPath, Name extends string, Search extends object = RawSearch>(
  path: Path,
  name: Name,
  load: () => Promise<{ [Key in Name]: unknown }>,
  search?: (raw: RawSearch) => Search,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (raw: Written<Search> & SearchSchemaInput) => (search ?? anything)(raw as RawSearch) as Search,
    component: component(path, name, load),
  })
}

/** What a link may write into the address: what the screen reads, and for screens that declare nothing numbers as well. */
type Written<Search> = string extends keyof Search ? Readonly<Record<string, string | number | undefined>> : Search

/** A path that moved: whoever opens it is led to `to`, and Back does not return here. */
export function moved<const Path extends SpecifiedPath>(path: Path, to: string) {
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
    try {
      const [module] = await Promise.all([load(), path === '/' ? undefined : import('./interactive.tsx')])
      return module as Record<string, RouteComponent>
    } catch (error) {
      // The router answers a file that is missing with a reload, which helps only where there is a connection.
      throw navigator.onLine ? error : new NotReached()
    }
  }
  return lazyRouteComponent(loadAll, name) as RouteComponent
}
