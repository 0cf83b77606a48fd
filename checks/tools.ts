import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Check, CheckResult } from './project.ts'

/** Format and lint rules of biome.json. */
export const format: Check = {
  name: 'format, lint',
  run: ({ root }) => judge(root, '@biomejs/biome/bin/biome', ['ci', '--colors=off', '--max-diagnostics=20', '.']),
}

/** Types of everything, tests and tools included. */
export const types: Check = {
  name: 'types',
  run: ({ root }) => judge(root, 'typescript/bin/tsc', ['-p', '.', '--noEmit', '--pretty', 'false']),
}

/** Files, exports and packages that nothing uses. */
export const unused: Check = {
  name: 'unused',
  run: ({ root }) => judge(root, 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
}

/** Runs an installed package's program with our Node. Whatever it prints before failing is the finding. */
export async function judge(root: string, program: string, args: string[]): Promise<CheckResult> {
  const { code, text } = await runNode(root, [join(root, 'node_modules', program), ...args])
  return {
    findings: code === 0 ? [] : [{ path: program.split('/bin/')[0] ?? program, message: `\n${text.trim()}` }],
  }
}

/** Runs Node without a terminal and without input; resolves with the exit code and all that was printed. */
export function runNode(cwd: string, args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((done, fail) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    const collect = (data: Buffer) => {
      text += data
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', fail)
    child.once('close', code => done({ code: code ?? 1, text }))
  })
}
