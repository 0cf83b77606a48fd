/** Rooms that every house begins with, by the key that stays: all of it, and its hall with the two halves. */
export const wholeHouse = 'house'
export const hall = 'event-space'
