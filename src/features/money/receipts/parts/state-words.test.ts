import { expect, test } from 'vitest'
import { paidHeading, paidSentence } from './state-words.ts'

const whole = { refundedPence: 0, disputedPence: 0, givenBack: [], way: 'card' as const }
const at = new Date('2026-11-18T10:00:00Z')

test('a payment that was given back in part says what is on its way, and later when it went', () => {
  expect(paidSentence(whole)).toBe('Thank you. Below is what it is for.')
  expect(paidSentence({ ...whole, refundedPence: 500, givenBack: [{ status: 'pending', at }] })).toBe(
    '£5 of it goes back to you. It can take 5 to 10 days until your bank shows it.',
  )
  expect(paidSentence({ ...whole, refundedPence: 500, givenBack: [{ status: 'done', at }] })).toBe(
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
    givenBack: [{ status: 'pending', at }],
  })
  expect(both).toMatch(/^Your bank took £7 of it back\. £5 of it goes back to you\./)
})
