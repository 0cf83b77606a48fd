import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Actor } from '#platform/actor.ts'
import { admit } from '#platform/actor.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { storeFile } from '#platform/files.ts'
import type { HttpEnv } from '#platform/http.ts'
import { takePoint } from '#platform/limits.ts'
import type { Runtime } from '#platform/runtime.ts'
import { files, fileViews } from '#platform/tables.ts'

const uploadsPerHour = { points: 60, seconds: 3_600 }

/** Upload and authorised download. "Not yours" and "not there" are one answer. */
export function fileRoutes(
  runtime: Runtime,
  findActor: (headers: Headers, ip: string) => Promise<Actor | null>,
): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.post('/files/:purpose', async c => {
    const actor = await findActor(c.req.raw.headers, c.get('ipAddress'))
    const purpose = runtime.filePurposes.find(({ name }) => name === c.req.param('purpose'))
    admit(actor, purpose?.isForRejected ? 'account' : 'signedIn')
    if (!purpose?.mayUpload(actor)) throw notFound()
    await takePoint(runtime.db, `files:${actor!.userId}`, uploadsPerHour)
    const stored = await storeFile(runtime, purpose, actor!, fileName(c.req.header('x-file-name')), c.req.raw.body)
    return c.json({ id: stored.id, name: stored.name, mime: stored.mime, bytes: stored.bytes }, 201)
  })

  routes.get('/files/:id', async c => {
    const id = c.req.param('id')
    if (!/^[0-9a-f-]{36}$/.test(id)) throw notFound()
    const [file] = await runtime.db.select().from(files).where(eq(files.id, id))
    const purpose = runtime.filePurposes.find(({ name }) => name === file?.purpose)
    if (!file || file.deletedAt || !purpose) throw notFound()
    if (purpose.isPrivate) {
      const actor = await findActor(c.req.raw.headers, c.get('ipAddress'))
      if (actor?.accountStatus !== 'active' || !(await purpose.mayRead(runtime.db, actor, file))) throw notFound()
      await runtime.db.insert(fileViews).values({
        fileId: file.id,
        viewerId: actor.userId,
        viewedAt: runtime.clock.now(),
        ipAddress: c.get('ipAddress'),
      })
    }
    const body = await runtime.storage.get(file.storageKey)
    if (!body) throw notFound()
    const isAttachment = purpose.isPrivate || file.mime === 'application/pdf'
    return new Response(body, {
      headers: {
        'content-type': file.mime,
        'content-length': String(file.bytes),
        'content-disposition': `${isAttachment ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'cache-control': purpose.isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    })
  })
  return routes
}

function fileName(header: string | undefined): string {
  try {
    return decodeURIComponent(header ?? 'file')
  } catch {
    throw refusal('INVALID_INPUT', 'The file name cannot be read.', { status: 400 })
  }
}
