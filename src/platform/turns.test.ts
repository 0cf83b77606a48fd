import { expect, test } from 'vitest'
import { turns } from './turns.ts'

/** Calls that end when the test says so. */
function calls() {
  const begun: string[] = []
  const ends = new Map<string, { done(value: string): void; fail(error: Error): void }>()
  const call = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((done, fail) => ends.set(name, { done, fail }))
  }
  const settle = () => new Promise(done => setImmediate(done))
  return { begun, ends, call, settle }
}

test('so many at once and no more, the others in the order in which they came', async () => {
  const { begun, ends, call, settle } = calls()
  const inTurn = turns(2, () => false)
  const answers = ['a', 'b', 'c', 'd'].map(name => inTurn(name, call(name)))
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')!.done('B')
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  ends.get('a')!.done('A')
  await settle()
  ends.get('c')!.done('C')
  ends.get('d')!.done('D')
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D'])
  const later = inTurn('e', call('e'))
  ends.get('e')!.done('E')
  expect(await later).toBe('E')
})

test('the same key at once is one call with one answer; afterwards it is asked anew', async () => {
  const { begun, ends, call } = calls()
  const inTurn = turns(1, () => false)
  const both = [inTurn('a', call('first')), inTurn('a', call('second'))]
  ends.get('first')!.done('A')
  expect(await Promise.all(both)).toEqual(['A', 'A'])
  void inTurn('a', call('third'))
  expect(begun).toEqual(['first', 'third'])
})

test('a failure that is for all reaches everybody in line at once, any other only its caller', async () => {
  const { begun, ends, call, settle } = calls()
  const inTurn = turns(1, error => (error as Error).message === 'silent')
  const outcomes = Promise.allSettled(['a', 'b', 'c'].map(name => inTurn(name, call(name))))
  ends.get('a')!.fail(new Error('refused'))
  await settle()
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')!.fail(new Error('silent'))
  expect((await outcomes).map(outcome => outcome.status === 'rejected' && outcome.reason.message)).toEqual([
    'refused',
    'silent',
    'silent',
  ])
  expect(begun).toEqual(['a', 'b'])
  const later = inTurn('d', call('d'))
  ends.get('d')!.done('D')
  expect(await later).toBe('D')
})
