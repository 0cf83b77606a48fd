/**
 * Of built style sheets what a page needs that is whole as it is: rules whose classes stand in its HTML, and of the theme's custom
 * properties those that such rules use. Half of what the sheets say is for the application, which brings them whole.
 */
export function stylesFor(html: string, sheets: readonly string[]): string[] {
  const classes = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) => names!.split(/\s+/)))
  const kept = sheets.map(sheet => whatApplies(parse(sheet), classes))
  const used = usedIn(kept.flat(), html)
  return kept.map(nodes => written(nodes, used))
}

/** A rule or a block of rules, or what is kept as it stands. */
type Node = { text: string } | { selector: string; lines: string[] } | { condition: string; nodes: Node[] }

function parse(css: string): Node[] {
  const nodes: Node[] = []
  for (let at = 0; at < css.length; ) {
    const start = at
    at = endOf(css, at, '{;')
    const prelude = css.slice(start, at).trim()
    if (css[at] !== '{') {
      at++
      if (prelude) nodes.push({ text: `${prelude};` })
      continue
    }
    const close = endOf(css, at + 1, '}')
    const inner = css.slice(at + 1, close)
    at = close + 1
    if (/^@(media|supports|layer|container)\b/.test(prelude)) nodes.push({ condition: prelude, nodes: parse(inner) })
    else if (prelude.startsWith('@') || inner.includes('{')) nodes.push({ text: `${prelude}{${inner}}` })
    else nodes.push({ selector: prelude, lines: split(inner, ';').filter(line => line.trim() !== '') })
  }
  return nodes
}

function whatApplies(nodes: readonly Node[], classes: ReadonlySet<string>): Node[] {
  return nodes.flatMap((node): Node[] => {
    if ('text' in node) return [node]
    if ('nodes' in node) {
      const inner = whatApplies(node.nodes, classes)
      return inner.length > 0 ? [{ ...node, nodes: inner }] : []
    }
    const selectors = split(node.selector, ',').filter(selector => mayMatch(selector, classes))
    return selectors.length > 0 ? [{ ...node, selector: selectors.join(',') }] : []
  })
}

/** Whether every class that it demands is there; of what else it demands nothing is known. */
function mayMatch(selector: string, classes: ReadonlySet<string>): boolean {
  // Nothing of a page is in a shadow, and a name with signs in it is not taken apart.
  if (selector.trimStart().startsWith(':host')) return false
  if (selector.includes('\\')) return true
  let outside = ''
  for (let at = 0; at < selector.length; at++) {
    const [opening] = /^(:[\w-]+\(|\[)/.exec(selector.slice(at)) ?? []
    if (!opening) {
      outside += selector[at]
      continue
    }
    const close = endOf(selector, at + opening.length, opening === '[' ? ']' : ')')
    const inner = selector.slice(at + opening.length, close)
    if (/^:(is|where)\($/.test(opening) && !split(inner, ',').some(each => mayMatch(each, classes))) return false
    outside += '*'
    at = close
  }
  return [...outside.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name!))
}

const isProperty = (line: string) => line.trimStart().startsWith('--')

/** The custom properties that something needs, and those that their values need. */
function usedIn(nodes: readonly Node[], html: string): ReadonlySet<string> {
  const values = new Map<string, string[]>()
  const used = new Set<string>()
  const look = (text: string) => {
    for (const [, name] of text.matchAll(/var\(\s*(--[\w-]+)/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      for (const value of values.get(name!) ?? []) look(value)
    }
  }
  const rules = flattened(nodes)
  for (const line of rules.flatMap(({ lines }) => lines).filter(isProperty)) {
    const [name = '', value = ''] = [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1)]
    values.set(name, [...(values.get(name) ?? []), value])
  }
  look(html)
  for (const { lines } of rules) for (const line of lines) if (!isProperty(line)) look(line)
  return used
}

const flattened = (nodes: readonly Node[]): { lines: string[] }[] =>
  nodes.flatMap(node => ('nodes' in node ? flattened(node.nodes) : 'text' in node ? [{ lines: [node.text] }] : [node]))

function written(nodes: readonly Node[], used: ReadonlySet<string>): string {
  return nodes
    .map(node => {
      if ('text' in node) return node.text
      if ('nodes' in node) {
        const inner = written(node.nodes, used)
        return inner && `${node.condition}{${inner}}`
      }
      const lines = node.lines.filter(line => !isProperty(line) || used.has(line.slice(0, line.indexOf(':')).trim()))
      return lines.length > 0 ? `${node.selector}{${lines.join(';')}}` : ''
    })
    .join('')
}

function split(text: string, sign: string): string[] {
  const parts: string[] = []
  for (let at = 0; at <= text.length; ) {
    const end = endOf(text, at, sign)
    parts.push(text.slice(at, end))
    at = end + 1
  }
  return parts
}

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Where the first of these signs stands that is in no brackets and no quotes; the end where there is none. */
function endOf(text: string, from: number, signs: string): number {
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '\\') at++
    else if (signs.includes(sign)) return at
    else if (sign === '"' || sign === "'") at = text.indexOf(sign, at + 1)
    else if (closing[sign]) at = endOf(text, at + 1, closing[sign])
    if (at < 0) return text.length
  }
  return text.length
}
