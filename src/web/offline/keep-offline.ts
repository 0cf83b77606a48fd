import { questions } from '#ui/confirm.ts'
import { toasts } from '#ui/toast.ts'

/** What the shell fetches only once somebody presses for it: there, nobody can. */
const pieces = () => [
  import('#web/layouts/phone-menu.tsx'),
  import('#web/layouts/account-entries.tsx'),
  import('#web/layouts/member-finder.tsx'),
  questions.need(),
  toasts.need(),
]

/**
 * Puts every file of the app that this page has loaded where the service worker finds it, so that the page opens again
 * without a connection. What was loaded before the worker took charge would otherwise be missing.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.onLine) return
  await navigator.serviceWorker.ready
  await Promise.allSettled(pieces())
  const cache = await caches.open('assets')
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(name => name.startsWith(`${location.origin}/assets/`))
  // One that cannot be had now is fetched when it is needed.
  await Promise.allSettled(
    [...new Set(loaded)].map(async name => {
      if (!(await cache.match(name))) await cache.add(name)
    }),
  )
}
