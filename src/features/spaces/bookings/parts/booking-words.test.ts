import { expect, test } from 'vitest'
import type { Booking } from './booking-row.tsx'
import { cancelHint, cancelWords, noteWords, stateSentence } from './booking-words.ts'

const cancelled = (more: Partial<Booking>) =>
  stateSentence({
    ...{ status: 'cancelled', cancelReason: null, paidWith: 'card', tokensUsed: 0, pricePence: 4_500, isPaid: true },
    ...{ returnedTokens: 0, returnedPence: 0, leftPence: null, disputedPence: 0 },
    ...more,
  } as Booking)

test('of a cancelled booking it is said what came back, and where nothing was charged that nothing was', () => {
  expect(cancelled({ returnedPence: 4_500 })).toBe('Cancelled by you. You got £45 back.')
  expect(cancelled({})).toBe('Cancelled by you. Nothing came back.')
  expect(cancelled({ isPaid: false })).toBe('Cancelled by you. Nothing was charged.')
  expect(cancelled({ paidWith: 'tokens', tokensUsed: 15, isPaid: false })).toBe('Cancelled by you. Nothing came back.')
  expect(cancelled({ cancelReason: 'Its payment did not come', isPaid: false })).toBe(
    'Its payment did not come. Nothing was charged.',
  )
  expect(cancelled({ leftPence: 0 })).toBe('Cancelled by you. The payment was given back.')
  expect(cancelled({ cancelReason: 'The room is being repaired.', isPaid: false, pricePence: 0 })).toBe(
    'The room is being repaired. Nothing was charged.',
  )
})

test('whether a booking has begun is said by the clock, also to the office, which cannot cancel it here', () => {
  const confirmed = (more: object) => stateSentence({ status: 'confirmed', isOver: false, ...more } as Booking)
  expect(confirmed({ hasBegun: false })).toBe('The place is yours.')
  expect(confirmed({ hasBegun: true })).toBe('It has begun. The place is yours until the end.')
  expect(confirmed({ hasBegun: false, person: 'Ada Okafor' })).toBe('It is confirmed.')
  expect(confirmed({ hasBegun: true, person: 'Ada Okafor' })).toBe('It has begun.')
})

test('money that the bank took or the provider gave back is not said to be coming, nor to have come twice', () => {
  const taken = { leftPence: 0, disputedPence: 4_500 }
  expect(cancelled(taken)).toBe('Cancelled by you. Your bank took the payment back.')
  expect(cancelled({ ...taken, cancelReason: 'The bank took its payment back.' })).toBe(
    'The bank took its payment back.',
  )
  expect(cancelled({ leftPence: 0, cancelReason: 'Its payment was given back.' })).toBe('Its payment was given back.')
  const booked = (more: Partial<Booking>) =>
    ({
      ...{ status: 'confirmed', isOver: false, paidWith: 'card', tokensUsed: 0, pricePence: 4_500, isPaid: true },
      ...{ can: { cancel: true }, refund: { tokens: 0, pence: 0 }, refundableUntil: new Date('2026-12-01T10:00:00Z') },
      ...more,
    }) as Booking
  expect(noteWords(booked(taken))).toBe('Your bank took £45 of it back.')
  expect(noteWords(booked({ leftPence: 0, disputedPence: 0 }))).toBe('£45 of it went back already.')
  expect(cancelWords(booked(taken))).toMatch(/^Your bank has what you paid/)
  // A part is still here.
  expect(cancelWords(booked({ ...taken, refund: { tokens: 0, pence: 1_500 } }))).toMatch(
    /^You get £15 back. Your bank has the rest: it comes to you once the bank returns it to us\./,
  )
  expect(cancelWords(booked({ leftPence: 0, disputedPence: 0 }))).toMatch(/^What you paid went back already/)
  expect(cancelWords(booked({ leftPence: 4_500, disputedPence: 0, refundableUntil: null }))).toMatch(/^It is too close/)
})

test('a list says of a booking only what is out of the ordinary, and what cancelling gives back where it is cancelled', () => {
  const booked = (more: Partial<Booking>) =>
    ({
      ...{ status: 'confirmed', isOver: false, paidWith: 'tokens', tokensUsed: 15, pricePence: 0, isPaid: false },
      ...{
        leftPence: null,
        disputedPence: 0,
        heldUntil: null,
        returnedTokens: 0,
        returnedPence: 0,
        cancelReason: null,
      },
      ...{ can: { cancel: true }, refund: { tokens: 15, pence: 0 }, refundableUntil: new Date('2026-12-01T10:00:00Z') },
      ...more,
    }) as Booking
  expect(noteWords(booked({}))).toBe(null)
  expect(cancelHint(booked({}))).toBe('You get 15 tokens back until Tue 1 Dec, 10:00')
  const late = { refund: { tokens: 0, pence: 0 }, refundableUntil: null }
  expect(noteWords(booked(late))).toBe(null)
  expect(cancelHint(booked(late))).toBe('Nothing comes back')
  expect(cancelHint(booked({ ...late, tokensUsed: 0 }))).toBe(null)
  const held = booked({ status: 'pending', heldUntil: new Date('2026-12-01T10:30:00Z') })
  expect([noteWords(held), cancelHint(held)]).toEqual(['Held for you until 10:30.', 'Nothing has been charged'])
  expect(noteWords(booked({ status: 'cancelled', returnedTokens: 15 }))).toBe(
    'Cancelled by you. Given back: 15 tokens.',
  )
})
