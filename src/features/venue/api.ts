import { eq } from 'drizzle-orm'
import { admin, visitor } from '#platform/rpc.ts'
import { settingsChange } from './inputs.ts'
import { readSettings } from './model.ts'
import { settings } from './table.ts'

export const venue = {
  /** What everybody may know of the venue: hours, address, and whether its systems are simulated. */
  about: visitor.route({ method: 'GET' }).handler(async ({ context }) => {
    const now = await readSettings(context.db)
    const { simulate } = context.runtime.env
    return {
      opensAt: now.opensAt,
      closesAt: now.closesAt,
      address: now.venueAddress,
      phone: now.venuePhone,
      email: now.venueEmail,
      cancellationHours: now.cancellationHours,
      pagesOpenToVisitors: now.pagesOpenToVisitors,
      isSimulated: simulate.stripe || simulate.mail,
    }
  }),

  /** All settings with their values of this moment. */
  settings: admin.route({ method: 'GET' }).handler(({ context }) => readSettings(context.db)),

  /** Changes the settings that are given; each one is audited. */
  changeSettings: admin.input(settingsChange).handler(({ context, input }) =>
    context.write(async tx => {
      for (const [key, value] of Object.entries(input)) {
        const row = { value, updatedAt: tx.now, updatedBy: context.actor.userId }
        // "None" is the absence of a row.
        if (value === null) await tx.delete(settings).where(eq(settings.key, key))
        else
          await tx
            .insert(settings)
            .values({ key, ...row })
            .onConflictDoUpdate({ target: settings.key, set: row })
      }
      await tx.announce({ to: 'everyone', kind: 'settings.changed', refresh: ['venue'] })
      return readSettings(tx)
    }),
  ),
}
