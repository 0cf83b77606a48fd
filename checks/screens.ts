import type { Check, Finding, SourceFile } from './project.ts'
import { isTest } from './project.ts'
import { waysPast } from './screens-reach.ts'
import { isBrowserFile, nounOf } from './zones.ts'

/** Names that a screen does not use, and the mechanism to use instead. */
const names: Record<string, string> = {
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

/** What screens and their parts leave to the shared mechanisms; nothing of the browser acts past them. */
export const screens: Check = {
  name: 'screens',
  run: project => ({
    findings: [
      ...project.sources
        .filter(({ path }) => nounOf(path) !== null && isBrowserFile(path) && !isTest(path))
        .flatMap(source => [...imported(source), ...members(source)]),
      ...waysPast(project),
    ],
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
