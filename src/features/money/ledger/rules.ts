/**
 * What an entry of the ledger stands for outside; each is entered once. A payment or an invoice stands under its own id at the
 * provider.
 */
export const refs = {
  /** Money given back, by its cause (`refunds.ref`). */
  refund: (cause: string) => `refund:${cause}`,
  /** The provider could not make it: the money is with the house again, and goes back another way. */
  refundFailed: (cause: string) => `refund:failed:${cause}`,
  refundOtherwise: (cause: string) => `refund:otherwise:${cause}`,
  /** Money that the desk took, by the order of it. */
  desk: (orderId: string) => `desk:${orderId}`,
  disputeTaken: (disputeId: string) => `dispute:${disputeId}`,
  disputeReturned: (disputeId: string) => `dispute-won:${disputeId}`,
}
