import { inArray, sql } from 'drizzle-orm'
import { whyNotFresh } from '#platform/auth/freshness.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand } from '#platform/rpc/errors.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import { guardingSettings, settingsChange } from './inputs.ts'
import { readSettings, settingsFact, settingsFrom } from './model.ts'
import { settings } from './table.ts'

export const venue = {
  /** What everybody may know of the venue: hours, address, and whether its systems are simulated. */
  about: forVisitor.route({ method: 'GET' }).handler(async ({ context }) => {
    const now = await context.fact(settingsFact)
    const { simulate } = context.runtime.env
    return {
      opensAt: now.opensAt,
      closesAt: now.closesAt,
      address: now.venueAddress,
      phone: now.venuePhone,
      email: now.venueEmail,
      cancellationHours: now.cancellationHours,
      storeDelivery: now.storeDelivery,
      amenities: now.amenities.split('\n').filter(line => line.trim() !== ''),
      /** Rooms that are hired by the day, as the house and whoever asks agree; tokens a day (TOK-14). */
      hires: [
        { name: 'Market hall', leastTokens: now.marketHireLeastTokens, mostTokens: now.marketHireMostTokens },
        { name: 'Event space', leastTokens: now.eventSpaceLeastTokens, mostTokens: now.eventSpaceMostTokens },
      ],
      pagesOpenToVisitors: now.pagesOpenToVisitors,
      isSimulated: simulate.stripe || simulate.mail,
    }
  }),

  /** All settings with their values of this moment. */
  settings: forAdmin.route({ method: 'GET' }).handler(({ context }) => context.fact(settingsFact)),

  /**
   * Changes the settings that are given; each one is audited. Throws CHANGED_MEANWHILE with what is there when that is no
   * longer what the caller read. Those of security ask for a fresh sign-in, as what they guard does.
   */
  changeSettings: forAdmin.input(settingsChange).handler(({ context, input: { was, ...change } }) =>
    context.write(async tx => {
      if (guardingSettings.some(key => key in change)) demand(whyNotFresh(context.by))
      // One change at a time: a setting that was never changed has no row to lock.
      await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
      const before = await readSettings(tx)
      demand(whyNotEdit({ ...change, was }, before))
      const given = Object.entries(change)
      // "None" is the absence of a row.
      const gone = given.flatMap(([key, value]) => (value === null ? [key] : []))
      const rows = given.flatMap(([key, value]) =>
        value === null ? [] : [{ key, value, updatedAt: tx.now, updatedBy: context.actor.userId }],
      )
      if (gone.length > 0) await tx.delete(settings).where(inArray(settings.key, gone))
      if (rows.length > 0)
        await tx
          .insert(settings)
          .values(rows)
          .onConflictDoUpdate({
            target: settings.key,
            set: { value: sql`excluded.value`, updatedAt: tx.now, updatedBy: context.actor.userId },
          })
      await tx.announce({ to: 'everyone', topic: 'venue', kind: 'settings.changed' })
      return settingsFrom({ ...before, ...change })
    }),
  ),
}
