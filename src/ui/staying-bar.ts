/**
 * For what stays at the lower edge of the window while the page scrolls: as the `ref` of such a bar it tells the page how high it
 * is, in `--action-bar`. What floats stands above it, the page ends above it, and nothing that gets the focus is behind it. Where
 * the bar goes with the page, and inside of dialogs, there is nothing to tell.
 */
export function stayingBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return
  const page = document.documentElement
  const tell = () => {
    const stays = /fixed|sticky/.test(getComputedStyle(bar).position) && !bar.closest('[role="dialog"]')
    if (stays) page.style.setProperty('--action-bar', `${Math.ceil(bar.offsetHeight)}px`)
    else page.style.removeProperty('--action-bar')
  }
  const watcher = new ResizeObserver(tell)
  watcher.observe(bar)
  // Turned on its side, a phone lets it go with the page though it is as high as before.
  window.addEventListener('resize', tell)
  return () => {
    watcher.disconnect()
    window.removeEventListener('resize', tell)
    page.style.removeProperty('--action-bar')
  }
}
