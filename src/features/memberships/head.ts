import type { Head } from '#platform/html.ts'
import type { Runtime } from '#platform/runtime.ts'
import { activeTiers } from './model.ts'

/** Title and description of /membership-info, with the tiers as they are now. */
export async function membershipInfoHead({ db }: Runtime): Promise<Head> {
  const tiers = await activeTiers(db)
  const words = tiers.map(({ name, pricePence }) =>
    pricePence === 0 ? `${name}, free` : `${name}, £${pricePence / 100} a month`,
  )
  return {
    title: 'Membership · Exchange',
    description: `Join Exchange in Marylebone: ${words.join('; ')}.`,
  }
}
