import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { count } from 'drizzle-orm'
import { user } from '#platform/db/tables.ts'
import type { Runtime } from '#platform/runtime.ts'

// Apart from the venue itself, so that a later start does not load all that draws and fills it.

export interface DemoSignIn {
  role: string
  email: string
  password: string
}

/** True before anybody has an account: the first start. */
export async function isUntouched(runtime: Runtime): Promise<boolean> {
  const [row] = await runtime.db.select({ people: count() }).from(user)
  return row!.people === 0
}

/** The sign-ins of the demo people, to print at the start; none when there are none. */
export async function demoSignIns(dataDir: string): Promise<DemoSignIn[]> {
  try {
    return JSON.parse(await readFile(join(dataDir, fileName), 'utf8')) as DemoSignIn[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const fileName = 'demo-sign-ins.json'

/** Keeps them where only the owner of the data folder reads them. */
export async function keepSignIns(dataDir: string, signIns: DemoSignIn[]): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, fileName), `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 })
}
