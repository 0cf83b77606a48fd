import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { undescribed } from '../bin/lock-file.mjs'
import type { Check, Finding } from './project.ts'

/** The same packages everywhere: exact versions, a complete lock file, no address of one particular registry. */
export const packages: Check = {
  name: 'packages',
  run: ({ root }) => {
    const wanted = readJson(join(root, 'package.json'))
    const lock = readJson(join(root, 'package-lock.json'))
    if (!wanted || !lock) return { findings: [], notice: 'no package.json or package-lock.json' }
    const finding = (path: string, message: string): Finding => ({ path, message })
    const versions = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies } as Record<string, string>)
    const loose = versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    const entries = Object.entries(lock.packages as Record<string, { resolved?: string }>)
    const isAddress = (resolved?: string) => /^https?:/.test(resolved ?? '')
    return {
      findings: [
        ...loose.map(([name, version]) => finding('package.json', `${name} "${version}" is not an exact version`)),
        ...undescribed(lock).map(({ path, by }) =>
          finding('package-lock.json', `${path} of ${by} is missing: npm run lock`),
        ),
        ...entries.flatMap(([path, { resolved }]) =>
          isAddress(resolved) ? [finding('package-lock.json', `${path} names a registry's address`)] : [],
        ),
      ],
    }
  },
}

const readJson = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null)
