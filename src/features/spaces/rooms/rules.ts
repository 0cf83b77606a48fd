/** Rooms that every house begins with, by the key that stays: all of it, its hall with the two halves, its studio. */
export const wholeHouse = 'house'
export const hall = 'event-space'
export const studioRoom = 'photography-studio'
