import { expect, test } from 'vitest'
import { askedBy, heavy, whoAsks } from './heavy.ts'

/** Work that goes on until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>()
  let hasBegun = false
  const work = () => {
    hasBegun = true
    return promise
  }
  return { work, end: () => resolve('done'), hasBegun: () => hasBegun }
}

const settled = () => new Promise(done => setImmediate(done))
const refused = (error: unknown) => {
  const { code, status, message, data } = error as Record<string, unknown>
  return { code, status, message, data }
}

test('one person never has every place, and those who have none come first', async () => {
  const [first, second, other, last] = [held(), held(), held(), held()]
  const all = [heavy('picture', 'a', first.work), heavy('picture', 'a', second.work), heavy('picture', 'b', other.work)]
  await settled()
  expect([first, second, other].map(({ hasBegun }) => hasBegun())).toEqual([true, false, true])
  all.push(heavy('picture', 'c', last.work))
  other.end()
  await settled()
  expect([second, last].map(({ hasBegun }) => hasBegun())).toEqual([false, true])
  last.end()
  await settled()
  expect(second.hasBegun()).toBe(false)
  first.end()
  await settled()
  expect(second.hasBegun()).toBe(true)
  second.end()
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
})

test('whoever is over their share, or finds the line full, is told when to come again', async () => {
  const { work, end } = held()
  const under = Array.from({ length: 6 }, () => heavy('picture', 'greedy', work))
  expect(await heavy('picture', 'greedy', work).catch(refused)).toEqual({
    code: 'BUSY',
    status: 429,
    message: 'You have asked for several of these at once. Please try again in 5 seconds.',
    data: { retryAfterSeconds: 5 },
  })
  for (let count = 0; under.length < 22; count++) under.push(heavy('picture', `person ${count}`, work))
  expect(await heavy('picture', 'somebody', work).catch(refused)).toMatchObject({
    code: 'BUSY',
    status: 429,
    message: 'Many people are asking for this right now. Please try again in 5 seconds.',
  })
  // The house's own work waits, and is never refused.
  under.push(heavy('picture', null, work))
  end()
  expect(new Set(await Promise.all(under))).toEqual(new Set(['done']))
  expect(await heavy('picture', 'greedy', async () => 'again')).toBe('again')
})

test('what is drawn for strangers takes nobody’s place who uploads a picture', async () => {
  const { work, end } = held()
  const drawn = Array.from({ length: 9 }, (_, i) => heavy('preview', `stranger ${i}`, work))
  expect(await heavy('preview', 'one more', work).catch(refused)).toMatchObject({ code: 'BUSY' })
  for (const member of ['a', 'b']) expect(await heavy('picture', member, async () => 'kept')).toBe('kept')
  end()
  expect(await Promise.all(drawn)).toEqual(Array(9).fill('done'))
})

test('work that fails gives its place back', async () => {
  const failing = Array.from({ length: 4 }, () => heavy('strength', 'a', () => Promise.reject(new Error('broken'))))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await heavy('strength', 'a', async () => 'done')).toBe('done')
})

test('what is called through a library knows the address that asks', async () => {
  expect(whoAsks()).toBeNull()
  const asked = await askedBy('192.0.2.1', async () => {
    await settled()
    return whoAsks()
  })
  expect(asked).toBe('192.0.2.1')
})

test('[H1] [M5] the meter, pictures and hashing cannot even be loaded by the thread that answers', async () => {
  await expect(import('./thread.ts')).rejects.toThrow('heavy work belongs in a thread')
})
