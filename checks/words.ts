import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from './project.ts'

const leftovers = /\b(TODO|FIXME|HACK|XXX)\b|\bnot (yet )?implemented\b|\bcoming soon\b|\blorem ipsum\b/i
const shouted = /^(TODO|FIXME|HACK|XXX)$/i
const places = /^(src|e2e|test|seed)\/.*\.(tsx?|css|html|json)$/
// Words that the specification puts on the screen: the file and the exact text, with the requirement it fulfils.
const specified = [{ path: /^src\/features\/activity\//, text: /coming soon/i, requirement: 'OCC-12' }]

/** Nothing unfinished is left lying about. */
export const words: Check = {
  name: 'words',
  run: project => ({
    findings: project.paths
      .filter(path => places.test(path))
      .flatMap(path => {
        const lines = readFileSync(join(project.root, path), 'utf8').split('\n')
        return lines.flatMap((text, index) => {
          const [word] = leftovers.exec(text) ?? []
          // "hack" and "todo" are words; the notes to oneself are written in capitals.
          if (!word || (shouted.test(word) && word !== word.toUpperCase())) return []
          if (specified.some(item => item.path.test(path) && item.text.test(word))) return []
          return [{ path, line: index + 1, message: `leftover: "${word}"` }]
        })
      }),
  }),
}
