const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]'
/** Longer than any refresh takes; after it the page is left as it is. */
const watchedMs = 15_000

/** Where the person last was in the page itself: what a dialog or a message leads back to. */
let last: readonly Place[] = []
const note = (target: unknown) => {
  if (target instanceof Element && target.closest('main') && !target.closest('[role="dialog"]')) last = placesOf(target)
}
// Without a document there is nobody to follow: tests read modules that end here.
globalThis.document?.addEventListener('focusin', ({ target }) => note(target))
let watch: AbortController | undefined

/**
 * For a control that its own action or form may remove, such as the button of a row that then leaves the list: when it goes while it
 * has the focus, or before the dialog that asked has given the focus back, the focus moves to the next row or control in its place,
 * or up to the page's heading, instead of being lost. Until the person points at something else. Another page that was gone to begins at
 * its top.
 */
export function keepFocus(): void {
  note(document.activeElement)
  watch?.abort()
  watch = new AbortController()
  const { signal } = watch
  const { pathname } = location
  const watcher = new MutationObserver(() => {
    const isNowhere = document.activeElement?.matches(location.pathname === pathname ? 'body, main' : 'body') ?? true
    if (isNowhere && last[0]?.element.isConnected === false) nextOf(last)?.focus()
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  signal.addEventListener('abort', () => watcher.disconnect())
  addEventListener('pointerdown', () => watch?.abort(), { capture: true, signal })
  setTimeout(() => watcher.disconnect(), watchedMs)
}

/** Back to where the person last was in the page, or to what stands in its place: for what floats over the page and goes. */
export function backToPage(): void {
  const [at] = last
  const back = at?.element.isConnected ? at.element : nextOf(last)
  if (back instanceof HTMLElement) back.focus()
}

interface Place {
  element: Element
  parent: Element
  index: number
}

/** Where it stands in each of its ancestors, from the nearest out to the page's main part. */
function placesOf(origin: Element): Place[] {
  const places: Place[] = []
  for (let at = origin; at.parentElement && at.tagName !== 'MAIN'; at = at.parentElement)
    places.push({ element: at, parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) })
  return places
}

function nextOf(places: readonly Place[]): HTMLElement | null {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue
    const siblings = [...parent.children]
    const near = [...siblings.slice(index), ...siblings.slice(0, index).reverse()]
    for (const sibling of near) {
      // Of a list the row itself: on its button a second press of the same key would act upon whoever is next.
      const row = sibling.closest<HTMLElement>('[data-row]')
      if (row) {
        if (!row.hasAttribute('tabindex')) row.tabIndex = -1
        return row
      }
      const found = sibling.matches(controls) ? sibling : sibling.querySelector(controls)
      if (found instanceof HTMLElement) return found
    }
  }
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  return heading
}
