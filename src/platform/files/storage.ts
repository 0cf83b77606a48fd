import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Env } from '#platform/env.ts'

/** Where the bytes of files are. Keys are random and made by us; some begin with the names of folders. */
export interface Storage {
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  /** Null when there is no such object. */
  get(key: string): Promise<ReadableStream<Uint8Array> | null>
  remove(key: string): Promise<void>
}

export async function openStorage(env: Env): Promise<Storage> {
  return env.S3_BUCKET ? await bucketStorage(env, env.S3_BUCKET) : folderStorage(join(env.dataDir, 'files'))
}

/** Files in a folder, written through to the disk before they count as stored. */
function folderStorage(folder: string): Storage {
  const path = (key: string) => join(folder, key.slice(0, 2), key)
  return {
    async put(key, bytes) {
      const target = path(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const file = await open(target, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    async get(key) {
      const found = await stat(path(key)).catch(() => null)
      return found ? (Readable.toWeb(createReadStream(path(key))) as ReadableStream<Uint8Array>) : null
    },
    remove: key => rm(path(key), { force: true }),
  }
}

/** An S3-compatible bucket; the client is loaded only when one is configured. */
async function bucketStorage(env: Env, bucket: string): Promise<Storage> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region: env.S3_REGION ?? 'auto',
    ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT, forcePathStyle: true }),
    ...(env.S3_ACCESS_KEY_ID && {
      credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '' },
    }),
  })
  return {
    async put(key, bytes, mime) {
      await client.send(new s3.PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: mime }))
    },
    async get(key) {
      try {
        const answer = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key }))
        return answer.Body?.transformToWebStream() ?? null
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null
        throw error
      }
    },
    async remove(key) {
      await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
  }
}
