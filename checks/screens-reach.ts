import { posix } from 'node:path'
import type { Finding, Project, SourceFile } from './project.ts'
import { isTest } from './project.ts'
import {
  allNodes,
  isCalleeOf,
  isExpression,
  type Located,
  type Member,
  memberOf,
  type Node,
  referencesTo,
} from './syntax.ts'
import { isBrowserFile } from './zones.ts'

// How the browser reaches what changes the world. Nothing is looked for by its spelling: whatever mentions the client is refused,
// unless it stands where one of the pieces for actions takes it.

const client = 'src/web/client.ts'
const instead = 'what changes the world goes through useAction (#ui/action.ts) or a form'

/** Where a piece for actions takes what acts: by the number of an argument, or the name of what an argument holds. */
const places: Record<string, readonly (number | string)[]> = {
  useAction: [0, 'undo'],
  useQuietWrite: [0],
  useBatch: [0],
  useSchemaForm: ['submit'],
  useStepForm: ['submit'],
  useEditForm: ['submit'],
}
/** Pieces for actions are made in ui; long work on many rows in its noun. */
const isMechanism = (target: string | null) =>
  /^src\/ui\/(action|form\/[\w-]+)\.tsx?$/.test(target ?? '') || /\/parts\/batch\.tsx$/.test(target ?? '')

/** Read outside the query cache: who is asking, and what outlives the network in this browser. */
export const readsFreely = new Set([
  'members.me',
  'market.ticket',
  'market.checkIns',
  'market.attendance',
  'door.list',
  'door.inside',
  'door.find',
])
/** The scanner works without a network: its queue sends, repeats and tells by itself. */
const ownQueue = /^src\/features\/door\/scans\/parts\/(scan-queue|use-scanner)\.ts$/

/** What of `api` only reads; `useList` takes the list itself. */
const reading = new Set(['queryOptions', 'infiniteOptions', 'queryKey', 'infiniteKey', 'key'])

/** Ways to the server beside the client, and who has one: what is done without a network, news, uploads, and signing in. */
const ways = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'sendBeacon'])
const ownWay = /^src\/(web\/(live|offline\/sw|session\/auth-client)|ui\/form\/upload)\.ts$/
/** What makes a way of its own to the server, by the package it is from; these files are such a way. */
const makers: Record<string, readonly string[]> = {
  '@tanstack/react-query': ['useMutation', 'MutationObserver', 'MutationCache'],
  '@orpc/client': ['createORPCClient'],
  '@orpc/client/fetch': ['RPCLink'],
  '@orpc/tanstack-query': ['createTanstackQueryUtils'],
}
const making = /^src\/(ui\/(action|form\/schema-form)|web\/(client|query-client))\.ts$/

/** Every way past the pieces for actions. */
export const waysPast = (project: Project): Finding[] =>
  browserFiles(project).flatMap(source => [
    ...importsOf(source),
    ...besides(source),
    ...(source.path === client ? [] : [...mentions(project, source, 'rpc'), ...mentions(project, source, 'api')]),
  ])

/** The procedures that the browser reads, as `path:line` by name: no piece for actions stands before them, so none of them may write. */
export function readingsIn(project: Project): Map<string, string> {
  const found = new Map<string, string>()
  for (const source of browserFiles(project))
    for (const { path, line } of namedIn(source)) if (!found.has(path)) found.set(path, `${source.path}:${line}`)
  return found
}

const browserFiles = ({ sources }: Project) => sources.filter(({ path }) => isBrowserFile(path) && !isTest(path))

const namedIn = (source: SourceFile) =>
  importsClient(source)
    ? referencesTo(source, 'api').flatMap(at => {
        const { names } = memberOf(at)
        return names.length < 2 ? [] : [{ path: names.slice(0, 2).join('.'), line: source.lineAt(at.node.start) }]
      })
    : []

const importsClient = ({ path, imports }: SourceFile) =>
  path !== client && imports.some(({ target, isTypeOnly }) => target === client && !isTypeOnly)

