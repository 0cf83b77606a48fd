import type { Check, Finding, SourceFile } from './project.ts'
import { isTest } from './project.ts'
import { isBrowserFile, nounOf } from './zones.ts'

/** Names that a screen does not use, and the mechanism to use instead. */
const names: Record<string, string> = {
  useMutation: 'a screen acts by useAction (#ui/action.ts) or useSchemaForm',
  Modal: 'a dialog is a Dialog (#ui/dialog.tsx)',
  useQueryClient: 'after a write everything on screen is read again by itself (web/query-client.ts)',
  hasRole: 'no screen looks at a role: the answer carries can (rules.ts: whyNot)',
}
const properties: Record<string, string> = {
  invalidateQueries: names.useQueryClient!,
  setQueryData: names.useQueryClient!,
  roles: names.hasRole!,
}
/** Rows about other people may list their roles; one's own decide nothing on a screen. */
const ownPerson = /^(me|actor|session\.me)$/

/** Where a screen may call the server: pieces that lock, repeat with the same key, say what came of it, and ask or undo. */
const mechanisms = new Set([
  'useAction',
  'useSchemaForm',
  'useStepForm',
  'useEditForm',
  'useQuietWrite',
  'useBatch',
  'useQuery',
])
/** Pieces that are such a form by themselves: the call stands in what they are given. */
const formPieces = new Set(['PictureForm'])
/** Read outside the query cache: who is asking, and what outlives the network in this browser. */
const readsFreely = new Set(['rpc.members.me', 'rpc.market.ticket', 'rpc.market.checkIns', 'rpc.market.attendance'])
/** The scanner works without a network: its queue sends, repeats and tells by itself. */
const ownQueue = /^src\/features\/door\/scans\/parts\/(scan-queue|use-scanner)\.ts$/

/** What screens and their parts leave to the shared mechanisms. */
export const screens: Check = {
  name: 'screens',
  run: project => ({
    findings: project.sources
      .filter(({ path }) => nounOf(path) !== null && isBrowserFile(path) && !isTest(path))
      .flatMap(source => [...imported(source), ...members(source), ...bareCalls(source)]),
  }),
}

function imported({ path, parsed, lineAt }: SourceFile): Finding[] {
  return parsed.module.staticImports.flatMap(({ entries, start }) =>
    entries.flatMap(({ importName }) => {
      const why = names[importName.name ?? '']
      return why ? [{ path, line: lineAt(start), message: `uses ${importName.name}: ${why}` }] : []
    }),
  )
}

function members({ path, parsed, text, lineAt }: SourceFile): Finding[] {
  return accessesIn(parsed.program).flatMap(({ object, property, start }) => {
    const why = Object.hasOwn(properties, property.name) ? properties[property.name] : undefined
    const owner = text.slice(object.start, object.end)
    if (!why || (property.name === 'roles' && !ownPerson.test(owner))) return []
    return [{ path, line: lineAt(start), message: `uses ${owner}.${property.name}: ${why}` }]
  })
}

function bareCalls({ path, parsed, text, lineAt }: SourceFile): Finding[] {
  if (ownQueue.test(path)) return []
  return callsIn(parsed.program, false).flatMap(({ callee, start }) => {
    const name = text.slice(callee.start, callee.end)
    if (!/^rpc\s*[.[][^()]*$/.test(name) || readsFreely.has(name)) return []
    const message = `calls ${name} by itself: what changes the world goes through useAction (#ui/action.ts) or a form`
    return [{ path, line: lineAt(start), message }]
  })
}

interface Call {
  type: 'CallExpression'
  start: number
  callee: { type: string; name?: string; start: number; end: number }
}

/** The calls that stand in none of the mechanisms' arguments. */
function callsIn(tree: unknown, isInside: boolean): Call[] {
  if (typeof tree !== 'object' || tree === null) return []
  const node = tree as Partial<Call>
  const isCall = node.type === 'CallExpression'
  const within = isInside || (isCall && mechanisms.has(node.callee?.name ?? '')) || isFormPiece(tree)
  const inside = Object.values(tree).flatMap(part => callsIn(part, within))
  return isCall && !within ? [node as Call, ...inside] : inside
}

const isFormPiece = (node: { type?: string; name?: { name?: string } }) =>
  node.type === 'JSXOpeningElement' && formPieces.has(node.name?.name ?? '')

interface Access {
  type: 'MemberExpression'
  start: number
  object: { start: number; end: number }
  property: { name: string }
}

function accessesIn(tree: unknown): Access[] {
  if (typeof tree !== 'object' || tree === null) return []
  const inside = Object.values(tree).flatMap(accessesIn)
  const node = tree as { type?: string; computed?: boolean; optional?: boolean }
  return node.type === 'MemberExpression' && !node.computed ? [tree as Access, ...inside] : inside
}
