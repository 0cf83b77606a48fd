import type { Node } from 'oxc-parser'
import type { Check, Finding, SourceFile } from './project.ts'

// A reason is a sentence, not a word.
const reasonLength = 12
const exemption =
  /(biome-ignore(?:-all|-start)?\s+[\w/]+|@ts-(?:ignore|expect-error|nocheck)|knip-ignore|eslint-disable[\w-]*)[\s:—–-]*([\s\S]*)/

/** Switching a check off needs a reason beside it, and tests run our modules as they are. */
export const bypass: Check = {
  name: 'bypass',
  run: project => ({
    findings: project.sources.flatMap(source => [
      ...exemptions(source),
      ...anyCasts(source),
      ...blindCasts(source),
      ...mocks(source),
    ]),
  }),
}

function exemptions({ path, parsed, lineAt }: SourceFile): Finding[] {
  return parsed.comments.flatMap(({ value, start }) => {
    const [, what = '', reason = ''] = exemption.exec(value.trim()) ?? []
    const isDirective = value.trim().startsWith(what) && what !== ''
    if (!isDirective || reason.trim().length >= reasonLength) return []
    return [{ path, line: lineAt(start), message: `"${what}" without a reason` }]
  })
}

function anyCasts({ path, parsed, text, lineAt }: SourceFile): Finding[] {
  if (!/\bas\s+any\b/.test(text)) return []
  const commented = new Set(
    parsed.comments.filter(({ value }) => value.trim().length >= reasonLength).map(({ end }) => lineAt(end)),
  )
  return nodesOf(parsed.program, 'TSAsExpression').flatMap(({ start, typeAnnotation }) => {
    if (typeAnnotation.type !== 'TSAnyKeyword') return []
    const line = lineAt(typeAnnotation.start)
    const hasReason = commented.has(line) || commented.has(lineAt(start) - 1)
    return hasReason ? [] : [{ path, line, message: '"as any" without a reason' }]
  })
}

const blind = new Map<string, string>([
  ['TSNeverKeyword', 'never'],
  ['TSStringKeyword', 'string'],
])

// `as never` silences any type there is, `as string` above all the site map's; neither is ever needed.
function blindCasts({ path, parsed, text, lineAt }: SourceFile): Finding[] {
  if (!path.startsWith('src/') || !/\bas\s+(never|string)\b/.test(text)) return []
  return nodesOf(parsed.program, 'TSAsExpression').flatMap(({ start, typeAnnotation }) => {
    const word = blind.get(typeAnnotation.type)
    return word ? [{ path, line: lineAt(start), message: `"as ${word}" hides what does not fit: type it instead` }] : []
  })
}

function mocks({ path, parsed, text, lineAt }: SourceFile): Finding[] {
  if (!/\b(mock|doMock)\b/.test(text)) return []
  return nodesOf(parsed.program, 'CallExpression').flatMap(({ callee, arguments: [first], start }) => {
    const called = text.slice(callee.start, callee.end)
    if (!/^(vi|vitest)\s*\.\s*(mock|doMock)$/.test(called) || !first) return []
    const target = /['"`]([^'"`]+)['"`]/.exec(text.slice(first.start, first.end))?.[1] ?? ''
    return /^[#./]/.test(target) ? [{ path, line: lineAt(start), message: `mocks our own module ${target}` }] : []
  })
}

function nodesOf<T extends Node['type']>(tree: unknown, type: T): Extract<Node, { type: T }>[] {
  if (typeof tree !== 'object' || tree === null) return []
  const inside = Object.values(tree).flatMap(value => nodesOf(value, type))
  return (tree as Node).type === type ? [tree as Extract<Node, { type: T }>, ...inside] : inside
}
