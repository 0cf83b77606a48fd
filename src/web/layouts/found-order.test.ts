import { expect, test } from 'vitest'
import { inOrder } from './found-order.ts'

const page = (label: string) => ({ label })
const found = (label: string) => ({ label, isFound: true as const })

test('what begins with what was typed comes first, then what the server found, then what has it somewhere', () => {
  const groups = [
    { title: 'People', lines: [found('Ada Quill')] },
    { title: 'Bookings', lines: [found('Loom Studio, Tue 9 Mar'), page('House Calendar'), page('Market Days')] },
    { title: 'Actions', lines: [page('Add a market day')] },
  ]
  const shown = (typed: string) => inOrder(typed, groups).map(({ title, lines }) => [title, lines.map(a => a.label)])
  expect(shown(' Mar')).toEqual([
    ['Pages and actions', ['Market Days']],
    ['People', ['Ada Quill']],
    ['Bookings', ['Loom Studio, Tue 9 Mar']],
    ['Actions', ['Add a market day']],
  ])
  expect(shown('add')[0]).toEqual(['Pages and actions', ['Add a market day']])
  expect(shown('').map(([title]) => title)).toEqual(['Bookings', 'Actions', 'People'])
  expect(shown('quill').map(([title]) => title)).toEqual(['People', 'Bookings'])
})
