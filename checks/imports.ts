import { type Check, type Finding, type Import, isTest, type Project, type SourceFile } from './project.ts'
import { bothSides, isBrowserFile, isServerFile, isServerPackage, nounOf, roleOf, zoneOf } from './zones.ts'

/** Who may import whom. Tests are free. */
export const imports: Check = {
  name: 'imports',
  run: project => ({
    findings: project.sources
      .filter(({ path }) => /^(src|simulators)\//.test(path) && !isTest(path))
      .flatMap(source => [
        ...source.imports.flatMap(imported => refuse(source.path, imported)),
        ...demonstrations(source),
        ...sideDoors(source),
        ...reachesServer(project, source),
        ...exportedHandles(source),
      ]),
  }),
}

// Production loads neither the simulators nor the demonstration venue: only where they are on, and only by main.ts.
function demonstrations({ path, imports }: SourceFile): Finding[] {
  if (!path.startsWith('src/') || zoneOf(path) === 'commands') return []
  return imports.flatMap(imported => {
    const { target, specifier, isTypeOnly, isDynamic, line } = imported
    const isMeant = path === 'src/main.ts' && isDynamic
    const isDemonstration = /^(simulators|seed)\//.test(target ?? '')
    if (isTypeOnly || isMeant || !isDemonstration || refuse(path, imported).length > 0) return []
    const message = `imports ${specifier}: simulators and seed are loaded by main.ts only, with import()`
    return [{ path, line, message }]
  })
}

// What can be asked over HTTP stands in the table of src/app.ts, and only the gate makes a server of it.
const gate = 'src/platform/http/gate.ts'
const sideDoors = ({ path, imports }: SourceFile): Finding[] =>
  imports
    .filter(
      ({ specifier, isTypeOnly }) => specifier === 'hono' && !isTypeOnly && path.startsWith('src/') && path !== gate,
    )
    .map(({ specifier, line }) => ({
      path,
      line,
      message: `imports ${specifier}: a way into the server is a line of src/app.ts, made by ${gate}`,
    }))

function refuse(path: string, imported: Import): Finding[] {
  const { target, specifier, isTypeOnly, line } = imported
  const message = ruleOf(path)?.(target, specifier, isTypeOnly)
  return message ? [{ path, line, message: `imports ${specifier}: ${message}` }] : []
}

type Rule = (target: string | null, specifier: string, isTypeOnly: boolean) => string | null

function ruleOf(path: string): Rule | null {
  const role = roleOf(path)
  if (role === 'rules' || role === 'inputs') return pure
  switch (zoneOf(path)) {
    case 'platform':
      return target =>
        outOf(target, ['features', 'web', 'ui', 'simulators', 'commands', 'root'], 'platform knows no feature')
    case 'simulators':
      return target =>
        outOf(target, ['features', 'web', 'ui', 'commands', 'root'], 'a simulator knows only its protocol')
    case 'ui':
      return path.startsWith('src/ui/plain/') ? plain : ui
    case 'features':
      return feature(path)
    default:
      return null
  }
}

const ui: Rule = target =>
  target === 'src/web/look/theme.ts'
    ? null
    : outOf(target, ['features', 'web', 'simulators', 'commands', 'root'], 'ui knows no feature')

// What the visitors' first page may load, which is drawn without the component library.
const plain: Rule = (target, specifier, isTypeOnly) => {
  const isHeavy =
    specifier.startsWith('@mantine/') ||
    (target !== null && zoneOf(target) === 'ui' && !target.startsWith('src/ui/plain/'))
  return isHeavy && !isTypeOnly
    ? 'ui/plain does without the component library and what is built on it'
    : ui(target, specifier, isTypeOnly)
}

const pure: Rule = (target, specifier) => {
  const isAllowed =
    specifier === 'zod' ||
    bothSides.includes(target ?? '') ||
    (target !== null && nounOf(target) !== null && ['rules', 'inputs'].includes(roleOf(target) ?? ''))
  return isAllowed
    ? null
    : 'rules.ts and inputs.ts run on both sides; they import only each other, zod and of the platform what runs there too'
}

// Code that a table must not lean on: everything else builds on tables.
const aboveTables = ['api', 'model', 'jobs', 'webhook', 'mail', 'head', 'screens', 'parts']
/** What the shell offers to screens: calls, the session, sign-in, the site map's answers, what pages are called and what a device may keep. */
const openFromWeb = [
  'client.ts',
  'built.ts',
  'session/session.tsx',
  'session/auth-client.ts',
  'offline/keep-offline.ts',
  'offline/own-storage.ts',
  'offline/use-online.ts',
  'session/to-sign-in.tsx',
  'page-names.ts',
].map(file => `src/web/${file}`)

function feature(path: string): Rule {
  return (target, _specifier, isTypeOnly) => {
    if (target === null) return null
    if (zoneOf(target) === 'web' && !isTypeOnly && !openFromWeb.includes(target)) {
      return `features use of web ${openFromWeb.map(file => file.replace('src/', '#')).join(', ')}; of the rest only types`
    }
    if (['simulators', 'commands'].includes(zoneOf(target))) return 'features know no simulator and no command'
    const role = roleOf(target) ?? ''
    if (roleOf(path) === 'table' && aboveTables.includes(role)) return 'a table knows nothing above it'
    const isOther = nounOf(target) !== null && nounOf(target) !== nounOf(path)
    if (isOther && !isTypeOnly && ['api', 'screens'].includes(role)) {
      return 'what another feature needs is in model.ts, rules.ts or parts/'
    }
    return null
  }
}

function outOf(target: string | null, zones: string[], why: string): string | null {
  return target !== null && target !== 'src/access.ts' && zones.includes(zoneOf(target)) ? why : null
}

// Walks what a browser file really loads, through everything it imports: a harmless-looking platform file that opens a
// database connection is found as well.
function reachesServer(project: Project, source: SourceFile): Finding[] {
  if (!isBrowserFile(source.path)) return []
  const findings: Finding[] = []
  for (const imported of source.imports.filter(({ isTypeOnly }) => !isTypeOnly)) {
    const chain = chainToServer(project, imported, new Set([source.path]))
    if (chain) {
      const message = `server code would reach the browser: ${chain.join(' → ')}`
      findings.push({ path: source.path, line: imported.line, message })
    }
  }
  return findings
}

function chainToServer(project: Project, imported: Import, seen: Set<string>): string[] | null {
  const { target, specifier } = imported
  if (target === null) return isServerPackage(specifier) ? [specifier] : null
  if (isServerFile(target)) return [target]
  // Another browser file answers for itself.
  if (seen.has(target) || isBrowserFile(target)) return null
  seen.add(target)
  for (const next of project.source(target)?.imports ?? []) {
    const chain = next.isTypeOnly ? null : chainToServer(project, next, seen)
    if (chain) return [target, ...chain]
  }
  return null
}

// Functions take `db` first: a handle that can be imported is a hidden connection and escapes its transaction.
function exportedHandles({ path, parsed, lineAt }: SourceFile): Finding[] {
  return parsed.program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ id, init }) => {
      const name = id.type === 'Identifier' ? id.name : ''
      const isNamedSo = /^(db|database|pool|sql|tx|connection)$/.test(name)
      const isMade = init?.type === 'NewExpression' && /^(pg\.)?(Pool|Client)$/.test(textOf(init.callee))
      const isDrizzle = init?.type === 'CallExpression' && textOf(init.callee) === 'drizzle'
      if (!isNamedSo && !isMade && !isDrizzle) return []
      return [
        {
          path,
          line: lineAt(statement.start),
          message: `exports a database handle (${name}): pass it as an argument`,
        },
      ]
    })
  })
}

interface Named {
  type: string
  name?: string
  object?: unknown
  property?: unknown
}

function textOf(node: unknown): string {
  const { type, name, object, property } = node as Named
  if (type === 'Identifier') return name ?? ''
  return type === 'MemberExpression' ? `${textOf(object)}.${textOf(property)}` : ''
}
