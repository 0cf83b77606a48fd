import { expect, test } from 'vitest'
import { eachOnce, inOrder, type Line } from './found-order.ts'
import { officeActions } from './office-actions.ts'
import { officeMenu } from './office-menu.ts'

type Named = Pick<Line, 'label' | 'isFound' | 'leadsTo' | 'also' | 'detail'>
const page = (label: string, leadsTo?: string): Named => ({ label, ...(leadsTo && { leadsTo }) })
const found = (label: string): Named => ({ label, isFound: 'now' })
const before = (label: string): Named => ({ label, isFound: 'before' })

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

test('the office finds refunds, disputes and the audit log by these words', () => {
  const pages = officeMenu.flatMap(({ entries }) => entries.map(({ label, also = [] }) => ({ label, also: [...also] })))
  const groups = [
    { title: 'Pages', lines: pages },
    { title: 'Actions', lines: officeActions.map(({ label }) => ({ label })) },
  ]
  const first = (typed: string) => inOrder(typed, groups)[0]?.lines[0]?.label
  expect(first('refund')).toBe('Refunds under way')
  expect(first('dispute')).toBe('Disputes and chargebacks')
  expect(first('audit')).toBe('Security')
  expect(first('qwxzzy')).toBeUndefined()
})

test('an action is found by the beginnings of its words and of its other names, in any order', () => {
  const lines = officeActions.map(({ label, also = [] }) => ({ label, also: [...also] }))
  const first = (typed: string) => inOrder(typed, [{ title: 'Actions', lines }])[0]?.lines[0]?.label
  expect(first('give tok')).toBe('Give bonus tokens')
  expect(first('tokens bon')).toBe('Give bonus tokens')
  expect(first('arranged take')).toBe('Take tokens for what was arranged')
  for (const typed of ['overdue', 'owed', 'unpaid', 'payments fail']) expect(first(typed)).toBe('Failing payments')
  expect(first('chargeback')).toBe('Disputes and chargebacks')
  expect(first('refund pay')).toBe('Orders')
  expect(first('give qwxzzy')).toBeUndefined()
})

test('a page of which a word begins with what was typed comes before what the server found; a hyphen is a space', () => {
  const pages = officeMenu.flatMap(({ entries }) =>
    entries.map(({ label, also = [] }) => ({ label, also: [...also], isPage: true as const })),
  )
  const groups = [
    { title: 'Bookings', lines: [found('Stall of Ada Quill'), found('Check in of Ada Quill')] },
    { title: 'Pages', lines: pages },
    { title: 'Actions', lines: officeActions.map(({ label, also = [] }) => ({ label, also: [...also] })) },
  ]
  const first = (typed: string) => inOrder<Named>(typed, groups)[0]?.lines[0]?.label
  expect(first('stall')).toBe('Market Stalls')
  expect(first('new account')).toBe('Invite somebody')
  expect(first('check in')).toBe('Market Scanner')
  expect(first('check-ins')).toBe('Market Check-ins')
})

test('what was written or is over comes after whatever one can go to', () => {
  const groups = [
    { title: 'Posts', lines: [before('Who photographs ceramics?')] },
    { title: 'Spaces', lines: [found('Photography Studio')] },
    { title: 'Actions', lines: [page('Book the photography studio')] },
  ]
  expect(inOrder('photo', groups).map(({ title }) => title)).toEqual(['Spaces', 'Actions', 'Posts'])
})

test('lines that lead to one place are one, and it is found by each of their names', () => {
  const groups = eachOnce([
    { title: 'Pages', lines: [page('Dashboard', '/home'), page('Book a Space', '/bookings'), page('Home', '/home')] },
    { title: 'Actions', lines: [page('Book a space', '/bookings'), page('Sign out')] },
  ])
  const shown = (typed: string) => inOrder(typed, groups).flatMap(({ lines }) => lines)
  expect(shown('').map(({ label }) => label)).toEqual(['Dashboard', 'Book a Space', 'Sign out'])
  expect(shown('hom')).toMatchObject([{ label: 'Dashboard', detail: [{ text: 'Home' }] }])
  expect(shown('book a s')).toEqual([expect.not.objectContaining({ detail: expect.anything() })])
})
