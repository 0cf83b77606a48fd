import type { Reader } from '#platform/db.ts'
import { defaultSettings, type Settings, settingsSchema } from './inputs.ts'
import { settings } from './table.ts'

/** The venue's settings as they are now. A stored value that no longer fits counts as not set. */
export async function readSettings(db: Reader): Promise<Settings> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings)
  const merged: Record<string, unknown> = { ...defaultSettings }
  for (const { key, value } of rows) {
    const field = settingsSchema.shape[key as keyof Settings]
    const parsed = field?.safeParse(value)
    if (parsed?.success) merged[key] = parsed.data
  }
  return merged as Settings
}
