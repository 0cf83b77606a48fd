/**
 * Leaves for the payment page at `url`. The browser's Back then leads where that page's own way back does, to `left`: there the
 * order waits, where the form that opened it would stand empty.
 */
export function toPayment({ url, left }: { url: string; left?: string | null }): void {
  // The browser's own, past the router: it would draw that page while this one is being left.
  if (left) History.prototype.replaceState.call(window.history, window.history.state, '', left)
  // A browser that kept the page whole would show the form all the same.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  window.location.assign(url)
}
