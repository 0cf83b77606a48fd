import { formatMoney } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'

type Plan = Awaited<ReturnType<typeof rpc.memberships.mine>>

/** A plan and what its member pays for it: `Creator, £90 a month`. */
export function planWords({
  tier,
  monthlyPence,
  hasCustomPrice,
}: Pick<Plan, 'tier' | 'monthlyPence' | 'hasCustomPrice'>) {
  if (!tier) return 'None yet'
  if (tier.isFree) return `${tier.name}, free`
  const price = `${tier.name}, ${formatMoney(monthlyPence ?? tier.pricePence)} a month`
  return hasCustomPrice ? `${price}, a price of your own` : price
}
