import { useRouter } from '@tanstack/react-router'

/** Tells whether a path has a page: menus show what works. `/account?tab=guests` counts as `/account`. */
export function useIsBuilt() {
  const { routesByPath } = useRouter()
  return (path: string) => (path.split('?')[0] ?? path) in routesByPath
}

/** The entries whose page is built. */
export function useBuilt<Entry extends { to: string }>(entries: readonly Entry[]): Entry[] {
  const isBuilt = useIsBuilt()
  return entries.filter(entry => isBuilt(entry.to))
}
