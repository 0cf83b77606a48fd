/**
 * The service worker. It keeps versioned files of /assets/, which never change under their name, and the empty page
 * frame for the few screens that must open without a connection. Nothing else: no answers of the server, no uploaded
 * files, no page of a signed-in person.
 */
const worker = self as unknown as WorkerScope

const assetsCache = 'assets'
const frameCache = 'frame'
/** The frame of a version that waits: it needs files that the one in charge does not keep. */
const nextFrameCache = 'next-frame'
/** The frame that every page starts from, without the content of any. */
const framePath = '/market-tickets?frame=on'
const worksOffline = ['/market-tickets', '/admin/market-scanner', '/admin/market-checkins', '/admin/guest-pass-scanner']
/** Guests' tickets, each under its own address. */
const ticketsPath = '/guest-tickets/'
/** What is shown where nothing else is kept, and what it is drawn with. */
const offlinePage = '/offline.html'
const offlineParts = ['/offline.css', '/offline.js', '/colour-scheme.js', '/not-reached.js', '/icon.svg']
/** Written by the build: every file of this version. It also makes each version's worker a different one. */
const ownAssets = '__ASSETS__'.split(' ')

worker.addEventListener('install', event => {
  event.waitUntil(
    caches
      .open(nextFrameCache)
      .then(cache => Promise.allSettled([framePath, offlinePage, ...offlineParts].map(keepIn(cache)))),
  )
})

worker.addEventListener('activate', event =>
  event.waitUntil(Promise.all([takeNextFrame().then(dropFormerVersions), worker.clients.claim()])),
)

worker.addEventListener('message', event => {
  if (event.data === 'take over') void worker.skipWaiting()
})

worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fromCacheOrNetwork(request))
  else if (offlineParts.includes(pathname)) event.respondWith(fromNetworkOrKept(request, pathname))
  else if (request.mode === 'navigate' && !/^\/(dev|export)\//.test(pathname))
    event.respondWith(openPage(request, pathname))
})

// What the house pushes to this device (features/house/push). Browsers ask that each of them is shown.
worker.addEventListener('push', event => {
  const { title, body, tag, path } = event.data.json() as { title: string; body: string; tag: string; path: string }
  const look = { body, tag, icon: '/icon-192.png', badge: '/icon-192.png', data: { path } }
  event.waitUntil(worker.registration.showNotification(title, look))
})

worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openFrom(new URL(event.notification.data.path, worker.location.origin).href))
})

/** Where it is open already, there; no other page is left, since somebody may be typing in it. */
async function openFrom(address: string) {
  const pages = await worker.clients.matchAll({ type: 'window' })
  const open = pages.find(({ url }) => url === address)
  await (open ? open.focus() : worker.clients.openWindow(address))
}

async function fromCacheOrNetwork(request: Request) {
  const cache = await caches.open(assetsCache)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  // A device that is full keeps nothing more, and goes on without.
  if (response.ok) await cache.put(request, response.clone()).catch(() => undefined)
  return response
}

/** As a visitor gets it: an answer to somebody is never kept. */
const keepIn = (cache: Cache) => (path: string) => cache.add(new Request(path, { credentials: 'omit' }))

async function fromNetworkOrKept(request: Request, pathname: string) {
  try {
    return await fetch(request)
  } catch {
    return (await kept(pathname)) ?? Response.error()
  }
}

async function openPage(request: Request, pathname: string) {
  try {
    return await fetch(request)
  } catch {
    const frame =
      worksOffline.includes(pathname) || pathname.startsWith(ticketsPath) ? await kept(framePath) : undefined
    return frame ?? (await kept(offlinePage)) ?? Response.error()
  }
}

const kept = async (path: string) => (await caches.open(frameCache)).match(path)

async function takeNextFrame() {
  const [next, frame] = [await caches.open(nextFrameCache), await caches.open(frameCache)]
  for (const request of await next.keys()) {
    const response = await next.match(request)
    if (response) await frame.put(request, response)
  }
  await caches.delete(nextFrameCache)
}

async function dropFormerVersions() {
  for (const name of await caches.keys()) {
    if (![assetsCache, frameCache, nextFrameCache].includes(name)) await caches.delete(name)
  }
  const cache = await caches.open(assetsCache)
  for (const request of await cache.keys()) {
    if (!ownAssets.includes(new URL(request.url).pathname.slice(1))) await cache.delete(request)
  }
}

/** What of a worker's global scope is used here: TypeScript's library for workers cannot be loaded beside the one for pages. */
interface WorkerScope {
  location: Location
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<OpenPage[]>
    openWindow(address: string): Promise<unknown>
  }
  registration: { showNotification(title: string, options: object): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  addEventListener(type: 'push', listener: (event: LifeEvent & { data: { json(): unknown } }) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationClick) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
interface LifeEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface NotificationClick extends LifeEvent {
  notification: { data: { path: string }; close(): void }
}
interface OpenPage {
  url: string
  focus(): Promise<unknown>
}
interface FetchEvent extends Event {
  request: Request
  respondWith(response: Promise<Response>): void
}
