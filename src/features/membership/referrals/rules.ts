/** What a completed referral gives the referrer beside the discount, and what both get off a month (decision 18). */
export const referralTokens = 5
export const referralPercent = 10

/** Percent taken off, rounded to the penny as the provider rounds. */
export const takeOff = (pence: number, percent: number): number => pence - Math.round((pence * percent) / 100)