/** The client is imported by its own names and stays where it was imported; what makes another is left to those who do. */
function importsOf({ path, parsed, imports, lineAt }: SourceFile): Finding[] {
  const { staticImports, staticExports } = parsed.module
  const targets = new Map(imports.map(({ specifier, target }) => [specifier, target]))
  const finding = (start: number, message: string): Finding => ({ path, line: lineAt(start), message })
  const found: Finding[] = []
  for (const { moduleRequest, entries, start } of staticImports) {
    const isClient = targets.get(moduleRequest.value) === client
    const made = makers[moduleRequest.value]
    for (const { importName, localName, isType } of entries) {
      if (isType) continue
      const name = importName.name ?? 'all'
      if (isClient && name !== localName.value)
        found.push(finding(start, `imports ${name} of the client as ${localName.value}: ${ownName}`))
      else if (made && !making.test(path) && (made.includes(name) || importName.kind !== 'Name'))
        found.push(finding(start, `uses ${name} of ${moduleRequest.value}: ${instead}`))
    }
  }
  for (const { entries, start } of staticExports)
    for (const { moduleRequest, importName, isType } of entries) {
      if (isType || !moduleRequest) continue
      const isMade = makers[moduleRequest.value]?.some(name => importName.kind !== 'Name' || name === importName.name)
      if (targets.get(moduleRequest.value) === client || isMade)
        found.push(finding(start, `hands ${moduleRequest.value} on: ${ownName}`))
    }
  const late = imports.filter(
    ({ isDynamic, target, specifier }) => isDynamic && (target === client || makers[specifier]),
  )
  return [
    ...found,
    ...late.map(({ line, specifier }) => ({ path, line, message: `imports ${specifier} late: ${ownName}` })),
  ]
}

const ownName = 'it is imported by its own name where it is used, so that every use of it is found'

/** Ways to the server that are no procedure of the client. */
function besides(source: SourceFile): Finding[] {
  const { path, text, lineAt } = source
  if (ownWay.test(path)) return []
  return allNodes(source).flatMap(at => {
    const { node, parents } = at
    const name =
      node.type === 'JSXOpeningElement' ? formWithAddress(node) : ways.has(nameOf(at)) ? nameOf(at) : undefined
    const parent = parents.at(-1) as Node | undefined
    // With nothing but an address it reads.
    const isReading = name === 'fetch' && isCalleeOf(node, parent) && (parent!.arguments as Node[]).length === 1
    if (!name || isReading) return []
    const said = text.slice(node.start, node.end).split('\n')[0]
    return [{ path, line: lineAt(node.start), message: `reaches the server by ${said}: ${instead}` }]
  })
}

/** `<form method="post" action="/…">`, which the browser would send itself. */
function formWithAddress(node: Node): string | undefined {
  const names = (node.attributes as Node[]).map(({ name }) => (name as Node | undefined)?.name)
  return (node.name as Node).name === 'form' && (names.includes('action') || names.includes('method'))
    ? 'form'
    : undefined
}

/** The identifier's name, or that of the member that is taken, where it is an expression. */
function nameOf({ node, parents, key }: Located): string {
  if (node.type === 'Identifier' && isExpression(parents.at(-1), key)) return node.name as string
  if (node.type !== 'MemberExpression') return ''
  const { property, computed } = node as Node & { property: Node }
  return String(computed ? (property.value ?? '') : property.name)
}

/** What stands where nothing takes it that locks, repeats, asks and tells. */
function mentions(project: Project, source: SourceFile, root: 'rpc' | 'api'): Finding[] {
  if (!importsClient(source) || (root === 'rpc' && ownQueue.test(source.path))) return []
  return referencesTo(source, root).flatMap(at => {
    const member = memberOf(at)
    const [first, second, third] = member.names
    const name = source.text.slice(member.top.start, member.top.end)
    const finding = (message: string) => [{ path: source.path, line: source.lineAt(at.node.start), message }]
    if (!first || !second) return finding(`hands on ${name}: ${instead}`)
    if (root === 'api') {
      const isList = !third && isArgumentOf(member, ['useList'])
      return isList || (third && reading.has(third)) ? [] : finding(`takes ${name}: ${instead}`)
    }
    const isCalled = isCalledIn(member)
    if (third || member.names.length > 2) return finding(`takes ${name}: ${instead}`)
    if (isCalled && readsFreely.has(`${first}.${second}`)) return []
    if (isHeld(project, source, member, isCalled)) return []
    return finding(isCalled ? `calls ${name} by itself: ${instead}` : `hands on ${name}: ${instead}`)
  })
}

/**
 * Whether it stands at a place of a piece for actions: as what is taken there, or called from within. A component that it is
 * given to is looked into: all that it does with it must stand at such a place in turn.
 */
function isHeld(
  project: Project,
  source: SourceFile,
  member: Member,
  isCalled: boolean,
  seen = new Set<string>(),
): boolean {
  const { parents } = member
  let inner: Node = member.top
  let isDirect = true
  for (let index = parents.length - 1; index >= 0; index--) {
    const parent = parents[index]!
    if (isDirect || isCalled) {
      if (takes(project, source, parents.slice(0, index + 1), inner, seen)) return true
    }
    if (!isPick(parent, inner)) isDirect = false
    inner = parent
  }
  return false
}

