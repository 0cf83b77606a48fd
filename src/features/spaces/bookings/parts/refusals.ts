import { messages } from '../inputs.ts'

/** Another time may do. */
export const isRefusedTime = (error: unknown) =>
  ['SLOT_TAKEN', 'FAIR_USE', 'WAITED_FOR', 'SLOT_NOT_OFFERED'].includes((error as { code?: string }).code ?? '')

/** An unexpected failure is told in the words of booking, keeping the reference to quote (BOOK-31). */
export function inBookingWords(error: unknown): unknown {
  const { code, data } = error as { code?: string; data?: unknown }
  return code === 'INTERNAL_SERVER_ERROR' ? Object.assign(new Error(messages.bookingFailed), { data }) : error
}
