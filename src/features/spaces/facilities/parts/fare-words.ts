import { formatMoney, formatTokens } from '#platform/words.ts'

interface Fare {
  tokenCost: number
  tokenAvailableDays: readonly string[]
  cashPricePence: number
  cashTotalPence: number
  isPricedPerSession: boolean
  durationMinutes: number
}

/** `1 hour`, `90 minutes`, `8 hours`. */
export function durationWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** `15 tokens`; a facility that asks for none is part of paid memberships. */
export const tokenWords = (fare: Pick<Fare, 'tokenCost'>) =>
  fare.tokenCost === 0 ? 'Included in paid plans' : formatTokens(fare.tokenCost)

/** `£45 an hour` or `£15 a session`. */
export const cashWords = (fare: Fare) => `${formatMoney(fare.cashPricePence)} ${everyWords(fare)}`

/** `15 tokens or £45 an hour`; what asks for neither says so. */
export const priceWords = (fare: Fare) =>
  fare.tokenCost === 0 && fare.cashPricePence === 0 ? 'Without charge' : `${tokenWords(fare)} or ${cashWords(fare)}`

/** `an hour`, `a session`, or `a day` for what takes one (TOK-14). */
export const everyWords = ({
  isPricedPerSession,
  durationMinutes,
}: Pick<Fare, 'isPricedPerSession' | 'durationMinutes'>) =>
  isPricedPerSession ? (durationMinutes >= 480 ? 'a day' : 'a session') : 'an hour'

/** What a booking costs by card: `£45 an hour`, and the sum where a booking is not just an hour. */
export const cashPriceWords = (fare: Fare) =>
  fare.isPricedPerSession || fare.durationMinutes === 60
    ? cashWords(fare)
    : `${cashWords(fare)}, ${formatMoney(fare.cashTotalPence)} for ${durationWords(fare.durationMinutes)}`

/** How the sum came about: `2 hours × £45`, or one session of so many minutes. */
export const cashDetail = (fare: Fare) =>
  fare.isPricedPerSession
    ? `One session, ${durationWords(fare.durationMinutes)}`
    : `${durationWords(fare.durationMinutes)} × ${formatMoney(fare.cashPricePence)} an hour`

/** `Every day`, or the days on which tokens are taken. */
export function dayWords(days: readonly string[]): string {
  if (days.length === 0 || days.length === 7) return 'Every day'
  const names = days.map(day => `${day.charAt(0).toUpperCase()}${day.slice(1)}s`)
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** `5 tokens`, `£30`, or both. */
export function sumWords({ tokens, pence }: { tokens: number; pence: number }): string {
  const parts = [...(tokens > 0 ? [formatTokens(tokens)] : []), ...(pence > 0 ? [formatMoney(pence)] : [])]
  return parts.length === 0 ? 'nothing' : parts.join(' and ')
}

/** How the button goes on that asks for it: ` for 15 tokens`, `, pay £45`. */
export const askWords = ({ tokens, pence }: { tokens: number; pence: number }): string =>
  `${tokens > 0 ? ` for ${formatTokens(tokens)}` : ''}${pence > 0 ? `, pay ${formatMoney(pence)}` : ''}`
