import { useEffect, useState } from 'react'
import classes from '#web/look/bars.module.css'

/** Registers the service worker and offers a reload when a newer version of the app waits. */
export function AppUpdate() {
  const [waiting, setWaiting] = useState<ServiceWorker>()

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    void navigator.serviceWorker
      .register('/sw.js')
      .then(registration => watch(registration, setWaiting))
      // Private windows and some policies refuse service workers; the app works without.
      .catch(() => undefined)
  }, [])

  if (!waiting) return null
  const reload = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    })
    waiting.postMessage('take over')
  }
  return (
    <div className={classes.bar} role="status">
      <p>A new version is available</p>
      <button type="button" className={classes.primary} onClick={reload}>
        Reload
      </button>
      <button type="button" onClick={() => setWaiting(undefined)}>
        Later
      </button>
    </div>
  )
}

function watch(registration: ServiceWorkerRegistration, tell: (worker: ServiceWorker) => void) {
  // The first worker ever takes over silently; only a replacement is news.
  const isNews = () => navigator.serviceWorker.controller !== null
  if (registration.waiting && isNews()) tell(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && isNews()) tell(worker)
    })
  })
}
