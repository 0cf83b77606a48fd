import type { SourceFile } from './project.ts'

// What a file says, piece by piece, with what each stands in.

/** A piece of a file's syntax. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export interface Located {
  node: Node
  /** from the file inwards */
  parents: readonly Node[]
  /** what it is to the last of them */
  key: string
}

export interface Member extends Located {
  /** the whole of it */
  top: Node
  /** the names after the first */
  names: string[]
}

/** The longest chain of plain names that begins here: `rpc.bookings.cancel`. What is computed has no name. */
export function memberOf({ node, parents, key }: Located): Member {
  const names: string[] = []
  let top = node
  let at = parents.length - 1
  for (; at >= 0; at--) {
    const parent = parents[at]!
    if (parent.type === 'ChainExpression') continue
    if (parent.type !== 'MemberExpression' || parent.object !== top) break
    if (parent.computed) names.length = 0
    if (parent.computed) break
    names.push((parent.property as Node).name as string)
    top = parent
  }
  return { node, top, names, parents: parents.slice(0, at + 1), key }
}

/** Whether it is what is called there. */
export const isCalleeOf = (node: Node, parent: Node | undefined) =>
  parent?.type === 'CallExpression' && parent.callee === node

/** Where a name is used as a value. */
export const referencesTo = (source: SourceFile, name: string) =>
  allNodes(source).filter(
    ({ node, parents, key }) => node.type === 'Identifier' && node.name === name && isExpression(parents.at(-1), key),
  )

/** True for what is worked out, not for the name of a property, nor for that of what is declared. */
export function isExpression(parent: Node | undefined, key: string): boolean {
  if (!parent) return false
  if (/^Import|^ExportSpecifier|Pattern$|^(LabeledStatement|BreakStatement)/.test(parent.type))
    return parent.type === 'AssignmentPattern' && key === 'right'
  if (key === 'key' || key === 'property') return parent.computed === true
  if (key === 'id' || key === 'params' || key === 'param') return false
  return true
}

/** Types say nothing about what is done; these carry an expression. */
const withExpression =
  /^TS(As|NonNull|Satisfies|Instantiation)Expression$|^TSTypeAssertion$|^TSExport|^TSEnum|^TSModule/

const walked = new WeakMap<SourceFile, Located[]>()

/** All of a file but its types, from the top. */
export function allNodes(source: SourceFile): readonly Located[] {
  const found = walked.get(source) ?? [...nodesIn(source.parsed.program)]
  walked.set(source, found)
  return found
}

function* nodesIn(tree: unknown, parents: readonly Node[] = [], key = ''): Generator<Located> {
  if (Array.isArray(tree)) {
    for (const each of tree) yield* nodesIn(each, parents, key)
    return
  }
  if (typeof tree !== 'object' || tree === null) return
  const node = tree as Node
  if (typeof node.type !== 'string') return
  if (node.type.startsWith('TS') && !withExpression.test(node.type)) return
  // What is bound in a pattern is no use of it; what stands in for a missing value is.
  const isBinding = parents.at(-1)?.type === 'Property' && parents.at(-2)?.type === 'ObjectPattern' && key === 'value'
  if (isBinding && node.type === 'Identifier') return
  yield { node, parents, key }
  const within = [...parents, node]
  for (const [name, value] of Object.entries(node)) if (name !== 'type') yield* nodesIn(value, within, name)
}
