import { onDemand } from '#ui/on-demand.tsx'

const load = () => import('./cart-drawer.tsx')

/** Where the cart opens: in the shell (NAV-29). */
export const cartDrawer = onDemand(async () => (await load()).CartDrawer)

/** Opens the cart over the page. It is fetched when it is first wanted; a page that offers it may fetch it ahead. */
export async function openCart(): Promise<void> {
  const [drawn] = await Promise.all([load(), cartDrawer.need()]).catch(() => [])
  if (drawn) return drawn.open()
  const { toast } = await import('#ui/toast.ts')
  toast.error('Your cart could not be opened', 'Check your connection and try again, or load the page again.')
}
