import { expect, test } from 'vitest'
import { foundBy, inOrder } from './found-order.ts'

const page = (label: string) => ({ id: label, label })
const found = (label: string) => ({ id: label, label, keywords: foundBy })

test('what begins with what was typed comes first, then what the server found, then what has it somewhere', () => {
  const groups = [
    { group: 'People', actions: [found('Ada Quill')] },
    { group: 'Bookings', actions: [found('Loom Studio, Tue 9 Mar'), page('House Calendar'), page('Market Days')] },
    { group: 'Actions', actions: [page('Add a market day')] },
  ]
  const shown = (typed: string) => inOrder(typed, groups).map(({ group, actions }) => [group, actions.map(a => a.id)])
  expect(shown(' Mar')).toEqual([
    ['Pages and actions', ['Market Days']],
    ['People', ['Ada Quill']],
    ['Bookings', ['Loom Studio, Tue 9 Mar']],
    ['Actions', ['Add a market day']],
  ])
  expect(shown('add')[0]).toEqual(['Pages and actions', ['Add a market day']])
  expect(shown('').map(([group]) => group)).toEqual(['Bookings', 'Actions', 'People'])
  expect(shown('quill').map(([group]) => group)).toEqual(['People', 'Bookings'])
})
