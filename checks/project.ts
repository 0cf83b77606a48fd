import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParseResult, parseSync } from 'oxc-parser'

/** One import, re-export or `import()` of a module. */
export interface Import {
  /** As written: `#platform/db.ts`, `./rules.ts`, `zod`, `node:fs`. */
  specifier: string
  /** Path inside the project for our own modules, otherwise null. */
  target: string | null
  /** Leaves nothing in the compiled code. */
  isTypeOnly: boolean
  isDynamic: boolean
  line: number
}

/** A module of ours, parsed on first use. */
export interface SourceFile {
  /** Path from the project's root with forward slashes. */
  path: string
  text: string
  /** Number of lines. */
  lines: number
  imports: Import[]
  parsed: ParseResult
  lineAt(offset: number): number
}

/** The project as the checks see it. */
export interface Project {
  root: string
  /** Every file that is ours (not installed, built or local), with forward slashes, sorted. */
  paths: string[]
  /** The TypeScript files among them. */
  sources: SourceFile[]
  source(path: string): SourceFile | undefined
}

/** What a check found: `src/a.ts:3 says what is wrong`. */
export interface Finding {
  path: string
  line?: number
  message: string
}

/** A check returns its findings; `notice` says why it could not look. */
export interface CheckResult {
  findings: Finding[]
  notice?: string
}

export interface Check {
  name: string
  run(project: Project): CheckResult | Promise<CheckResult>
}

/** The root of this project. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** Reads the tree under `root`. */
export function readProject(root: string): Project {
  const paths = [...walk(root, '', ignoredFolders(root))].sort()
  const sources = paths.filter(path => /\.tsx?$/.test(path)).map(path => sourceFile(root, path))
  const byPath = new Map(sources.map(source => [source.path, source]))
  return { root, paths, sources, source: path => byPath.get(path) }
}

/** True for tests, which may reach further than the code they test. */
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

const local = new Set(['.git', '.data', '.tmp', '.idea', '.vscode', 'node_modules', 'dist'])
const isLocal = (name: string) => local.has(name) || name === '.env' || name.endsWith('.log')

// Folders that git is told to ignore are not ours either. Only plain names: no check depends on more.
function ignoredFolders(root: string): Set<string> {
  const file = join(root, '.gitignore')
  if (!existsSync(file)) return new Set()
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Set(lines.map(line => line.trim().replace(/^\//, '').replace(/\/$/, '')))
}

function* walk(root: string, folder: string, ignored: Set<string>): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name)
    if (isLocal(entry.name) || ignored.has(path) || ignored.has(entry.name)) continue
    if (entry.isDirectory()) yield* walk(root, path, ignored)
    else yield path
  }
}

function sourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  let parsed: ParseResult | undefined
  let imports: Import[] | undefined
  const starts = [...text.matchAll(/\n/g)].map(match => match.index + 1)
  const source: SourceFile = {
    path,
    text,
    lines: starts.length + (text.endsWith('\n') || text === '' ? 0 : 1),
    get parsed() {
      parsed ??= parseSync(path, text)
      return parsed
    },
    get imports() {
      imports ??= readImports(root, source)
      return imports
    },
    lineAt: offset => starts.filter(start => start <= offset).length + 1,
  }
  return source
}

function readImports(root: string, source: SourceFile): Import[] {
  const { staticImports, staticExports, dynamicImports } = source.parsed.module
  const found: Import[] = []
  const add = (specifier: string, at: number, isTypeOnly: boolean, isDynamic = false) =>
    found.push({
      specifier,
      target: resolve(root, source.path, specifier),
      isTypeOnly,
      isDynamic,
      line: source.lineAt(at),
    })
  for (const { moduleRequest, entries, start } of staticImports) {
    // `import { type A } from` still runs the module under verbatimModuleSyntax; `import type` does not.
    const isTypeOnly = entries.length > 0 && /^import\s+type\b(?!\s*(,|from\b))/.test(source.text.slice(start))
    add(moduleRequest.value, start, isTypeOnly)
  }
  for (const { entries, start } of staticExports) {
    const from = entries.find(entry => entry.moduleRequest)?.moduleRequest
    if (from) add(from.value, start, /^export\s+type\b/.test(source.text.slice(start)))
  }
  for (const { moduleRequest } of dynamicImports) {
    const written = source.text.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(written)?.[2]
    if (literal) add(literal, moduleRequest.start, false, true)
  }
  return found
}

function resolve(root: string, from: string, specifier: string): string | null {
  const path = specifier.startsWith('#')
    ? /^#(test|seed|simulators)\//.test(specifier)
      ? specifier.slice(1)
      : posix.join('src', specifier.slice(1))
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(from), specifier)
      : null
  if (path === null) return null
  const clean = path.split('?')[0] ?? path
  const candidates = [clean, `${clean}.ts`, `${clean}.tsx`, `${clean}/index.ts`]
  return candidates.find(candidate => existsSync(join(root, candidate))) ?? clean
}
