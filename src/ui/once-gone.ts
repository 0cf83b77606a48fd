/** Longer than it takes until what has faded away is out of the page. */
const goneMs = 100

export const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * For the end of a dialog: moves the focus when it went with it. Whoever closes one before the library has moved the focus into it
 * would lose it, since the library does so while the dialog fades away.
 */
export function onceGone(goBack: () => void): void {
  setTimeout(() => {
    if (isNowhere()) goBack()
  }, goneMs)
}
