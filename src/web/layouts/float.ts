/** Phones whose window is high enough for something that floats; elsewhere the styles alone say where it stands. */
const phone = '(max-width: 767px) and (min-height: 401px)'

const things =
  'a, button, label, input, select, textarea, summary, img, svg, picture, video, canvas, [role="switch"], [tabindex="0"]'

const restMs = 150

/**
 * On a phone a button of the page's head floats at the lower edge once the head is scrolled away, and only while nothing but
 * empty paper lies under it: no word and nothing to press. It goes as soon as something comes under it, and comes when the page
 * has come to rest.
 */
export function floatOverPaper(button: HTMLElement, ended: AbortSignal): void {
  const head = button.closest('header') ?? button
  const isFree = (): boolean => {
    if (!window.matchMedia(phone).matches || head.getBoundingClientRect().bottom > 0) return false
    const did = button.dataset.floats
    // Where it would stand, its styles know.
    button.dataset.floats = ''
    const isOver = isOnPaper(button)
    if (did === undefined) delete button.dataset.floats
    return isOver
  }
  let rest: number | undefined
  const look = (isMoving: boolean) => {
    clearTimeout(rest)
    // Whoever comes back from a dialog finds it where they pressed it.
    if (document.querySelector('[role="dialog"]')) return
    if (isMoving && button.dataset.floats !== undefined && !isFree()) delete button.dataset.floats
    rest = window.setTimeout(() => {
      if (isFree()) button.dataset.floats = ''
      else delete button.dataset.floats
    }, restMs)
  }
  const moves = () => look(true)
  const changes = () => look(false)
  window.addEventListener('scroll', moves, { passive: true, capture: true, signal: ended })
  window.addEventListener('resize', moves, { signal: ended })
  const sizes = new ResizeObserver(changes)
  sizes.observe(document.body)
  const words = new MutationObserver(changes)
  const content = document.getElementById('content')
  if (content) words.observe(content, { childList: true, characterData: true, subtree: true })
  ended.addEventListener('abort', () => {
    clearTimeout(rest)
    sizes.disconnect()
    words.disconnect()
  })
  moves()
}

const grid = 7

/** Whether nothing is under it that is read or pressed. */
function isOnPaper(button: HTMLElement): boolean {
  const own = button.getBoundingClientRect()
  const seen = new Set<Element>()
  for (let step = 0; step < grid * grid; step++) {
    const x = own.left + (own.width * (step % grid)) / (grid - 1)
    const y = own.top + (own.height * Math.floor(step / grid)) / (grid - 1)
    const under = document.elementsFromPoint(x, y).find(each => !button.contains(each))
    if (!under || seen.has(under)) continue
    seen.add(under)
    if (under.closest(things) || hasWordsIn(under, own)) return false
  }
  return true
}

function hasWordsIn(element: Element, { left, right, top, bottom }: DOMRect): boolean {
  const range = document.createRange()
  return [...element.childNodes].some(node => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false
    range.selectNodeContents(node)
    return [...range.getClientRects()].some(
      line => line.left < right && line.right > left && line.top < bottom && line.bottom > top,
    )
  })
}
