import fc from 'fast-check'
import type { Node } from 'oxc-parser'
import type { z } from 'zod'
import { mailTemplates } from '#mails.ts'
import { mailSubject, renderMail } from '#platform/mail/render.ts'
import { readProject, type SourceFile } from '../checks/project.ts'
import { hostileInputs } from './hostile.ts'
import { seed } from './long.ts'
import { listProcedures } from './procedures.ts'
import '#platform/input-words.ts'

/** Words that a person can read, and where they are from. */
export interface Sentence {
  text: string
  from: string
}

/**
 * Everything that screens, inputs, rules and refusals can say, from the sources: texts of JSX and strings that read like words. What
 * is put into a sentence stands there as `figure`: `${count} places` reads `7 places`.
 */
export function inSources(root: string, figure = '7'): Sentence[] {
  const files = readProject(root).sources.filter(({ path }) => spoken.test(path) && !silent.test(path))
  return files.flatMap(file => {
    const said = wordsOf(file, figure)
    // What a table says to people begins with a capital; the rest of it are columns and conditions.
    const words = file.path.endsWith('/table.ts') ? said.filter(text => /^[A-Z]/.test(text)) : said
    return words.map(text => ({ text, from: file.path }))
  })
}

// What people read is written in the house's own rooms and in what frames them.
const spoken = /^src\/(features|ui|web|platform|access\.ts)/
// Programs among themselves: statements, the server's own commands, the log. `.test` files say what they test.
const silent =
  /\.test\.tsx?$|^src\/platform\/(backup|postgres|db|jobs|log|env|runtime)|^src\/ui\/gallery\/|^src\/platform\/rpc\/api-docs|^src\/web\/look\//

/** What all mails say, by their examples: subject and text. */
export async function inMails(): Promise<Sentence[]> {
  const frame = {
    venue: { name: 'Exchange', address: '1 Example Street, London' },
    publicUrl: 'https://exchange.example',
  }
  const told = await Promise.all(
    mailTemplates.map(async ({ name, subject, body, example }) => {
      const { text } = await renderMail(body(example, frame))
      const lines = [mailSubject(subject(example)), ...text.split('\n')]
      return lines.filter(line => / /.test(line.trim())).map(line => ({ text: line.trim(), from: `mail ${name}` }))
    }),
  )
  return told.flat()
}

/** What procedures answer to inputs that nobody meant to send. */
export function inRefusals(): Sentence[] {
  return listProcedures().flatMap(listed => {
    const schema = listed.procedure['~orpc'].inputSchema as z.ZodType | undefined
    if (!schema) return []
    const answers = fc.sample(hostileInputs(listed), { numRuns: 200, seed }).flatMap(input => {
      const { error } = schema.safeParse(input)
      return error?.issues.map(({ message }) => message) ?? []
    })
    return [...new Set(answers)].map(text => ({ text, from: `input of ${listed.name}` }))
  })
}

function wordsOf({ parsed, text }: SourceFile, figure: string): string[] {
  const found: string[] = []
  visit(parsed.program, null, node => {
    if (node.type === 'JSXText') found.push(node.value.replace(/\s+/g, ' ').trim())
    else if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
    else if (node.type === 'TemplateLiteral')
      found.push(node.quasis.map(({ value }) => value.cooked ?? '').join(figure))
  })
  const markup = /^\s*[<#.@[{]|[{};]\s*$/
  return found.filter(each => readsLikeWords.test(each) && !markup.test(each) && text.includes(each.slice(0, 3)))
}

// A capital and small letters, or several words.
const readsLikeWords = /^[A-Z“‘"(][a-z’]+[^/=_]*$|\p{L}{2,}[,.!?:;’]? +\p{L}+/u

const unread = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSLiteralType',
  'TSImportType',
])
/** Attributes and properties whose strings are read by programs. */
const names =
  /^(className|classNames|style|d|viewBox|path|to|href|src|key|id|type|rel|method|allow|sizes|media|template|transform|gridTemplate\w*|autoComplete|sql|cron)$/
/** Calls whose strings nobody but a programmer reads. */
const programs =
  /(^|\.)(sql|raw|querySelector\w*|matchMedia|log\w*|debug|info|warn|error|fatal|createElement|Error|RegExp|getItem|setItem)$/

function visit(node: unknown, parent: Node | null, see: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const each of node) visit(each, parent, see)
    return
  }
  const at = node as Node
  if (unread.has(at.type) || isForPrograms(at)) return
  if (typeof at.type === 'string') see(at)
  for (const [key, child] of Object.entries(at))
    if (key !== 'parent' && !(key === 'key' && at.type === 'Property')) visit(child, at, see)
}

function isForPrograms(node: Node): boolean {
  switch (node.type) {
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' && (names.test(node.name.name) || /^data-/.test(node.name.name))
    case 'Property':
      return (
        node.key.type === 'Identifier' && names.test(node.key.name) && node.value.type !== 'ArrowFunctionExpression'
      )
    case 'TaggedTemplateExpression':
      return true
    case 'CallExpression':
      return programs.test(calleeOf(node.callee)) && !/toast\.|Form\./.test(calleeOf(node.callee))
    case 'NewExpression':
      return /Error$|^RegExp$/.test(calleeOf(node.callee)) && calleeOf(node.callee) !== 'APIError'
    default:
      return false
  }
}

function calleeOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier')
    return `${calleeOf(node.object)}.${node.property.name}`
  return ''
}
