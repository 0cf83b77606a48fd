import type { Check, Project } from './project.ts'

/** No module imports itself through others. Types do not count, nor does `import()`, which runs later. */
export const cycles: Check = {
  name: 'cycles',
  run: project => ({
    findings: findCycles(project).map(cycle => ({
      path: cycle[0] ?? '',
      message: `import cycle: ${[...cycle, cycle[0]].join(' → ')}`,
    })),
  }),
}

// Tarjan's strongly connected components; each one with more than one module, or a module that imports itself, is
// reported once, as the shortest way round from its first module.
function findCycles(project: Project): string[][] {
  const indexes = new Map<string, number>()
  const lows = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (path: string) => {
    indexes.set(path, indexes.size)
    lows.set(path, indexes.get(path) ?? 0)
    stack.push(path)
    for (const next of targets(project, path)) {
      if (!indexes.has(next)) visit(next)
      if (stack.includes(next)) lows.set(path, Math.min(lows.get(path) ?? 0, lows.get(next) ?? 0))
    }
    if (lows.get(path) === indexes.get(path)) groups.push(stack.splice(stack.indexOf(path)))
  }
  for (const { path } of project.sources) if (!indexes.has(path)) visit(path)
  return groups.flatMap(group => {
    const start = group.toSorted()[0] ?? ''
    const way = wayRound(project, start, new Set(group))
    return way ? [way] : []
  })
}

function targets(project: Project, path: string): string[] {
  const found = (project.source(path)?.imports ?? []).flatMap(({ target, isTypeOnly, isDynamic }) =>
    target && !isTypeOnly && !isDynamic && project.source(target) ? [target] : [],
  )
  return [...new Set(found)]
}

function wayRound(project: Project, start: string, group: Set<string>): string[] | null {
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of targets(project, way.at(-1) ?? '')) {
      if (next === start) return way
      if (group.has(next) && !seen.has(next)) {
        seen.add(next)
        ways.push([...way, next])
      }
    }
  }
  return null
}
