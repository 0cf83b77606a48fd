import { type Check, type Finding, type Import, isTest, type Project, type SourceFile } from './project.ts'
import { nounOf, roleOf } from './zones.ts'

/** From the top down. A room knows itself and those below it; rooms of one line do not know each other. */
const storeys = [
  ['home'],
  ['insight'],
  ['events', 'market', 'guests', 'community', 'store'],
  ['door'],
  ['spaces'],
  ['admissions'],
  ['membership'],
  ['people'],
  ['money'],
  ['house'],
]

export const roomNames: ReadonlySet<string> = new Set(storeys.flat())

/** Nouns know only what is below them, types and tables included, and no noun knows itself through others. There are no exceptions. */
export const rooms: Check = {
  name: 'rooms',
  run: project => {
    const uses = usesIn(project)
    return {
      findings: [...uses.flatMap(({ path, used }) => used.flatMap(each => upward(path, each))), ...circles(uses)],
    }
  },
}

type Use = Pick<Import, 'target' | 'specifier' | 'line'>

/** What each module of a noun uses: what it imports, and the tables that its SQL names by themselves. */
function usesIn(project: Project): { path: string; used: Use[] }[] {
  const tables = new Map<string, string>()
  for (const { path, text } of nouns(project))
    if (roleOf(path) === 'table')
      for (const [, name = ''] of text.matchAll(/\bpgTable\(\s*'(\w+)'/g)) tables.set(name, path)
  const named = ({ text, lineAt }: SourceFile) =>
    [...text.matchAll(literal)].flatMap(({ 0: written, index }) =>
      [...written.matchAll(/\b(?:from|join|update|into)\s+"?(\w+)"?/g)].flatMap(({ 1: name = '', index: at }) => {
        const target = tables.get(name)
        return target ? [{ target, specifier: `the table ${name}`, line: lineAt(index + at) }] : []
      }),
    )
  return nouns(project).map(source => ({ path: source.path, used: [...source.imports, ...named(source)] }))
}

// SQL stands in sql`…` and, in the data map, in quotes.
const literal = /\bsql(?:<[^`]*?>)?`[^`]*`|'[^'\n]*'/g

const nouns = (project: Project) => project.sources.filter(({ path }) => nounOf(path) && !isTest(path))
const roomOf = (noun: string) => noun.split('/')[0] ?? ''
const storeyOf = (noun: string) => storeys.findIndex(storey => storey.includes(roomOf(noun)))

function upward(path: string, { target, specifier, line }: Use): Finding[] {
  const [from, to] = [nounOf(path), target && nounOf(target)]
  if (!from || !to || from === to) return []
  const isBelow = roomOf(from) === roomOf(to) || storeyOf(from) < storeyOf(to)
  if (!isBelow) return [{ path, line, message: `uses ${specifier}: ${roomOf(from)} is below ${roomOf(to)}` }]
  const isReadOnly = roomOf(from) === 'insight' && roomOf(to) !== 'insight'
  return isReadOnly && !['table', 'rules', 'inputs'].includes(roleOf(target ?? '') ?? '')
    ? [{ path, line, message: `uses ${specifier}: insight reads tables only` }]
    : []
}

// Each circle once, by the import that closes it.
function circles(uses: ReturnType<typeof usesIn>): Finding[] {
  const edges = new Map<string, Map<string, { path: string; line: number }>>()
  for (const { path, used } of uses)
    for (const { target, line } of used) {
      const [from, to] = [nounOf(path), target && nounOf(target)]
      // A way up is refused by itself.
      if (!from || !to || from === to || (roomOf(from) !== roomOf(to) && storeyOf(from) >= storeyOf(to))) continue
      const known = edges.get(from) ?? new Map()
      if (!known.has(to)) known.set(to, { path, line })
      edges.set(from, known)
    }
  const done = new Set<string>()
  const findings: Finding[] = []
  const visit = (noun: string, way: string[]) => {
    if (done.has(noun)) return
    for (const [next, at] of edges.get(noun) ?? []) {
      const start = [...way, noun].indexOf(next)
      if (start >= 0)
        findings.push({ ...at, message: `circle of nouns: ${[...way, noun].slice(start).join(' → ')} → ${next}` })
      else visit(next, [...way, noun])
    }
    done.add(noun)
  }
  for (const noun of [...edges.keys()].sort()) visit(noun, [])
  return findings
}
