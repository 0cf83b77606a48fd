import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherNews } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gathering() {
  const refreshed: (string[] | null)[] = []
  const news = gatherNews(topics => refreshed.push(topics && [...topics]))
  return { news, refreshed }
}

test('news of a person refreshes everything at once, and then at most once a second', () => {
  const { news, refreshed } = gathering()
  news.add()
  vi.advanceTimersByTime(0)
  expect(refreshed).toEqual([null])
  for (let i = 0; i < 50; i++) {
    news.add()
    vi.advanceTimersByTime(10)
  }
  expect(refreshed).toHaveLength(1)
  vi.advanceTimersByTime(500)
  expect(refreshed).toEqual([null, null])
  vi.advanceTimersByTime(10_000)
  expect(refreshed).toHaveLength(2)
})

test('many news for everyone make one refresh of their topics within two seconds', () => {
  const { news, refreshed } = gathering()
  for (let i = 0; i < 100; i++) news.add(i % 2 ? 'bookings' : 'market')
  vi.advanceTimersByTime(2_000)
  expect(refreshed).toEqual([['market', 'bookings']])
})

test('news for everyone reach two thousand browsers spread over two seconds', () => {
  const atMs: number[] = []
  const startedAt = Date.now()
  for (let i = 0; i < 2_000; i++) gatherNews(() => atMs.push(Date.now() - startedAt)).add('bookings')
  vi.advanceTimersByTime(2_000)
  expect(atMs).toHaveLength(2_000)
  const perTenth = Array.from({ length: 20 }, (_, i) => atMs.filter(ms => Math.floor(ms / 100) === i).length)
  expect(Math.max(...perTenth)).toBeLessThan(200)
})

test('news of a person does not wait for what is spread, and takes it along', () => {
  const { news, refreshed } = gathering()
  news.add('bookings')
  news.add()
  vi.advanceTimersByTime(0)
  expect(refreshed).toEqual([null])
  vi.advanceTimersByTime(5_000)
  expect(refreshed).toHaveLength(1)
})

test('nothing is refreshed after the person has left', () => {
  const { news, refreshed } = gathering()
  news.add('bookings')
  news.stop()
  vi.advanceTimersByTime(5_000)
  expect(refreshed).toEqual([])
})
