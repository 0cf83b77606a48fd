import { randomUUID } from 'node:crypto'
import type { LotType } from '#features/membership/tokens/inputs.ts'
import type { tokenLots, tokenTransactions } from '#features/membership/tokens/table.ts'

interface Lot {
  amount: number
  used: number
}

/** One person's tokens as the house's own functions would have moved them: oldest lot first, every step in the ledger. */
export class Purse {
  readonly lots: (typeof tokenLots.$inferInsert & Lot)[] = []
  readonly moves: (typeof tokenTransactions.$inferInsert)[] = []
  balance = 0
  private readonly userId: string

  constructor(userId: string) {
    this.userId = userId
  }

  grant(amount: number, type: LotType, description: string, ref: string, at: Date): void {
    this.lot(amount, type, ref, at)
    const kind = type === 'purchase' ? 'credit' : 'bonus'
    this.move(kind, amount, description, ref, at)
  }

  /** Takes tokens, if there are as many. Answers the movement, or null. */
  spend(amount: number, description: string, ref: string, at: Date): string | null {
    if (amount > this.balance) return null
    let left = amount
    for (const lot of this.lots) {
      const taken = Math.min(left, lot.amount - lot.used)
      lot.used += taken
      left -= taken
      if (left === 0) break
    }
    return this.move('debit', -amount, description, ref, at)
  }

  giveBack(amount: number, ref: string, spent: string, at: Date): void {
    this.lot(amount, 'refund', `return:${ref}`, at)
    this.move('reversal', amount, 'Booking cancelled', `return:${ref}`, at, spent)
  }

  private lot(amount: number, type: LotType, ref: string, allocatedAt: Date): void {
    this.lots.push({ userId: this.userId, amount, used: 0, type, ref, allocatedAt })
  }

  private move(
    type: 'debit' | 'credit' | 'bonus' | 'reversal',
    amount: number,
    description: string,
    ref: string,
    createdAt: Date,
    reversesId: string | null = null,
  ): string {
    this.balance += amount
    const id = randomUUID()
    const { userId, balance: balanceAfter } = this
    this.moves.push({ id, userId, type, amount, balanceAfter, description, ref, reversesId, createdAt })
    return id
  }
}
