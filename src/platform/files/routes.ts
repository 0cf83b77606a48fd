import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { whyNotIn } from '#platform/auth/actor.ts'
import { identify, whyNotWrite } from '#platform/auth/authenticate.ts'
import { files, fileViews } from '#platform/db/tables.ts'
import type { Mount } from '#platform/http/gate.ts'
import type { HttpContext } from '#platform/http/middleware.ts'
import type { Problem } from '#platform/problem.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { takePoint } from '#platform/rpc/limits.ts'
import type { Runtime } from '#platform/runtime.ts'
import { type FilePurpose, type StoredFile, storeFile, tooLarge } from './files.ts'

export const uploadsPerHour = { points: 60, seconds: 3_600 }

/** Upload and authorised download. "Not yours" and "not there" are one answer. */
export function fileMounts(runtime: Runtime): Mount[] {
  const at = { path: '/files/:name', ways: ['cookie', 'key'], isPersonal: true } as const
  const purposeAt = (path: string) => runtime.filePurposes.find(({ name }) => path === `/files/${name}`)
  return [
    {
      ...at,
      methods: ['POST'],
      bodyBytes: Math.max(...runtime.filePurposes.map(({ maxBytes }) => maxBytes)),
      tooLarge: path => tooLarge(purposeAt(path)?.maxBytes),
      seconds: 120,
      cost: 'large',
      serve: c => upload(runtime, c, purposeAt(c.req.path)),
    },
    { ...at, methods: ['GET', 'HEAD'], cost: 'usual', serve: c => download(runtime, c) },
  ]
}

async function upload(runtime: Runtime, c: HttpContext, purpose: FilePurpose | undefined): Promise<Response> {
  const caller = await identify(runtime, c.req.raw.headers)
  const actor = caller?.actor ?? null
  demand(whyNotIn(actor, purpose?.isForRejected ? 'account' : 'signedIn'))
  demand(whyNotWrite(caller?.by ?? null))
  if (!purpose?.mayUpload(actor)) throw notFound()
  await takePoint(runtime.db, `files:${actor!.userId}`, uploadsPerHour)
  const { userId } = actor!
  // One after another, so that many at once do not pass the cap together; a line of its own, as an upload can be slow.
  const stored = await runtime.oneAtATime(`files ${userId}`, async () => {
    demand(whyNotKeepAnother(await unclaimedOf(runtime, userId)))
    return storeFile(runtime, purpose, actor!, fileName(c.req.header('x-file-name')), c.req.raw.body)
  })
  return c.json({ id: stored.id, name: stored.name, mime: stored.mime, bytes: stored.bytes }, 201)
}

/** What a person may have uploaded that no form uses yet; what is left over is removed after a day. */
export const mostUnclaimed = { files: 20, bytes: 60 * 1_048_576 }

async function unclaimedOf({ db }: Runtime, userId: string) {
  const [row] = await db
    .select({ count: count(), bytes: sql<number>`coalesce(sum(${files.bytes}), 0)::float8` })
    .from(files)
    .where(and(eq(files.ownerId, userId), isNull(files.claimedAt), isNull(files.deletedAt)))
  return row!
}

const whyNotKeepAnother = (unclaimed: { count: number; bytes: number }): Problem | null =>
  unclaimed.count < mostUnclaimed.files && unclaimed.bytes < mostUnclaimed.bytes
    ? null
    : {
        code: 'TOO_MANY_FILES',
        message: 'Several of your uploads are not used by a form yet. Send the form first, or try again tomorrow.',
      }

async function download(runtime: Runtime, c: HttpContext): Promise<Response> {
  const id = c.req.path.slice('/files/'.length)
  if (!/^[0-9a-f-]{36}$/.test(id)) throw notFound()
  const [file] = await runtime.db.select().from(files).where(eq(files.id, id))
  const purpose = runtime.filePurposes.find(({ name }) => name === file?.purpose)
  if (!file || file.deletedAt || !purpose) throw notFound()
  if (purpose.mayShow) {
    const caller = await identify(runtime, c.req.raw.headers)
    if (!(await purpose.mayShow(runtime, caller?.actor ?? null, file))) throw notFound()
    if (c.req.header('if-none-match') === etagOf(file)) return new Response(null, { status: 304, headers: asked(file) })
  } else if (purpose.isPrivate) {
    const caller = await identify(runtime, c.req.raw.headers)
    const actor = caller?.actor
    if (actor?.accountStatus !== 'active' || !(await purpose.mayRead(runtime.db, actor, file))) throw notFound()
    // A key that leaked must not bring along what people are known by.
    if (caller?.by.kind === 'key')
      throw refusal('NOT_BY_KEY', 'Sign in to read this: an API key may not.', { status: 403 })
    const ipAddress = c.get('ipAddress')
    await runtime.db
      .insert(fileViews)
      .values({ fileId: file.id, viewerId: actor.userId, viewedAt: runtime.clock.now(), ipAddress })
    if (actor.userId !== file.ownerId)
      runtime.securityEvents.note({
        kind: 'document-read',
        personId: actor.userId,
        ipAddress,
        requestId: c.get('requestId'),
        detail: `${purpose.name} ${file.id}`,
      })
  }
  const body = await runtime.storage.get(file.storageKey)
  if (!body) throw notFound()
  const isAttachment = (purpose.isPrivate && !purpose.mayShow) || file.mime === 'application/pdf'
  return new Response(body, {
    headers: {
      'content-type': file.mime,
      'content-length': String(file.bytes),
      'content-disposition': `${isAttachment ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      ...(purpose.mayShow
        ? asked(file)
        : { 'cache-control': purpose.isPrivate ? 'private, no-store' : keptFor(purpose) }),
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

const keptFor = ({ keptForSeconds: seconds }: FilePurpose) =>
  seconds ? `public, max-age=${seconds}` : 'public, max-age=31536000, immutable'

const etagOf = ({ sha256 }: StoredFile) => `"${sha256}"`

/** A browser keeps it and asks each time whether it may still be shown; nothing between keeps it. */
const asked = (file: StoredFile) => ({ 'cache-control': 'private, no-cache', etag: etagOf(file), vary: 'cookie' })

function fileName(header: string | undefined): string {
  try {
    return decodeURIComponent(header ?? 'file')
  } catch {
    throw refusal('INVALID_INPUT', 'The file name cannot be read.', { status: 400 })
  }
}
