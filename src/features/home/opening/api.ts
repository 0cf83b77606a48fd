import { getTableName, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { orders } from '#features/money/orders/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { hasBackup } from '#platform/backup/mark.ts'
import { prepared } from '#platform/db/pool.ts'
import { auditLog, mails } from '#platform/db/tables.ts'
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
      const [done] = await whatWasDone(context.db).execute()
      const steps = checklistOf({
        ...done!,
        settings: await context.fact(settingsFact),
        paymentKey: env.STRIPE_SECRET_KEY,
        hasBackup: await hasBackup(env.dataDir),
      })
      return steps.every(({ isDone }) => isDone) ? [] : steps
    }),
}

/** What the first start installs has no actor in the audit log; what somebody of the house changes has. */
const isChanged = (table: typeof membershipTiers | typeof bookingTypes) =>
  sql<boolean>`exists (select from ${auditLog} where ${auditLog.tableName} = ${getTableName(table)} and ${auditLog.actorId} is not null)`

const whatWasDone = prepared(db =>
  db
    .select({
      hasChangedTiers: isChanged(membershipTiers),
      hasChangedFacilities: isChanged(bookingTypes),
      hasSold: sql<boolean>`exists (select from ${orders} where ${orders.paidAt} is not null and ${orders.amountPence} > 0)`,
      hasSentMail: sql<boolean>`exists (select from ${mails} where ${mails.status} = 'sent')`,
    })
    .from(sql`(select) nothing`)
    .prepare('opening'),
)
