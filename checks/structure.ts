import { type Check, type Finding, isTest, type Project } from './project.ts'
import { roomNames } from './rooms.ts'

// Closed on purpose: a new kind of place is a decision, made here and in architecture terms, not by drift.
const atRoot = new Set([
  '.ci',
  '.dockerignore',
  '.editorconfig',
  '.env.example',
  '.gitattributes',
  '.github',
  '.gitignore',
  '.npmrc',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'bench',
  'bin',
  'biome.json',
  'checks',
  'docs',
  'drizzle',
  'drizzle.config.ts',
  'e2e',
  'index.html',
  'knip.json',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'public',
  'seed',
  'simulators',
  'src',
  'test',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'vitest.config.ts',
])
const inSrc = new Set(['commands', 'features', 'platform', 'ui', 'web'])
const filesInSrc = new Set([
  'access.ts',
  'api.ts',
  'app.ts',
  'files.ts',
  'heads.ts',
  'jobs.ts',
  'mails.ts',
  'objects.ts',
  'orders.ts',
  'passes.ts',
  'main.ts',
  'runtime.ts',
  'schema.ts',
  'sections.ts',
])
const featureFile =
  /^((table|inputs|rules|api|model|jobs|webhook|head|object)\.ts|(mail|head)\.tsx|screens\/[a-z0-9-]+\.(tsx|module\.css)|parts\/[a-z0-9-]+\.(tsx?|module\.css)|((screens|parts)\/)?[a-z0-9-]+\.test\.tsx?)$/
const noun = /^[a-z][a-z-]*$/
const forbiddenFolder =
  /^(utils?|libs?|helpers?|hooks|types|interfaces|constants|common|shared|misc|core|services?|repositor(y|ies)|controllers?|managers?)$/
const kebab = /^[a-z0-9]+([.-][a-z0-9]+)*$/

/** Where files may be and what they may be called. */
export const structure: Check = {
  name: 'structure',
  run: project => ({
    findings: [
      ...strangers(project),
      ...project.paths.flatMap(path => place(path).map(message => ({ path, message }))),
      ...project.sources.flatMap(({ path }) => exportsOf(project, path)),
    ],
  }),
}

function strangers(project: Project): Finding[] {
  const tops = new Set(project.paths.map(path => path.split('/')[0] ?? ''))
  return [...tops].flatMap(path => (atRoot.has(path) ? [] : [{ path, message: 'has no place at the top level' }]))
}

function place(path: string): string[] {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  const isCode = /\.(tsx?|mjs|css)$/.test(name)
  const problems: string[] = []
  const top = parts[0] ?? ''
  const folder = parts.slice(0, -1).find(part => forbiddenFolder.test(part))
  if (folder) problems.push(`a folder called "${folder}" says nothing: put the file with what it serves`)
  if (/^index\.[cm]?[jt]sx?$/.test(name)) problems.push('no index barrels: import the file itself')
  if (isCode && !kebab.test(name)) problems.push('file names are lower case with hyphens')
  if (top === 'src') problems.push(...placeInSrc(parts.slice(1)))
  return problems
}

function placeInSrc(parts: string[]): string[] {
  const [top = '', room = '', second = ''] = parts
  if (parts.length === 1) {
    const isKnown = filesInSrc.has(top) || isTest(top)
    return isKnown ? [] : [`src/${top} has no place: the files of src/ are ${[...filesInSrc].join(', ')}`]
  }
  if (!inSrc.has(top)) return [`src/${top}/ has no place: the folders of src/ are ${[...inSrc].join(', ')}`]
  if (top !== 'features') return []
  if (!roomNames.has(room)) return [`"${room}" is not a room: they are ${[...roomNames].join(', ')}`]
  if (parts.length === 3) return ['files of a noun are in its folder']
  if (!noun.test(second)) return [`a feature is called by one noun, not "${second}"`]
  const inside = parts.slice(3).join('/')
  return featureFile.test(inside) ? [] : [`"${inside}" is not one of the files of a noun (CONTRIBUTING.md)`]
}

function exportsOf(project: Project, path: string): Finding[] {
  const source = project.source(path)
  if (!source) return []
  const findings: Finding[] = []
  const { staticExports } = source.parsed.module
  const entries = staticExports.flatMap(({ entries }) => entries)
  const byDefault = entries.find(({ exportName }) => exportName.kind === 'Default')
  if (byDefault && !/\.config\.ts$/.test(path)) {
    findings.push({
      path,
      line: source.lineAt(byDefault.start),
      message: 'no default exports: a name is found again',
    })
  }
  const isBarrel =
    entries.length > 1 && entries.every(({ moduleRequest }) => moduleRequest) && isOnlyExports(project, path)
  if (isBarrel) findings.push({ path, message: 'only passes on what others export' })
  return findings
}

function isOnlyExports(project: Project, path: string): boolean {
  const body = project.source(path)?.parsed.program.body ?? []
  return body.every(({ type }) => type === 'ExportNamedDeclaration' || type === 'ExportAllDeclaration')
}
