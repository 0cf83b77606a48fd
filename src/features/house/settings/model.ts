import { sql } from 'drizzle-orm'
import { homepageContent } from '#features/house/page-texts/table.ts'
import { fact } from '#platform/db/facts.ts'
import type { Reader } from '#platform/db/pool.ts'
import { defaultSettings, reachNames, reachSchema, type SettingKey, type Settings, settingsSchema } from './inputs.ts'
import { settings } from './table.ts'

/** What is published of how the house is reached, by the names that the settings have for it. */
const storedReach = sql`(select jsonb_build_object(${sql.join(
  Object.entries(reachNames).map(([key, name]) => sql.raw(`'${key}', h.content -> '${name}'`)),
  sql`, `,
)}) from ${homepageContent} h where h.section_key = 'contact_info')`

/** The stored settings as one column, for a statement that reads other things with them: give it to `settingsFrom`. */
export const storedSettings = sql<
  Record<string, unknown>
>`((select coalesce(jsonb_object_agg(${settings.key}, ${settings.value}), '{}') from ${settings}) || coalesce(${storedReach}, '{}'))`

/** The venue's settings as they are now, for a write inside its transaction. A value that does not fit counts as not set. */
export async function readSettings(db: Reader): Promise<Settings> {
  const [row] = await db.select({ stored: storedSettings }).from(sql`(select) nothing`)
  return settingsFrom(row!.stored)
}

/** The settings for whatever only shows them. */
export const settingsFact = fact({ tables: [settings, homepageContent], read: readSettings })

/** One of them in the same way: `settingsFrom({ key: … })`. */
export const storedSetting = (key: SettingKey) =>
  sql<unknown>`(select ${settings.value} from ${settings} where ${settings.key} = ${key})`

/** The settings of which these are stored; a value that does not fit counts as not set. */
export function settingsFrom(stored: Record<string, unknown>): Settings {
  const merged: Record<string, unknown> = { ...defaultSettings }
  for (const [key, value] of Object.entries(stored)) {
    const parsed = fields[key as keyof Settings]?.safeParse(value)
    if (parsed?.success) merged[key] = parsed.data
  }
  return merged as Settings
}

const fields = { ...settingsSchema.shape, ...reachSchema.shape }
