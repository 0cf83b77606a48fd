import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const content = { bytes: z.number().int(), sha256: z.hex().length(64) }

const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  postgresVersion: z.string(),
  /** Hashes of the migrations that the database had, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      /** Columns in the file's order; generated ones are computed again. */
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Below the backup's folder, in PostgreSQL's COPY text format. */
      file: z.string(),
      ...content,
    }),
  ),
  /** `lastValue` is text because it may exceed what a JavaScript number holds. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.discriminatedUnion('keptIn', [
    z.object({ keptIn: z.literal('backup'), entries: z.array(z.object({ path: z.string(), ...content })) }),
    /** Uploaded files stay in this object store, whose own versioning keeps them. */
    z.object({ keptIn: z.literal('bucket'), bucket: z.string() }),
  ]),
  /** The venue's own keys; null when they come from the environment. */
  secrets: z.object(content).nullable(),
})

/** Everything that a backup holds, with the means to tell whether it is still complete and unchanged. */
export type Manifest = z.output<typeof manifest>
export type BackedUpTable = Manifest['tables'][number]

export const MANIFEST_FILE = 'manifest.json'
export const SECRETS_FILE = 'secrets.json'
export const FILES_FOLDER = 'files'

/** Reads the manifest and every file that it lists. Throws an Error that names the first damaged or missing one. */
export async function readVerified(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(error => {
    throw new Error(`${folder} is not a complete backup: ${error.message}`)
  })
  const found = manifest.parse(JSON.parse(text))
  const listed = [
    ...found.tables.map(table => ({ ...table, path: table.file })),
    ...(found.files.keptIn === 'backup'
      ? found.files.entries.map(entry => ({ ...entry, path: `${FILES_FOLDER}/${entry.path}` }))
      : []),
    ...(found.secrets ? [{ ...found.secrets, path: SECRETS_FILE }] : []),
  ]
  for (const { path, sha256 } of listed) {
    const actual = await hashFile(join(folder, path)).catch(error => {
      throw new Error(`The backup is damaged: ${error.message}`)
    })
    if (actual.sha256 !== sha256) throw new Error(`The backup is damaged: ${path} is not what was written`)
  }
  return found
}

export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const counter = hashing()
  await pipeline(createReadStream(path), async source => {
    for await (const chunk of source) counter.add(chunk)
  })
  return counter.result()
}

/** Counts and hashes bytes that pass by. */
export function hashing(): { add(chunk: Buffer): void; result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add(chunk) {
      hash.update(chunk)
      bytes += chunk.length
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
