import { useEffect, useState } from 'react'
import classes from '#web/look/bars.module.css'

/** Chromium's offer to install; not in the DOM types because other browsers have none. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
  /** What was said to the browser's own question. */
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** Made before the application was there (public/later.js). */
    installOffer?: Event
  }
}

const waitMs = 10_000
const quietMs = 7 * 24 * 60 * 60 * 1000
const dismissedKey = 'exchange.install-dismissed-at'

/** Offers to install the app 10 s after the browser does, unless it is installed or was declined within 7 days. */
export function InstallPrompt() {
  const [offer, setOffer] = useState<InstallOffer>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const offered = (event: Event) => {
      event.preventDefault()
      if (isInstalled() || wasDismissed()) return
      clearTimeout(timer)
      timer = setTimeout(() => setOffer(event as InstallOffer), waitMs)
    }
    const installed = () => {
      clearTimeout(timer)
      setOffer(undefined)
    }
    if (window.installOffer) offered(window.installOffer)
    window.addEventListener('beforeinstallprompt', offered)
    window.addEventListener('appinstalled', installed)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeinstallprompt', offered)
      window.removeEventListener('appinstalled', installed)
    }
  }, [])

  if (!offer) return null
  const install = async () => {
    setOffer(undefined)
    await offer.prompt()
    const { outcome } = await offer.userChoice
    if (outcome === 'dismissed') keepNo()
  }
  const dismiss = () => {
    keepNo()
    setOffer(undefined)
  }
  return (
    <section className={classes.bar} aria-label="Install Exchange">
      <p>Keep Exchange on your home screen</p>
      <button type="button" className={classes.primary} onClick={install}>
        Install
      </button>
      <button type="button" onClick={dismiss}>
        Not now
      </button>
    </section>
  )
}

/** A no to the browser's question is one to ours. */
const keepNo = () => localStorage.setItem(dismissedKey, String(Date.now()))
const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches
const wasDismissed = () => Date.now() - Number(localStorage.getItem(dismissedKey) ?? 0) < quietMs
