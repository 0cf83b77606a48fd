import { parseArgs } from 'node:util'

export const parts = ['calls', 'start', 'bytes', 'lighthouse', 'memory', 'growth', 'calendar', 'search'] as const
/** Long ones, only when they are named. */
const onRequest: readonly string[] = ['memory', 'growth', 'calendar', 'search'] satisfies Part[]
type Part = (typeof parts)[number]

export interface Options {
  /** What is measured; everything but memory, growth, calendar and search unless `--only` names some. */
  only: Part[]
  /** Length of one measured round of one call. */
  seconds: number
  /** Where the figures are also written as JSON. */
  json: string | null
}

/** Reads the command line; throws with the usage when it cannot be understood. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      seconds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  })
  const named = values.only.flatMap(value => value.split(','))
  const only = parts.filter(part => (named.length === 0 ? !onRequest.includes(part) : named.includes(part)))
  const seconds = Number(values.seconds)
  if (named.some(name => !parts.includes(name as Part)) || !(seconds > 0))
    throw new Error(`Usage: npm run bench -- [--only ${parts.join('|')}] [--seconds N] [--json FILE]`)
  return { only, seconds, json: values.json ?? null }
}
