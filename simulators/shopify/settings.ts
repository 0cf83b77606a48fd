import type pg from 'pg'

/** What the control page can make go wrong, for every process at once. */
export interface Settings {
  delaySeconds: number
  /** No webhook leaves while it is on. */
  hold: boolean
  /** Everything answers 503. */
  down: boolean
  /** Both interfaces answer 402, as for a shop that is frozen. */
  paymentRequired: boolean
  /** How long an answer takes longer than usual. */
  slowMs: number
  /** Carts are refused with an error of the user's. */
  refuseCarts: boolean
  /** Answers are no JSON. */
  garbled: boolean
}

const columns = {
  delaySeconds: 'delay_seconds',
  hold: 'hold',
  down: 'down',
  paymentRequired: 'payment_required',
  slowMs: 'slow_ms',
  refuseCarts: 'refuse_carts',
  garbled: 'garbled',
} as const satisfies Record<keyof Settings, string>

export async function readSettings(pool: Pick<pg.Pool, 'query'>): Promise<Settings> {
  const list = Object.entries(columns).map(([name, column]) => `${column} as "${name}"`)
  const { rows } = await pool.query<Settings>(`select ${list.join(', ')} from simulator_shopify.settings`)
  return rows[0]!
}

export async function changeSettings(pool: pg.Pool, change: Partial<Settings>): Promise<void> {
  const given = Object.entries(columns).filter(([name]) => change[name as keyof Settings] !== undefined)
  if (given.length === 0) return
  const sets = given.map(([, column], at) => `${column} = $${at + 1}`)
  const values = given.map(([name]) => change[name as keyof Settings])
  await pool.query(`update simulator_shopify.settings set ${sets.join(', ')}`, values)
}
