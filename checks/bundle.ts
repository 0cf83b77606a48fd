import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from './project.ts'

// Texts that stand in server code and its packages however they were minified.
const serverOnly = [
  'drizzle-orm',
  'drizzle:entityKind',
  'node:crypto',
  'node:fs',
  'node:net',
  'pg_catalog',
  'pgboss',
  'STRIPE_SECRET_KEY',
  'S3_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'secrets.json',
]

/** No server code in what browsers are sent: looks into the built files, behind the rules on imports. */
export const bundle: Check = {
  name: 'bundle',
  run: ({ root }) => {
    const folder = join(root, 'dist/web')
    if (!existsSync(folder)) return { findings: [], notice: 'not built, nothing to look at' }
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
      /\.(m?js|html|map)$/.test(file),
    )
    const findings = files.flatMap(file => {
      const text = readFileSync(join(folder, file), 'utf8')
      const found = serverOnly.filter(word => text.includes(word))
      return found.map(word => ({
        path: `dist/web/${file}`,
        message: `contains "${word}", which is server code`,
      }))
    })
    return { findings, notice: `${files.length} files` }
  },
}