/** `isStaff ? a : b` and what means nothing at runtime leave it what it is. */
const isPick = (parent: Node, inner: Node) =>
  (parent.type === 'ConditionalExpression' && parent.test !== inner) ||
  /^(ChainExpression|LogicalExpression|ParenthesizedExpression|TSAsExpression|TSNonNullExpression)$/.test(
    parent.type,
  ) ||
  parent.type === 'JSXExpressionContainer'

/** Also as one of two: `(isStaff ? a : b)(…)`. */
function isCalledIn({ top, parents }: Member): boolean {
  let inner = top
  for (const parent of parents.toReversed()) {
    if (isCalleeOf(inner, parent)) return true
    if (!isPick(parent, inner)) return false
    inner = parent
  }
  return false
}

/** Whether the innermost of `parents` takes `inner` as what acts. */
function takes(
  project: Project,
  source: SourceFile,
  parents: readonly Node[],
  inner: Node,
  seen: Set<string>,
): boolean {
  const parent = parents.at(-1)!
  if (parent.type === 'CallExpression') return mechanismAt(source, parent)?.includes(argumentOf(parent, inner)) ?? false
  if (parent.type === 'Property' && parent.value === inner) {
    const [call, held] = [parents.at(-3), parents.at(-2)]
    if (call?.type !== 'CallExpression' || !(call.arguments as Node[]).includes(held!)) return false
    return mechanismAt(source, call)?.includes((parent.key as Node).name as string) ?? false
  }
  if (parent.type !== 'JSXAttribute') return false
  const element = parents.at(-2)!
  return leads(
    project,
    source,
    (element.name as Node).name as string | undefined,
    (parent.name as Node).name as string,
    seen,
  )
}

function mechanismAt(source: SourceFile, call: Node): readonly (number | string)[] | undefined {
  const imported = importOf(source, (call.callee as Node).name as string)
  return imported && isMechanism(imported.target) && Object.hasOwn(places, imported.name)
    ? places[imported.name]
    : undefined
}

const argumentOf = (call: Node, inner: Node) => (call.arguments as Node[]).indexOf(inner)

/** Whether a component does with what it is given as `prop` nothing but lead it to such a place. */
function leads(
  project: Project,
  source: SourceFile,
  component: string | undefined,
  prop: string,
  seen: Set<string>,
): boolean {
  const imported = importOf(source, component ?? '')
  // An element of the page takes what happens, and no piece for actions.
  if (!/^[A-Z]/.test(component ?? '')) return false
  const made = imported ? project.source(imported.target ?? '') : source
  const step = `${made?.path} ${prop}`
  if (!made) return false
  // What comes round again is looked at already.
  if (seen.has(step)) return true
  const next = new Set(seen).add(step)
  const uses = usesOf(made, prop)
  return uses !== null && uses.length > 0 && uses.every(use => isHeld(project, made, use, isCalledIn(use), next))
}

/** Where a module uses what is called so: by itself, or as `props.name`. Null where it is given another name. */
function usesOf(source: SourceFile, name: string): Member[] | null {
  const all = allNodes(source)
  const isRenamed = all.some(
    ({ node, parents }) =>
      node.type === 'Property' &&
      parents.at(-1)?.type === 'ObjectPattern' &&
      (node.key as Node).name === name &&
      (node.value as Node).name !== name,
  )
  if (isRenamed) return null
  const whole = new Set(all.filter(isGivenWhole).map(({ node }) => node.name))
  const taken = all.filter(
    at => at.node.type === 'MemberExpression' && whole.has((at.node.object as Node).name) && nameOf(at) === name,
  )
  return [...referencesTo(source, name), ...taken]
    .filter(({ parents, key }) => !(key === 'test' && parents.at(-1)?.type === 'ConditionalExpression'))
    .map(({ node, parents, key }) => ({ node, top: node, names: [], parents, key }))
}

/** `props`, or the rest of them. */
const isGivenWhole = ({ node, key, parents }: Located) =>
  node.type === 'Identifier' && (key === 'params' || parents.at(-1)?.type === 'RestElement')

function importOf(source: SourceFile, local: string): { name: string; target: string | null } | undefined {
  for (const { moduleRequest, entries } of source.parsed.module.staticImports)
    for (const { importName, localName } of entries)
      if (localName.value === local)
        return { name: importName.name ?? '', target: targetOf(source, moduleRequest.value) }
  return undefined
}

const targetOf = ({ imports, path }: SourceFile, specifier: string) =>
  imports.find(each => each.specifier === specifier)?.target ?? posix.join(posix.dirname(path), specifier)

const isArgumentOf = ({ top, parents }: Member, names: readonly string[]) => {
  const parent = parents.at(-1)
  return (
    parent?.type === 'CallExpression' && parent.callee !== top && names.includes((parent.callee as Node).name as string)
  )
}
