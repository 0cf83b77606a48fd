import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// The service worker in a scope of its own: what it shows of a message that was pushed, and where a press on it leads.

const listeners = new Map<string, (event: object) => void>()
const shown: unknown[][] = []
const opened: string[] = []
let pages: { url: string; focus: () => void }[] = []

beforeAll(async () => {
  vi.stubGlobal('self', {
    location: { origin: 'https://exchange.example' },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { showNotification: async (...said: unknown[]) => shown.push(said) },
    clients: {
      matchAll: async () => pages,
      openWindow: async (address: string) => opened.push(address),
    },
  })
  // A script and no module: nothing imports it but by its address.
  const script = './sw.ts'
  await import(/* @vite-ignore */ script)
})
afterAll(() => vi.unstubAllGlobals())

async function fire(name: string, event: object) {
  const waiting: Promise<unknown>[] = []
  listeners.get(name)!({ ...event, waitUntil: (done: Promise<unknown>) => waiting.push(done) })
  await Promise.all(waiting)
}

test('a message that is pushed is shown, in the place of what had its tag', async () => {
  const message = { tag: 'one', title: 'Woodcut has moved', body: 'Now at 14:00', path: '/event/7' }
  await fire('push', { data: { json: () => message } })
  expect(shown).toEqual([
    ['Woodcut has moved', expect.objectContaining({ body: 'Now at 14:00', tag: 'one', data: { path: '/event/7' } })],
  ])
})

test('a press on it opens where it leads: the page that is there already, or a new one', async () => {
  const close = vi.fn()
  const press = () => fire('notificationclick', { notification: { data: { path: '/event/7' }, close } })
  const focus = vi.fn()
  pages = [{ url: 'https://exchange.example/host', focus }]
  await press()
  expect([opened, focus.mock.calls.length]).toEqual([['https://exchange.example/event/7'], 0])
  pages.push({ url: 'https://exchange.example/event/7', focus })
  await press()
  expect([opened.length, focus.mock.calls.length, close.mock.calls.length]).toEqual([1, 1, 2])
})

test('a device that is full gets what it asks for, though nothing more is kept', async () => {
  const full = { match: async () => undefined, put: async () => Promise.reject(new Error('QuotaExceededError')) }
  vi.stubGlobal('caches', { open: async () => full })
  vi.stubGlobal('fetch', async () => new Response('a part of the app'))
  let answer: Promise<Response> | undefined
  listeners.get('fetch')!({
    request: new Request('https://exchange.example/assets/part-1234567.js'),
    respondWith: (response: Promise<Response>) => {
      answer = response
    },
  })
  expect(await (await answer!).text()).toBe('a part of the app')
})
