// The page that was asked for opens by itself: when the browser is back, and when the house is though the browser never noticed.
;(() => {
  if (location.pathname === '/offline.html') return
  addEventListener('online', () => location.reload())
  setInterval(async () => {
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) location.reload()
  }, 5_000)
})()
