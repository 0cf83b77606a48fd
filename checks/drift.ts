import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Check, CheckResult } from './project.ts'
import { runNode } from './tools.ts'

/** The migrations in drizzle/ lead to exactly the tables that the code declares. */
export const drift: Check = {
  name: 'migrations',
  run: ({ root }) => {
    const config = join(root, 'drizzle.config.ts')
    return existsSync(config)
      ? generate(root, config)
      : { findings: [], notice: 'no drizzle.config.ts yet, nothing to compare' }
  },
}

// Lets drizzle-kit write the missing migration into a copy: it writes nothing when none is missing.
async function generate(root: string, configFile: string): Promise<CheckResult> {
  const { default: config } = await import(pathToFileURL(configFile).href)
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const copy = mkdtempSync(join(root, '.tmp/drift-'))
  try {
    const out = join(copy, 'drizzle')
    if (existsSync(join(root, config.out))) cpSync(join(root, config.out), out, { recursive: true })
    else mkdirSync(out)
    const before = sqlFiles(out)
    const copied = join(copy, 'drizzle.config.json')
    writeFileSync(copied, JSON.stringify({ ...config, out: `./${relative(root, out)}` }))
    const program = join(root, 'node_modules/drizzle-kit/bin.cjs')
    const { code, text } = await runNode(root, [
      program,
      'generate',
      `--config=${relative(root, copied)}`,
      '--name=missing',
    ])
    const added = sqlFiles(out).filter(file => !before.includes(file))
    if (code === 0 && added.length === 0) return { findings: [] }
    const message =
      added.length > 0 ? 'tables changed without a migration: run npm run db:generate' : `\n${text.trim()}`
    return { findings: [{ path: 'drizzle', message }] }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const sqlFiles = (folder: string) => readdirSync(folder).filter(file => file.endsWith('.sql'))
