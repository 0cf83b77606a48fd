import type pg from 'pg'

/** What the control page can make go wrong, for every process at once. */
export interface Settings {
  delaySeconds: number
  /** No webhook leaves while it is on. */
  hold: boolean
  /** The next card payment is declined, whatever the card. */
  declineNext: boolean
  /** The next card payment without its payer waits until they confirm it. */
  confirmNext: boolean
  /** The REST interface answers 503. */
  down: boolean
}

export async function readSettings(pool: pg.Pool): Promise<Settings> {
  const { rows } = await pool.query<Settings>(
    `select delay_seconds as "delaySeconds", hold, decline_next as "declineNext", confirm_next as "confirmNext", down from simulator_stripe.settings`,
  )
  return rows[0]!
}

export async function changeSettings(pool: pg.Pool, change: Partial<Settings>): Promise<void> {
  await pool.query(
    `update simulator_stripe.settings set delay_seconds = coalesce($1, delay_seconds), hold = coalesce($2, hold),
     decline_next = coalesce($3, decline_next), down = coalesce($4, down), confirm_next = coalesce($5, confirm_next)`,
    [change.delaySeconds, change.hold, change.declineNext, change.down, change.confirmNext],
  )
}
