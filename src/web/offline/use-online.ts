import { useSyncExternalStore } from 'react'

/** Whether the browser believes that it has a network. */
export const useOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine)

function watch(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
