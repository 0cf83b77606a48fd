import { expect, test } from 'vitest'
import { complete, undescribed } from '../bin/lock-file.mjs'
import { packages } from './packages.ts'
import { findingsIn } from './tree.ts'

const lock = {
  packages: {
    '': {},
    'node_modules/tool': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: {
        'tool-linux-x64-musl': '1.0.0',
        'tool-linux-x64-gnu': '1.0.0',
        'tool-inner': '2.0.0',
      },
    },
    'node_modules/tool-linux-x64-gnu': { version: '1.0.0' },
    'node_modules/tool/node_modules/tool-inner': { version: '2.0.0' },
  },
}

test('loose versions, undescribed platforms and registry addresses are refused', async () => {
  const addressed = { ...lock.packages['node_modules/tool'], resolved: 'https://packages.example/tool.tgz' }
  const files = {
    'package.json': JSON.stringify({ dependencies: { tool: '^1.0.0' } }),
    'package-lock.json': JSON.stringify({ packages: { ...lock.packages, 'node_modules/tool': addressed } }),
  }
  expect(await findingsIn(packages, files)).toEqual([
    'package.json tool "^1.0.0" is not an exact version',
    'package-lock.json node_modules/tool-linux-x64-musl of node_modules/tool is missing: npm run lock',
    "package-lock.json node_modules/tool names a registry's address",
  ])
})

test('completing a lock file describes the missing platform and changes nothing else', () => {
  const completed = complete(lock)
  expect(undescribed(completed)).toEqual([])
  expect(completed.packages).toEqual({
    ...lock.packages,
    'node_modules/tool-linux-x64-musl': {
      version: '1.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
  })
})

test('a missing package that does not say its platform is not guessed', () => {
  const unclear = {
    packages: { 'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '1.0.0' } } },
  }
  expect(() => complete(unclear)).toThrow('by hand')
})
