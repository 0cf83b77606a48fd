import { bundle } from './bundle.ts'
import { bypass } from './bypass.ts'
import { cycles } from './cycles.ts'
import { drift } from './drift.ts'
import { environment } from './environment.ts'
import { heavy } from './heavy.ts'
import { imports } from './imports.ts'
import { packages } from './packages.ts'
import type { Check, CheckResult, Project } from './project.ts'
import { registry } from './registry.ts'
import { rooms } from './rooms.ts'
import { screens } from './screens.ts'
import { sizes } from './sizes.ts'
import { structure } from './structure.ts'
import { format, types, unused } from './tools.ts'
import { words } from './words.ts'

/** Every check, the slow ones first so that they run beside the others. */
export const checks: Check[] = [
  unused,
  types,
  drift,
  format,
  structure,
  imports,
  heavy,
  rooms,
  registry,
  screens,
  cycles,
  sizes,
  bypass,
  words,
  packages,
  environment,
  bundle,
]

/** Result of one check with the time it took. */
export interface Outcome extends CheckResult {
  name: string
  ms: number
}

/** Runs checks at the same time. One that cannot be run has failed. */
export function runAll(chosen: Check[], project: Project): Promise<Outcome[]> {
  return Promise.all(
    chosen.map(async check => {
      const startedAt = performance.now()
      const result = await Promise.resolve()
        .then(() => check.run(project))
        .catch((error: unknown) => ({ findings: [{ path: 'checks', message: String(error) }] }))
      return { ...result, name: check.name, ms: Math.round(performance.now() - startedAt) }
    }),
  )
}

/** The outcomes as text for a terminal: failures in full, then one line per check. */
export function report(outcomes: Outcome[]): string {
  const failed = outcomes.filter(({ findings }) => findings.length > 0)
  const details = failed.flatMap(({ name, findings }) => [
    `\n${name}`,
    ...findings.map(
      ({ path, line, message }) => `  ${path}${line ? `:${line}` : ''} ${message.replaceAll('\n', '\n    ')}`,
    ),
  ])
  const summary = outcomes.map(({ name, findings, notice, ms }) => {
    const state = findings.length === 0 ? 'ok' : `${findings.length} found`
    return `${findings.length === 0 ? '✓' : '✗'} ${name.padEnd(14)}${state.padEnd(10)}${`${ms} ms`.padStart(9)}${notice ? `  ${notice}` : ''}`
  })
  return [...details, '', ...summary, ''].join('\n')
}
