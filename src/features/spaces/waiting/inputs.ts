/** What people can wait for. */
export const waitingKinds = ['slot', 'event', 'stall'] as const
export type WaitingKindName = (typeof waitingKinds)[number]

/**
 * In line; offered for a time; taken by them; let pass, or their turn came when they could not take it; left by them or taken
 * off by staff; over, because it began or is no longer to be had.
 */
export const waitingStatuses = ['waiting', 'offered', 'taken', 'lapsed', 'left', 'over'] as const
export type WaitingStatus = (typeof waitingStatuses)[number]

/** So many things one person may wait for at the same time. */
export const mostWaitedFor = 10

/** Nothing is offered any more so many minutes before it begins. */
export const noticeMinutes = 15
/** An offer ends so many minutes before what is offered begins. */
export const offerEndsBeforeMinutes = 5

export const messages = {
  notFound: 'You are not on this waiting list.',
  joinFailed: 'You were not put on the waiting list',
  leaveFailed: 'You were not taken off the waiting list',
}
