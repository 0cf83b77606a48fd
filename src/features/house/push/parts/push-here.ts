import { useCallback, useEffect, useState } from 'react'

interface Here {
  /** Whether this browser can be told; undefined until it has been looked at. */
  state?: 'possible' | 'refused' | 'impossible'
  /** The subscription that this browser has, whoever made it. */
  endpoint?: string
}

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this browser can be told of news, and is; `look` looks again. */
export function usePushHere(): Here & { look: () => void } {
  const [here, setHere] = useState<Here>({})
  const look = useCallback(() => void stateHere().then(setHere), [])
  useEffect(() => {
    look()
    // What is chosen in the browser's own settings shows when the person comes back from them.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [look])
  return { ...here, look }
}

async function stateHere(): Promise<Here> {
  if (!canPush()) return { state: 'impossible' }
  const registration = await navigator.serviceWorker.getRegistration()
  // Private windows and some policies refuse service workers.
  if (!registration) return { state: 'impossible' }
  if (Notification.permission === 'denied') return { state: 'refused' }
  const subscription = await registration.pushManager.getSubscription()
  return { state: 'possible', ...(subscription && { endpoint: subscription.endpoint }) }
}

/** Asks the person and subscribes this browser under the house's key. */
export async function subscribeHere(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('The browser asked you, and it was not allowed.')
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made under another key, or that another person made here, is of use to nobody.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = made.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

/** This browser keeps no subscription that nothing is sent to. */
export async function endHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
