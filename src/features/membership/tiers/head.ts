import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatMoney } from '#platform/words.ts'
import { activeTiersFact } from './model.ts'

export const heads: Heads = { '/membership-info': membershipInfoHead }

/** Title and description of /membership-info, with the tiers as they are now. */
async function membershipInfoHead({ facts }: Runtime): Promise<Head> {
  const tiers = await facts.get(activeTiersFact)
  const words = tiers.map(({ name, pricePence }) =>
    pricePence === 0 ? `${name}, free` : `${name}, ${formatMoney(pricePence)} a month`,
  )
  return {
    freshUntil: 'changed',
    title: 'Membership · Exchange',
    description: `Join Exchange in Marylebone: ${words.join('; ')}.`,
  }
}
