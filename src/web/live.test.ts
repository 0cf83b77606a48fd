import { QueryObserver } from '@tanstack/react-query'
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

const isOld = (key: string) => queryClient.getQueryState([key])!.isInvalidated

/** Asks for something whose answer, as it was read at once, takes so long; what was answered, one after the other. */
const slowly = (key: string, takesMs: number) => {
  const answers: number[] = []
  const queryFn = () => new Promise<number>(resolve => setTimeout(() => resolve(answers.push(0)), takesMs))
  const observer = new QueryObserver(queryClient, { queryKey: [key], queryFn, networkMode: 'always', retry: false })
  return { answers, stop: observer.subscribe(() => {}) }
}

test.each([
  ['came just now', 11_500],
  ['is still under way', 16_000],
])('what was asked for long before the stream opened is read again, also where its answer %s', async (_, takesMs) => {
  const asked = slowly(`${takesMs}`, takesMs)
  const stop = await listening()
  await vi.advanceTimersByTimeAsync(8_000)
  const later = slowly(`later than ${takesMs}`, 1_000)
  await vi.advanceTimersByTimeAsync(6_500)
  Source.last.onopen()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.answers.length, later.answers.length]).toEqual([2, 1])
  for (const each of [asked, later]) each.stop()
  stop()
})

test('what was read long before the stream opened is read again, and what was read just now is not', async () => {
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
