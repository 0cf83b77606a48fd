/** Longer than a dialog takes that has to be fetched first; after it keys are the page's again. */
const longestMs = 5_000

/**
 * From the shortcut on what is typed is for the field of the search, also while that is still on its way: it is put there once the
 * field has the focus. Whoever presses Escape or any way out has given up.
 */
export function keepTyped(): void {
  let kept = ''
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' || event.key === 'Tab') return stop()
    if (event.key === 'Backspace') kept = kept.slice(0, -1)
    else if (event.key.length === 1) kept += event.key
    else return
    // Not for the list behind it either, which has keys of its own.
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement) || target.getAttribute('role') !== 'combobox') return
    stop()
    if (kept === '') return
    target.setRangeText(kept, 0, 0, 'end')
    target.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKey, true)
    window.removeEventListener('focusin', onFocus)
    window.removeEventListener('pointerdown', stop)
  }
  const timer = setTimeout(stop, longestMs)
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('focusin', onFocus)
  window.addEventListener('pointerdown', stop)
}
