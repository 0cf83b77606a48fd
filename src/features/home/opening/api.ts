import { landingFeatures } from '#features/home/landing/table.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { activeTiersFact } from '#features/membership/tiers/model.ts'
import { facilitiesFact } from '#features/spaces/facilities/model.ts'
import { hasBackup } from '#platform/backup/mark.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { checklistOf } from './rules.ts'

/** Before a venue opens; part of `venue` in the router. */
export const opening = {
  /** What is still to do before the house opens; empty once all is done, and in the demonstration, which needs none of it. */
  opening: forAdmin
    .route({ method: 'GET', summary: 'What a venue does before it opens' })
    .handler(async ({ context }) => {
      const { env } = context.runtime
      if (!env.isProduction && env.SEED !== 'off') return []
      const steps = checklistOf({
        settings: await context.fact(settingsFact),
        tierPricesPence: (await context.fact(activeTiersFact)).map(({ pricePence }) => pricePence),
        facilities: (await context.fact(facilitiesFact)).length,
        landingTexts: (await context.db.select({ id: landingFeatures.id }).from(landingFeatures).limit(1)).length,
        hasPayments: Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET),
        hasMail: Boolean(env.SMTP_URL),
        hasBackup: await hasBackup(env.dataDir),
      })
      return steps.every(({ isDone }) => isDone) ? [] : steps
    }),
}
