import { sql } from 'drizzle-orm'
import { fact } from '#platform/db/facts.ts'
import type { Reader } from '#platform/db/pool.ts'
import { defaultSettings, type SettingKey, type Settings, settingsSchema } from './inputs.ts'
import { settings } from './table.ts'

/** The venue's settings as they are now, for a write inside its transaction. A value that does not fit counts as not set. */
export async function readSettings(db: Reader): Promise<Settings> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings)
  return settingsFrom(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}

/** The settings for whatever only shows them. */
export const settingsFact = fact({ tables: [settings], read: readSettings })

/** The stored settings as one column, for a statement that reads other things with them: give it to `settingsFrom`. */
export const storedSettings = sql<
  Record<string, unknown>
>`(select coalesce(jsonb_object_agg(${settings.key}, ${settings.value}), '{}') from ${settings})`

/** One of them in the same way: `settingsFrom({ key: … })`. */
export const storedSetting = (key: SettingKey) =>
  sql<unknown>`(select ${settings.value} from ${settings} where ${settings.key} = ${key})`

/** The settings of which these are stored; a value that does not fit counts as not set. */
export function settingsFrom(stored: Record<string, unknown>): Settings {
  const merged: Record<string, unknown> = { ...defaultSettings }
  for (const [key, value] of Object.entries(stored)) {
    const field = settingsSchema.shape[key as keyof Settings]
    const parsed = field?.safeParse(value)
    if (parsed?.success) merged[key] = parsed.data
  }
  return merged as Settings
}
