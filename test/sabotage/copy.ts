import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../bin/run.mjs'
import type { Edit, Sabotage } from './list.ts'

const left = /^(node_modules|\.git|\.tmp|\.data.*|test-results|playwright-report)$/

/** A copy of the project as it lies here, with the same packages, in a folder that goes when this process ends. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'exchange-sabotage-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const name of readdirSync(root).filter(each => !left.test(each)))
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** What is wrong with an entry of the list, as the sources are now; empty when it can be tried. */
export function staleness(folder: string, { edits, noticedBy, journey }: Sabotage): string[] {
  const files = [...(noticedBy ?? []), ...(journey ? [journey.spec] : [])]
  return [
    ...files.flatMap(file => (existsSync(join(folder, file)) ? [] : [`${file}: there is no such test`])),
    ...edits.flatMap(({ file, find }) => {
      const count = existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').split(find).length - 1 : 0
      return count === 1 ? [] : [`${file}: occurs ${count} times and must once: ${find}`]
    }),
  ]
}

/** Makes the changes in the copy; returns what takes them back. */
export function sabotage(copy: string, edits: readonly Edit[]): () => void {
  const before = edits.map(({ file }) => [join(copy, file), readFileSync(join(copy, file), 'utf8')] as const)
  for (const { file, find, put } of edits) {
    const text = readFileSync(join(copy, file), 'utf8')
    // As a function: what is put instead may hold a dollar sign.
    writeFileSync(
      join(copy, file),
      text.replace(find, () => put),
    )
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text)
  }
}
