import { backToPage } from './focus.ts'

/** Pieces in which these keys take back what was typed. */
const typed =
  'textarea, [contenteditable="true"], input:not([type="button"], [type="checkbox"], [type="radio"], [type="range"], [type="file"], [type="submit"], [type="reset"], [type="color"])'
const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/**
 * As the `ref` of the button of a message that takes something back: Ctrl+Z and Cmd+Z press it from wherever the focus is, but in
 * a field, where they take back what was typed. While a dialog holds the focus, Tab leads to it from the last of the dialog's
 * controls and back to the first, and Shift+Tab the other way round.
 */
export function undoKeys(button: HTMLButtonElement | null): (() => void) | undefined {
  if (!button) return
  const ended = new AbortController()
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !button.checkVisibility({ visibilityProperty: true })) return
    if (isUndo(event)) {
      if (event.target instanceof Element && event.target.matches(typed)) return
      event.preventDefault()
      // Held down, it takes back one thing.
      if (!event.repeat) button.click()
    } else if (event.key === 'Tab') {
      const next = nextStop(button, event.shiftKey)
      if (!next) return
      event.preventDefault()
      next.focus()
    }
  }
  // Before the dialog, which keeps Tab to itself.
  addEventListener('keydown', onKey, { capture: true, signal: ended.signal })
  return () => ended.abort()
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Where Tab goes between a dialog and the message over it; null: as usual. */
function nextStop(button: HTMLElement, isBackwards: boolean): HTMLElement | null {
  const { activeElement: at } = document
  const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1)
  const message = button.closest<HTMLElement>('[role="status"], [role="alert"]')
  if (!dialog || !message || !at) return null
  const [from, to] = dialog.contains(at) ? [dialog, message] : message.contains(at) ? [message, dialog] : []
  if (!from || !to || stopsIn(from).at(isBackwards ? 0 : -1) !== at) return null
  return stopsIn(to).at(isBackwards ? -1 : 0) ?? null
}

const stopsIn = (piece: HTMLElement) =>
  [...piece.querySelectorAll<HTMLElement>(stops)].filter(each => each.tabIndex >= 0 && each.checkVisibility())

/** As the `ref` of what a message says: when the message goes with the focus, the focus goes back to where it came from. */
export function givesFocusBack(words: HTMLElement | null): (() => void) | undefined {
  const message = words?.closest<HTMLElement>('[role="status"], [role="alert"]')
  if (!message) return
  let from: EventTarget | null = null
  const note = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !message.contains(relatedTarget as Node)) from = relatedTarget
  }
  message.addEventListener('focusin', note)
  const giveBack = () => {
    if (!message.contains(document.activeElement)) return
    if (from instanceof HTMLElement && from.isConnected && from.checkVisibility()) from.focus()
    else backToPage()
  }
  message.addEventListener(goes, giveBack)
  return () => {
    giveBack()
    message.removeEventListener('focusin', note)
    message.removeEventListener(goes, giveBack)
  }
}

const goes = 'message-goes'

/** A message is about to go: it lets go of the focus before it is hidden. */
export const letGo = (message: Element) => void message.dispatchEvent(new Event(goes))
