import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Check, readProject } from './project.ts'

/** Runs a check on a project made of these files and resolves with its findings as `path message`. */
export async function findingsIn(check: Check, files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'check-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const { findings } = await check.run(readProject(root))
    return findings.map(({ path, line, message }) => `${path}${line ? `:${line}` : ''} ${message}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** A module of this many lines. */
export const moduleOf = (lines: number) => 'export {}\n'.repeat(lines)
