// `npm run check`: all checks, or those named: `npm run check -- structure imports`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../bin/install.mjs'
import { run, say } from '../bin/run.mjs'

const canReadTypeScript = Number(process.versions.node.split('.')[0]) >= 24

try {
  const node = await ensureInstalled()
  process.exitCode = canReadTypeScript
    ? await check(process.argv.slice(2))
    : await run(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} catch (error) {
  say(error.message)
  process.exitCode = 1
}

async function check(args) {
  const { checks, report, runAll } = await import('./all.ts')
  const { projectRoot, readProject } = await import('./project.ts')
  const names = args.filter(arg => !arg.startsWith('--'))
  const chosen = names.length === 0 ? checks : checks.filter(({ name }) => names.some(part => name.includes(part)))
  if (chosen.length === 0) throw new Error(`No such check. There are: ${checks.map(({ name }) => name).join(' · ')}`)
  const outcomes = await runAll(chosen, readProject(projectRoot))
  console.log(report(outcomes))
  const failed = outcomes.filter(({ findings }) => findings.length > 0).length
  const file = args.find(arg => arg.startsWith('--report='))?.slice('--report='.length)
  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ passed: outcomes.length - failed, failed, skipped: 0, outcomes }))
  }
  return failed > 0 ? 1 : 0
}
