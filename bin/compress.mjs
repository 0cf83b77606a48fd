// Writes .br and .gz beside the built browser files, so that the server never compresses them while somebody waits.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { inRoot, isProgram } from './run.mjs'

// No .html: the server writes a nonce into the page. Pictures and fonts are compressed already.
const extensions = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.xml', '.wasm'])
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses every asset under `folder` at the highest quality; a result that saves nothing is not written. */
export async function compressAssets(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && extensions.has(extname(entry.name)))
  await Promise.all(
    files.map(async entry => {
      const path = join(entry.parentPath ?? entry.path, entry.name)
      const raw = await readFile(path)
      const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: raw.length }
      const [br, gz] = await Promise.all([brotli(raw, { params }), zip(raw, { level: 9 })])
      if (br.length < raw.length) await writeFile(`${path}.br`, br)
      if (gz.length < raw.length) await writeFile(`${path}.gz`, gz)
    }),
  )
  return files.length
}

if (isProgram(import.meta.url)) await compressAssets(process.argv[2] ?? inRoot('dist/web'))
