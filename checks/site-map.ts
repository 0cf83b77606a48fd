import type { CallExpression, Expression } from 'oxc-parser'
import { parseSync } from 'oxc-parser'

export interface SiteMapPage {
  path: string
  /** Path of the screen's file from the project's root. */
  file: string
  /** Where its line starts in the text. */
  start: number
}

export interface SiteMap {
  pages: SiteMapPage[]
  moved: { from: string; to: string }[]
}

/**
 * Reads the site map (src/web/routes.ts) as data: the build and the checks must know the pages without running the
 * browser's shell. Throws, with the line as it is written, when one is not a call of literals.
 */
export function readSiteMap(text: string): SiteMap {
  const found: SiteMap = { pages: [], moved: [] }
  for (const line of linesOf(text)) {
    const written = text.slice(line.start, line.end)
    const called = line.type === 'CallExpression' && line.callee.type === 'Identifier' ? line.callee.name : ''
    const args = line.type === 'CallExpression' ? line.arguments : []
    if (called === 'elsewhere') continue
    const [first, second] = args.map(literalOf)
    const file = called === 'screen' && line.type === 'CallExpression' ? importedBy(line) : null
    if (file && first) found.pages.push({ path: first, file, start: line.start })
    else if (called === 'moved' && first && second) found.moved.push({ from: first, to: second })
    else throw new Error(`The site map has a line that is not read: ${written}`)
  }
  const lost = found.moved.find(({ to }) => !found.pages.some(({ path }) => path === to))
  if (lost) throw new Error(`The site map leads ${lost.from} to ${lost.to}, which is no page`)
  return found
}

function linesOf(text: string): Expression[] {
  const { program } = parseSync('routes.ts', text)
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) {
      const list = init?.type === 'TSAsExpression' ? init.expression : init
      if (id.type !== 'Identifier' || id.name !== 'pages' || list?.type !== 'ArrayExpression') continue
      return list.elements.flatMap(element => {
        if (element === null) return []
        if (element.type === 'SpreadElement') throw new Error('The site map is one list, without others spread into it')
        return [element]
      })
    }
  }
  throw new Error('The site map has no list called pages')
}

const literalOf = (node: { type: string; value?: unknown }) =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : null

// screen('/path', 'Name', () => import('#features/…'))
function importedBy({ arguments: [, , load] }: CallExpression): string | null {
  if (load?.type !== 'ArrowFunctionExpression' || load.body.type !== 'ImportExpression') return null
  const specifier = literalOf(load.body.source)
  return specifier?.startsWith('#') ? `src/${specifier.slice(1)}` : null
}
