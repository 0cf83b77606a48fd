import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from './project.ts'

/** .env.example lists exactly the variables that src/platform/env.ts reads. */
export const environment: Check = {
  name: 'environment',
  run: ({ root, source }) => {
    const code = source('src/platform/env.ts')
    if (!code) return { findings: [], notice: 'no src/platform/env.ts' }
    const file = join(root, '.env.example')
    const example = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const read = namesIn(code.text, /^ {2}([A-Z][A-Z0-9_]+):/gm)
    const listed = namesIn(example, /^([A-Z][A-Z0-9_]+)=/gm)
    return {
      findings: [
        ...read
          .filter(name => !listed.includes(name))
          .map(name => ({ path: '.env.example', message: `lacks ${name}` })),
        ...listed
          .filter(name => !read.includes(name))
          .map(name => ({ path: '.env.example', message: `lists ${name}, which nothing reads` })),
      ],
    }
  },
}

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match[1] ?? '')
