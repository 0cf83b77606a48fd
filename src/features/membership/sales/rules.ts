/** A price at the provider, as far as it says what is charged. */
export interface MonthlyPrice {
  currency: string
  unit_amount: number | null
  recurring: { interval: string; interval_count: number } | null
}

/** Whether a price is charged every month. */
export const isMonthly = ({ recurring }: Pick<MonthlyPrice, 'recurring'>): boolean =>
  recurring?.interval === 'month' && recurring.interval_count === 1
