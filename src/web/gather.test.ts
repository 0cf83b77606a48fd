import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherNews } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gathering() {
  const refreshed: (string[] | null)[] = []
  const news = gatherNews(async topics => refreshed.push(topics && [...topics]))
  return { news, refreshed }
}

test('news of a person refreshes everything at once, and then at most once a second', async () => {
  const { news, refreshed } = gathering()
  news.add()
  await vi.advanceTimersByTimeAsync(0)
  expect(refreshed).toEqual([null])
  for (let i = 0; i < 50; i++) {
    news.add()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(refreshed).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(refreshed).toEqual([null, null])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refreshed).toHaveLength(2)
})

test('many news for everyone make one refresh of their topics within two seconds', async () => {
  const { news, refreshed } = gathering()
  for (let i = 0; i < 100; i++) news.add(i % 2 ? 'bookings' : 'market')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(refreshed).toEqual([['market', 'bookings']])
})

test('news for everyone reach two thousand browsers spread over two seconds', async () => {
  const atMs: number[] = []
  const startedAt = Date.now()
  for (let i = 0; i < 2_000; i++) gatherNews(async () => atMs.push(Date.now() - startedAt)).add('bookings')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(atMs).toHaveLength(2_000)
  const perTenth = Array.from({ length: 20 }, (_, i) => atMs.filter(ms => Math.floor(ms / 100) === i).length)
  expect(Math.max(...perTenth)).toBeLessThan(200)
})

test('news of a person does not wait for what is spread, and takes it along', async () => {
  const { news, refreshed } = gathering()
  news.add('bookings')
  news.add()
  await vi.advanceTimersByTimeAsync(0)
  expect(refreshed).toEqual([null])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(refreshed).toHaveLength(1)
})

test('nothing is refreshed after the person has left', async () => {
  const { news, refreshed } = gathering()
  news.add('bookings')
  news.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(refreshed).toEqual([])
})

test('where answers are slower than news each refresh ends before the next begins, and the last news is read', async () => {
  const [begun, ends]: [string[][], (() => void)[]] = [[], []]
  const news = gatherNews(topics => {
    begun.push([...topics!])
    return new Promise<void>(resolve => ends.push(resolve))
  })
  for (const topic of ['bookings', 'market', 'events']) {
    news.add(topic)
    await vi.advanceTimersByTimeAsync(2_000)
  }
  expect(begun).toEqual([['bookings']])
  ends[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual([['bookings'], ['market', 'events']])
  ends[1]!()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toHaveLength(2)
})

test('a refresh that never ends holds up the next for ten seconds', async () => {
  let begun = 0
  const news = gatherNews(() => {
    begun++
    return new Promise(() => {})
  })
  news.add()
  await vi.advanceTimersByTimeAsync(0)
  news.add()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(begun).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toBe(2)
})
