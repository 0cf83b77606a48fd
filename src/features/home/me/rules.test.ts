import { expect, test } from 'vitest'
import { accountTab } from './rules.ts'

test('in the account: invite means guests, unknown tabs the first [MEM-18, MEM-19]', () => {
  expect(['personal', 'membership', 'guests', 'referrals', 'invite', 'nonsense', undefined].map(accountTab)).toEqual([
    'personal',
    'membership',
    'guests',
    'referrals',
    'guests',
    'personal',
    'personal',
  ])
})
