// Tells whether the built files are those of the present sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isTest = name => /\.test\.tsx?$/.test(name)

/**
 * Two fingerprints of the files under `paths` (folders are walked, missing ones ignored, tests left out): `quick` from
 * names, sizes and times, `full` from the contents.
 */
export function fingerprints(root, paths) {
  const files = paths.flatMap(path => [...walk(root, path)]).sort()
  const quick = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(root, file))
    quick.update(`${file} ${size} ${mtimeMs} ${ctimeMs} ${ino}\n`)
  }
  const full = () => {
    const hash = createHash('sha256')
    for (const file of files)
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
    return hash.digest('hex')
  }
  return { quick: quick.digest('hex'), full }
}

/** 'same' when nothing was touched, 'touched' when only times differ, 'changed' otherwise. */
export function compare(stampFile, prints) {
  if (!existsSync(stampFile)) return 'changed'
  const [quick, full] = readFileSync(stampFile, 'utf8').trim().split(' ')
  if (quick === prints.quick) return 'same'
  return full === prints.full() ? 'touched' : 'changed'
}

/** Records the fingerprints beside the built files. */
export function write(stampFile, prints) {
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, `${prints.quick} ${prints.full()}\n`)
}

function* walk(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return
  if (!stat.isDirectory()) return yield path
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* walk(root, join(path, entry.name))
    else if (!isTest(entry.name)) yield join(path, entry.name)
  }
}
