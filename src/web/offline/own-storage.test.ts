import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type KeptList, keepList, readList } from '#features/door/scans/parts/door-list.ts'
import { keepRecent, readRecent } from '#features/door/scans/parts/own-scans.ts'
import type { Scanned } from '#features/door/scans/parts/use-scanner.ts'
import { marketPass } from '#features/market/tickets/rules.ts'
import { forgetOwn, keepOwn, readOwn } from './own-storage.ts'

beforeEach(() => {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => Object.assign(kept, { [key]: value }),
    removeItem: (key: string) => Reflect.deleteProperty(kept, key),
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy(kept, { get: (_, key) => (methods as Record<string | symbol, unknown>)[key] ?? Reflect.get(kept, key) }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const list = (receivedAt: number): KeptList => ({
  keys: [],
  list: 'names',
  signedBy: 'a',
  signature: 'b',
  generatedAt: receivedAt,
  walkInPence: null,
  others: [],
  receivedAt,
})

const scanned: Scanned = {
  scanId: 'a',
  outcome: 'admitted',
  code: null,
  message: 'Admitted',
  personId: 'ada',
  name: 'Ada Example',
  ticketType: 'member',
  pricePence: 0,
  isDouble: false,
  usesLeft: null,
  note: null,
  lastEntryAt: null,
  people: 1,
  elsewhere: null,
  at: 0,
  isOffline: false,
}

test('what the door keeps goes with the right to it, scans still to be sent and other things stay', () => {
  keepList(marketPass, list(Date.now()))
  keepOwn('door-entries', ['somebody'])
  keepOwn('ticket', 'mine')
  localStorage.setItem('exchange.door-queue', '[1]')
  forgetOwn('door-')
  expect([readList(marketPass), readOwn('door-entries')]).toEqual([null, null])
  expect([readOwn('ticket'), localStorage.getItem('exchange.door-queue')]).toEqual(['mine', '[1]'])
  forgetOwn()
  expect(readOwn('ticket')).toBeNull()
})

test('the names of another day are forgotten', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') })
  keepList(marketPass, list(Date.now()))
  keepRecent(marketPass, [scanned])
  expect(readList(marketPass)).not.toBeNull()
  expect(readRecent(marketPass)).toEqual([scanned])
  vi.setSystemTime(Date.parse('2026-11-23T10:00:00Z'))
  expect(readList(marketPass)).toBeNull()
  expect(readRecent(marketPass)).toEqual([])
  expect(Object.keys(localStorage)).toEqual([])
})

test('where the device has no more room, what is kept is left out, and nothing older stands in for it', () => {
  keepOwn('ticket', 'old')
  const { setItem } = localStorage
  vi.stubGlobal('localStorage', {
    ...localStorage,
    getItem: localStorage.getItem,
    removeItem: localStorage.removeItem,
    setItem: (key: string, value: string) => {
      if (value.length > 10) throw new DOMException('full', 'QuotaExceededError')
      setItem(key, value)
    },
  })
  keepOwn('ticket', 'a longer one than fits')
  expect(readOwn('ticket')).toBeNull()
})
