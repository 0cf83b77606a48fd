import { formatCount, formatDay, formatMoney } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'
import { giftOf, letsGo, type Wish } from '../rules.ts'

export type Receiver = Awaited<ReturnType<typeof rpc.memberships.giftsOf>>
export type Membership = Receiver & {
  standing: NonNullable<Receiver['standing']>
  tier: NonNullable<Receiver['tier']>
}

/** What saving does, in the words of the question. */
export function consequences(receiver: Membership, wish: Wish): string[] {
  const { standing, tier, at, openPence, cancelsAtPeriodEnd, plans } = receiver
  const { freeUntil: until, customPence } = giftOf(standing, wish, at)
  const pence = customPence === undefined ? standing.monthlyPence : (customPence ?? tier.pricePence)
  const plan = plans.find(({ id }) => id === wish.tierId)?.name ?? tier.name
  const months = wish.giftMonths > 0 ? `${formatCount(wish.giftMonths, 'free month')}: ` : ''
  const lines: string[] = []
  if (until && standing.hasSubscription)
    lines.push(
      `${months ? `${months}nothing` : 'Nothing'} is charged before ${formatDay(until)}. ${cancelsAtPeriodEnd ? 'They have cancelled, so it ends then.' : `Then it is ${formatMoney(pence)} a month.`}`,
    )
  else if (until)
    lines.push(
      `${months ? `${months}they` : 'They'} have ${plan} for nothing until ${formatDay(until)}. Then it ends by itself.`,
    )
  if (until && letsGo(standing) && openPence)
    lines.push(`The ${formatMoney(openPence)} that they have not paid is no longer asked for. This cannot be undone.`)
  if (customPence !== undefined)
    lines.push(
      cancelsAtPeriodEnd
        ? `They have cancelled, so no further month is charged. Should they keep their membership, a month costs ${formatMoney(pence)} instead of ${formatMoney(standing.monthlyPence)}.`
        : `From the next invoice on a month costs ${formatMoney(pence)} instead of ${formatMoney(standing.monthlyPence)}, until they change their plan.`,
    )
  if (lines.length > 0) lines.push('They are told by email.')
  return lines
}
