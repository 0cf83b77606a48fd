const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]'
/** Longer than any refresh takes; after it the page is left as it is. */
const watchedMs = 3_000

/**
 * For a control that its own action may remove, such as the button of a row that then leaves the list: when it goes while it
 * has the focus, the focus moves to the next control in its place, or up to the page's heading, instead of being lost.
 */
export function keepFocus(): void {
  const origin = document.activeElement
  if (!(origin instanceof HTMLElement) || origin === document.body) return
  const places = placesOf(origin)
  const watcher = new MutationObserver(() => {
    if (origin.isConnected) return
    watcher.disconnect()
    if (document.activeElement === null || document.activeElement === document.body) nextOf(places)?.focus()
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watcher.disconnect(), watchedMs)
}

interface Place {
  parent: Element
  index: number
}

/** Where it stands in each of its ancestors, from the nearest out to the page's main part. */
function placesOf(origin: Element): Place[] {
  const places: Place[] = []
  for (let at = origin; at.parentElement && at.tagName !== 'MAIN'; at = at.parentElement)
    places.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) })
  return places
}

function nextOf(places: readonly Place[]): HTMLElement | null {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue
    const siblings = [...parent.children]
    const near = [...siblings.slice(index), ...siblings.slice(0, index).reverse()]
    for (const sibling of near) {
      const found = sibling.matches(controls) ? sibling : sibling.querySelector(controls)
      if (found instanceof HTMLElement) return found
    }
  }
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  return heading
}
