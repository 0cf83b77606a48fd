import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { onceRead } from './wished.ts'

/** A query of which each reading ends when it is told to. */
function slowly(client: QueryClient) {
  const ends: (() => void)[] = []
  const read = () =>
    client.fetchQuery({ queryKey: ['stored'], queryFn: () => new Promise(done => ends.push(() => done('x'))) })
  return { read, ends }
}

test('what was wished for is given up once what followed the write is read, whatever is stored by then', async () => {
  const client = new QueryClient()
  const { read, ends } = slowly(client)
  let isOver = false
  const reading = read()
  const over = new Promise<void>(done =>
    onceRead(client, () => {
      isOver = true
      done()
    }),
  )
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  ends[0]!()
  await reading
  await over
})

test('a reading that could not be had gives it up as well', async () => {
  const client = new QueryClient()
  const failing = client.fetchQuery({
    ...{ queryKey: ['stored'], retry: false },
    queryFn: () => Promise.reject(new Error('no network')),
  })
  const over = new Promise<void>(done => onceRead(client, done))
  await expect(failing).rejects.toThrow('no network')
  await over
})

test('where nothing is read it is given up at once', async () => {
  await new Promise<void>(done => onceRead(new QueryClient(), done))
})
