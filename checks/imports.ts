import { type Check, type Finding, type Import, isTest, type Project, type SourceFile } from './project.ts'
import { featureOf, isBrowserFile, isServerFile, isServerPackage, roleOf, zoneOf } from './zones.ts'

/** Who may import whom. Tests are free. */
export const imports: Check = {
  name: 'imports',
  run: project => ({
    findings: project.sources
      .filter(({ path }) => path.startsWith('src/') && !isTest(path))
      .flatMap(source => [
        ...source.imports.flatMap(imported => refuse(source.path, imported)),
        ...reachesServer(project, source),
        ...exportedHandles(source),
      ]),
  }),
}

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
      return target =>
        target === 'src/web/theme.ts'
          ? null
          : outOf(target, ['features', 'web', 'simulators', 'commands', 'root'], 'ui knows no feature')
    case 'features':
      return feature(path)
    default:
      return null
  }
}

const pure: Rule = (target, specifier) => {
  const isAllowed =
    specifier === 'zod' ||
    target === 'src/platform/time.ts' ||
    (target !== null && featureOf(target) !== null && ['rules', 'inputs'].includes(roleOf(target) ?? ''))
  return isAllowed
    ? null
    : 'rules.ts and inputs.ts run on both sides; they import only each other, zod and #platform/time.ts'
}

// Code that a table must not lean on: tables are what everything else stands on.
const aboveTables = ['api', 'model', 'jobs', 'webhook', 'mail', 'head', 'screens', 'parts']
/** What the shell offers to screens: calls, the session, sign-in, the site map's answers and what a device may keep. */
const openFromWeb = ['client.ts', 'session.tsx', 'auth-client.ts', 'built.ts', 'keep-offline.ts', 'own-storage.ts'].map(
  file => `src/web/${file}`,
)

function feature(path: string): Rule {
  return (target, _specifier, isTypeOnly) => {
    if (target === null) return null
    if (zoneOf(target) === 'web' && !isTypeOnly && !openFromWeb.includes(target)) {
      return `features use of web ${openFromWeb.map(file => file.replace('src/', '#')).join(', ')}; of the rest only types`
    }
    if (['simulators', 'commands'].includes(zoneOf(target))) return 'features know no simulator and no command'
    const role = roleOf(target) ?? ''
    if (roleOf(path) === 'table' && aboveTables.includes(role)) return 'a table stands below everything else'
    const isOther = featureOf(target) !== null && featureOf(target) !== featureOf(path)
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
