import { expect, test } from 'vitest'
import { enteredByMistake } from '#features/money/orders/inputs.ts'
import { exceptionWords, paidHeading, paidSentence } from './state-words.ts'

const whole = { refundedPence: 0, disputedPence: 0, givenBack: [], way: 'card' as const }
const reason = 'Booking cancelled'
const at = new Date('2026-11-18T10:00:00Z')

test('a payment that was given back in part says what is on its way, and later when it went', () => {
  expect(paidSentence(whole)).toBe('Thank you. Below is what it is for.')
  expect(paidSentence({ ...whole, refundedPence: 500, givenBack: [{ status: 'pending', at, reason }] })).toBe(
    '£5 of it goes back to you. It can take 5 to 10 days until your bank shows it.',
  )
  expect(paidSentence({ ...whole, refundedPence: 500, givenBack: [{ status: 'done', at, reason }] })).toBe(
    '£5 of it went back to you, last on Wed 18 Nov 2026. From then it can take 5 to 10 days until your bank shows it.',
  )
})

test('a payment is told in the words of what was bought, as long as any of it is there', () => {
  const booked = { paid: 'Booking Confirmed' }
  expect(paidHeading({ ...whole, things: [{}, booked] })).toBe('Booking Confirmed')
  expect(paidHeading({ ...whole, things: [{}] })).toBe('Paid')
  expect(paidHeading({ ...whole, refundedPence: 500, things: [booked] })).toBe('Paid, and given back in part')
  expect(paidHeading({ ...whole, disputedPence: 500, things: [booked] })).toBe('Paid, and taken back by your bank')
})

test('what a bank took back and what was given back are both told', () => {
  const both = paidSentence({
    ...whole,
    refundedPence: 500,
    disputedPence: 700,
    givenBack: [{ status: 'pending', at, reason }],
  })
  expect(both).toMatch(/^Your bank took £7 of it back\. £5 of it goes back to you\./)
})

test('what went another way than to the card waits for no bank, and what was never taken is said so', () => {
  const gone = { ...whole, status: 'refunded' as const, amountPence: 500, refundedPence: 500, isHeld: false }
  const [settled, done] = [
    { status: 'settled' as const, at, reason },
    { status: 'done' as const, at, reason },
  ]
  expect(exceptionWords({ ...gone, givenBack: [settled] }, false)).toBe('It went to you another way.')
  expect(exceptionWords({ ...gone, givenBack: [done, settled] }, false)).toBeNull()
  expect(paidSentence({ ...whole, refundedPence: 200, givenBack: [settled] })).toBe('£2 of it went to you another way.')
  const atDesk = { ...gone, way: 'desk' as const }
  expect(exceptionWords({ ...atDesk, givenBack: [done] }, false)).toBe('You have it from the desk.')
  const mistaken = { ...done, reason: enteredByMistake }
  expect(exceptionWords({ ...atDesk, givenBack: [mistaken] }, false)).toBe(
    'It was entered by mistake; nothing was taken.',
  )
})
