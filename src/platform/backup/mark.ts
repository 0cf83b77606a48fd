import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const nameOf = (dataDir: string) => join(dataDir, 'last-backup')

/** Leaves word in the data folder that a backup was made of it. */
export async function markBackup(dataDir: string, at: Date): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(nameOf(dataDir), `${at.toISOString()}\n`)
}

/** Whether a backup was ever made from this data folder. */
export const hasBackup = (dataDir: string): Promise<boolean> =>
  stat(nameOf(dataDir)).then(
    () => true,
    () => false,
  )
