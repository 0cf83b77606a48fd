/** A screen's files could not be fetched, as there is no connection. */
export class NotReached extends Error {}

/** Whether this is why a screen is not there; parts that are fetched later fail with the browser's own words. */
export const isNotReached = (error: unknown): boolean =>
  error instanceof NotReached ||
  (!navigator.onLine && error instanceof Error && /import|module script|preload/i.test(error.message))
