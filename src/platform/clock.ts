/** The server's clock. Tests hand in their own, so that midnight and the clock change can be lived through. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved. */
export function testClock(start: Date | string): Clock & { set(at: Date | string): void; advance(ms: number): void } {
  let at = new Date(start)
  return {
    now: () => new Date(at),
    set: next => {
      at = new Date(next)
    },
    advance: ms => {
      at = new Date(at.getTime() + ms)
    },
  }
}
