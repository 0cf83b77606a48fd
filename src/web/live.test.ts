import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'

/** The connection of a browser, which opens when the test says so. */
class Source {
  static readonly CLOSED = 2
  static last: Source
  readyState = 0
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onerror = () => {}
  constructor() {
    Source.last = this
  }
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  // What calls the server looks whether somebody is there.
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Listens as a page does; what ends it. */
const listening = async () => (await import('./live.ts')).listen()

test('what was read long before the stream opened is read again, and what was read just now is not', async () => {
  const isOld = (key: string) => queryClient.getQueryState([key])!.isInvalidated
  queryClient.setQueryData(['slow'], 1)
  const stop = await listening()
  await vi.advanceTimersByTimeAsync(9_000)
  queryClient.setQueryData(['just now'], 1)
  await vi.advanceTimersByTimeAsync(1_000)
  Source.last.onopen()
  expect([isOld('slow'), isOld('just now')]).toEqual([true, false])
  // The browser's own reconnect says where it was; the server tells what it missed.
  queryClient.setQueryData(['slow'], 1)
  await vi.advanceTimersByTimeAsync(60_000)
  Source.last.onopen()
  expect(isOld('slow')).toBe(false)
  stop()
})

test('a stream that was refused and opens again has everything read anew', async () => {
  const stop = await listening()
  Source.last.onopen()
  queryClient.setQueryData(['just now'], 1)
  const refused = Source.last
  refused.readyState = Source.CLOSED
  refused.onerror()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(Source.last).not.toBe(refused)
  Source.last.onopen()
  expect(queryClient.getQueryState(['just now'])!.isInvalidated).toBe(true)
  stop()
})
