import type { Check, Finding, Project, SourceFile } from './project.ts'
import { isTest } from './project.ts'
import { readSiteMap } from './site-map.ts'
import { nounOf } from './zones.ts'

/** The list that a file of a noun belongs in, by its name: the list imports it. */
const lists: [file: RegExp, list: string][] = [
  [/\/table\.ts$/, 'src/schema.ts'],
  [/\/api\.ts$/, 'src/api.ts'],
  [/\/jobs\.ts$/, 'src/jobs.ts'],
  [/\/mail\.tsx$/, 'src/mails.ts'],
  [/\/head\.tsx?$/, 'src/heads.ts'],
  [/\/webhook\.ts$/, 'src/app.ts'],
  [/\/object\.ts$/, 'src/objects.ts'],
  [/\/screens\/[^/]+\.tsx$/, 'src/web/routes.ts'],
]
const siteMapFile = 'src/web/routes.ts'
const accessFile = 'src/access.ts'
const officeMenuFile = 'src/web/layouts/office-menu.ts'
/** Beside a page's line, for an office page that no menu names: `// Not in the office menu: …`. */
const unlisted = /\/\/ Not in the office menu: .{12,}\n\s*$/

/** What a noun has is known to the house: names the list in which its line is missing. */
export const registry: Check = {
  name: 'registry',
  run: project => ({ findings: [...files(project), ...kinds(project), ...pages(project)] }),
}

function files(project: Project): Finding[] {
  const nouns = project.paths.filter(path => nounOf(path) !== null && !isTest(path))
  return nouns.flatMap(path =>
    lists
      .filter(([file, list]) => file.test(path) && !isImported(project.source(list), path))
      .map(([, list]) => ({ path, message: `has no line in ${list}` })),
  )
}

const isImported = (list: SourceFile | undefined, path: string) =>
  list?.imports.some(({ target, isTypeOnly }) => target === path && !isTypeOnly) ?? false

/**
 * What nouns hand down in lists of their own, such as `export const orderKinds: OrderKind[]` in src/orders.ts: every
 * exported OrderKind of a noun is listed there.
 */
function kinds(project: Project): Finding[] {
  const known = new Map<string, SourceFile>()
  for (const source of project.sources.filter(({ path }) => /^src\/[^/]+\.ts$/.test(path) && !isTest(path)))
    for (const { type } of typedExports(source)) if (type.endsWith('[]')) known.set(type.slice(0, -2), source)
  return project.sources
    .filter(({ path }) => nounOf(path) !== null && !isTest(path))
    .flatMap(source =>
      typedExports(source).flatMap(({ name, type, start }) => {
        const list = known.get(type.replace(/\[\]$/, ''))
        if (!list || new RegExp(`\\b${name}\\b`).test(list.text)) return []
        return [{ path: source.path, line: source.lineAt(start), message: `${name} has no line in ${list.path}` }]
      }),
    )
}

function typedExports({ parsed, text }: SourceFile) {
  return parsed.program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ id }) => {
      if (id.type !== 'Identifier' || !id.typeAnnotation) return []
      const { start, end } = id.typeAnnotation.typeAnnotation
      return [{ name: id.name, type: text.slice(start, end), start: statement.start }]
    })
  })
}

function pages(project: Project): Finding[] {
  const siteMap = project.source(siteMapFile)
  if (!siteMap) return []
  const names = (file: string, path: string) => project.source(file)?.text.includes(`'${path}'`)
  return readSiteMap(siteMap.text).pages.flatMap(({ path, start }) => {
    const at = { path: siteMapFile, line: siteMap.lineAt(start) }
    const isOffice = path.startsWith('/admin/') && !path.includes('$')
    const hasReason = unlisted.test(siteMap.text.slice(0, start))
    return [
      ...(names(accessFile, path) ? [] : [{ ...at, message: `${path} has no line in ${accessFile}` }]),
      ...(isOffice && !hasReason && !names(officeMenuFile, path)
        ? [{ ...at, message: `${path} has no entry in ${officeMenuFile}, nor a reason here for having none` }]
        : []),
    ]
  })
}
