/**
 * What an entry of the ledger stands for outside; each is entered once. A payment or an invoice stands under its own id at the
 * provider.
 */
export const refs = {
  /** Money given back, by its cause (`refunds.ref`). */
  refund: (cause: string) => `refund:${cause}`,
  disputeTaken: (disputeId: string) => `dispute:${disputeId}`,
  disputeReturned: (disputeId: string) => `dispute-won:${disputeId}`,
}
