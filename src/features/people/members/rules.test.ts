import { describe, expect, test } from 'vitest'
import { ownPath } from '#access.ts'
import { changePasswordInput, resetPasswordInput, signInInput, signUpInput } from './inputs.ts'
import {
  joinPath,
  normalCode,
  passwordProblem,
  plainSlug,
  reauthenticatedPath,
  redirectAfterMs,
  wishOf,
} from './rules.ts'

const said = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? []
const details = {
  firstName: 'Ada',
  lastName: 'Okafor',
  email: 'ada@signup.example',
  phone: '+447700900123',
  password: 'Kiln-Orchard-7',
}

test('the sign-in form asks for an address and six characters [AUTH-09]', () => {
  expect(signInInput.safeParse({ email: 'ada@x.example', password: '123456' }).success).toBe(true)
  expect(said(signInInput.safeParse({ email: 'ada', password: '12345' }))).toEqual([
    'Enter a valid email address',
    'Password must be at least 6 characters',
  ])
})

test('the sign-up form says what is missing [AUTH-06, AUTH-07]', () => {
  expect(signUpInput.safeParse(details).success).toBe(true)
  expect(said(signUpInput.safeParse({ ...details, firstName: ' ', lastName: '', phone: '+4477' }))).toEqual([
    'First name is required',
    'Last name is required',
    'Phone must be in format +44XXXXXXXXXX',
  ])
})

test('a reset asks for six characters, typed twice [AUTH-20]', () => {
  expect(said(resetPasswordInput.safeParse({ password: 'abcde', confirmation: 'abcdef' }))).toEqual([
    'Password must be at least 6 characters',
    'Passwords do not match',
  ])
  expect(resetPasswordInput.safeParse({ password: 'abcdef', confirmation: 'abcdef' }).success).toBe(true)
})

test('a change asks for eight with upper case, lower case and a digit, typed twice [AUTH-23, AUTH-24]', () => {
  const weak = 'Password must be at least 8 characters with an uppercase letter, a lowercase letter and a digit'
  for (const password of ['Short1a', 'nouppercase1', 'NOLOWERCASE1', 'NoDigitsHere'])
    expect(passwordProblem(password, 'full')).toBe(weak)
  expect(passwordProblem('Enough12', 'full')).toBeNull()
  expect(passwordProblem('a'.repeat(129), 'reset')).toBe('Password must be at most 128 characters')
  expect(
    said(changePasswordInput.safeParse({ currentPassword: 'x', password: 'Enough12', confirmation: 'Enough13' })),
  ).toEqual(["Passwords don't match"])
})

describe('where people go', () => {
  test('after a confirmation, which stays two seconds [AUTH-41]', () => {
    expect(redirectAfterMs).toBe(2000)
    expect(ownPath('/cart?x=1', reauthenticatedPath)).toBe('/cart?x=1')
    expect(ownPath(undefined, reauthenticatedPath)).toBe('/account')
  })

  test('never to another site [AUTH-38]', () => {
    for (const away of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%2Fevil.example',
      'javascript:alert(1)',
      '/\tx',
      '',
      42,
    ])
      expect(ownPath(away, reauthenticatedPath), String(away)).toBe('/account')
  })
})

test('referral codes are compared without case [JOIN-04]', () => {
  expect(normalCode(' ab12cd34 ')).toBe('AB12CD34')
  expect(normalCode('AB12CD34-ffff')).toBe('AB12CD34')
  for (const none of [undefined, '', "' or 1=1", '💥']) expect(normalCode(none)).toBeNull()
})

test('the way back to an application carries its tier and its referral code, and no other page does (decision 52)', () => {
  for (const wish of [
    { referralCode: 'ab12cd34', tierSlug: 'creator' },
    { referralCode: 'a b&c', tierSlug: undefined },
    { referralCode: undefined, tierSlug: 'creator' },
    { referralCode: undefined, tierSlug: undefined },
  ])
    expect(wishOf(joinPath(wish))).toEqual(wish)
  expect(joinPath()).toBe('/join')
  for (const other of [undefined, '/home?ref=ab12cd34&tier=creator', '//evil.example/join?ref=x']) {
    const { referralCode, tierSlug } = wishOf(other)
    expect([referralCode, tierSlug]).toEqual([undefined, undefined])
  }
})

test('what cannot be the slug of a tier is not kept', () => {
  expect(plainSlug('creator')).toBe('creator')
  for (const none of [undefined, '', "' or 1=1", '<b>', 'x'.repeat(61)]) expect(plainSlug(none)).toBeNull()
})
