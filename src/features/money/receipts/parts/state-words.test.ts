import { expect, test } from 'vitest'
import { exceptionWords, headingOf, paidHeading, paidSentence } from './state-words.ts'

const whole = { refundedPence: 0, disputedPence: 0, givenBack: [], refusedBack: [] }
const at = new Date('2026-11-18T10:00:00Z')

test('a payment that was given back in part says what is on its way, and later when it went', () => {
  expect(paidSentence(whole)).toBe('Thank you. Below is what it is for.')
  expect(paidSentence({ ...whole, refundedPence: 500, givenBack: [{ outcome: 'pending', at }] })).toBe(
    '£5 of it goes back to you. It can take 5 to 10 days until your bank shows it.',
  )
  expect(paidSentence({ ...whole, refundedPence: 500, givenBack: [{ outcome: 'done', at }] })).toBe(
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
    givenBack: [{ outcome: 'pending', at }],
  })
  expect(both).toMatch(/^Your bank took £7 of it back\. £5 of it goes back to you\./)
})

test('what went another way than to the card waits for no bank, and what was never taken is said so', () => {
  const gone = { ...whole, status: 'refunded' as const, amountPence: 500, refundedPence: 500, isHeld: false }
  const [settled, done, atDesk, never] = (['settled', 'done', 'atDesk', 'never'] as const).map(outcome => ({
    outcome,
    at,
  })) as [Back, Back, Back, Back]
  expect(exceptionWords({ ...gone, givenBack: [settled] }, false)).toBe('It went to you another way.')
  expect(exceptionWords({ ...gone, givenBack: [done, settled] }, false)).toBeNull()
  expect(paidSentence({ ...whole, refundedPence: 200, givenBack: [settled] })).toBe('£2 of it went to you another way.')
  expect(paidSentence({ ...whole, refundedPence: 200, givenBack: [atDesk] })).toBe(
    '£2 of it went back to you at the desk.',
  )
  expect(exceptionWords({ ...gone, givenBack: [atDesk] }, false)).toBe('You have it from the desk.')
  const mistaken = { ...gone, givenBack: [never] }
  expect(exceptionWords(mistaken, false)).toBe('It was entered by mistake; nothing was taken.')
  expect(headingOf('The payment was given back.', mistaken)).toBe('There was no payment.')
})

test('another payment that was refused says nothing of how this one went back', () => {
  const order = { ...whole, status: 'expired' as const, amountPence: 500, isHeld: true }
  const refusedBack = [{}]
  expect(exceptionWords(order, false)).toBeNull()
  expect(exceptionWords({ ...order, refusedBack }, false)).toBe(
    'A payment arrived that did not pay it, and goes back to you.',
  )
})

type Back = Parameters<typeof exceptionWords>[0]['givenBack'][number]
